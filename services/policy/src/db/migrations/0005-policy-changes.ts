import { Migration } from '@mikro-orm/migrations';

/**
 * The list of dated changes; a policy's row is one day of it. Old columns are dropped a release later. The next migration
 * creates the list for existing policies.
 */
export class PolicyChanges extends Migration {
  override up(): void {
    this.addSql(`alter table policy
      add bound_at timestamptz,
      add first_term_start date,
      add status_since date,
      add status_reason text,
      add status_note text,
      add cancellation jsonb,
      add change_due_on date,
      add change_count int not null default 0`);
    this.addSql(`create table policy_change (
      policy_id uuid not null references policy,
      sequence int not null,
      kind text not null,
      effective_from date not null,
      members jsonb not null,
      status text,
      added_rates jsonb not null,
      reason text,
      note text,
      policy_version int not null,
      recorded_at timestamptz not null,
      recorded_by text not null,
      withdrawn_at timestamptz,
      primary key (policy_id, sequence)
    )`);
    this.addSql(`create index policy_change_in_effect on policy_change (policy_id, effective_from)
      where withdrawn_at is null`);
    this.addSql(`alter table property add known_from date, add facts jsonb not null default '[]'`);
  }
}
