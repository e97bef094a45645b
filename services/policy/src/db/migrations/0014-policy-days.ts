import { Migration } from '@mikro-orm/migrations';
import { boundToSchema, inSchema } from '@staycover/db';

/**
 * Policies as of some days, so that later days are folded from there and not from the issue. A trigger deletes such a day
 * when a change is recorded or withdrawn for it or an earlier day, by any release. It locks the policy first, so that no
 * concurrent transaction keeps a day from outdated changes.
 */
export class PolicyDays extends Migration {
  override up(): void {
    this.addSql(`create table policy_day (
      policy_id uuid not null references policy,
      day date not null,
      status text not null,
      status_since date not null,
      status_reason text,
      status_note text,
      members jsonb not null,
      primary key (policy_id, day)
    )`);
    this.addSql(`create function forget_policy_days() returns trigger language plpgsql as $$
      begin
        perform from policy where id = new.policy_id for no key update;
        delete from policy_day where policy_id = new.policy_id and day >= new.effective_from;
        return null;
      end $$`);
    this.addSql(inSchema(boundToSchema('forget_policy_days')));
    this.addSql(`create trigger forget_policy_days after insert or update on policy_change
      for each row execute function forget_policy_days()`);
  }
}
