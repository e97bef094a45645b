import { Migration } from '@mikro-orm/migrations';

/**
 * Elections get the day that was stated for them, the day on which they were recorded, and the one on which another took
 * their place: until now those were renamed to end with their last day. All count as recorded today.
 */
export class DatedElections extends Migration {
  override up(): void {
    this.addSql(`alter table coverage_election
      add id uuid not null default gen_random_uuid(), add stated_from date, add recorded_on date, add retired_on date`);
    this.addSql(`alter table coverage_election disable trigger audit_change`);
    this.addSql(`update coverage_election set stated_from = effective_from,
      recorded_on = (now() at time zone 'utc')::date`);
    this.addSql(`alter table coverage_election drop constraint coverage_election_pkey, add primary key (id)`);
    this.addSql(`update coverage_election set retired_on = effective_to + 1,
        election_id = left(election_id, -length('@' || effective_to))
      where own and election_id like '%@' || effective_to`);
    this.addSql(`alter table coverage_election enable trigger audit_change`);
    this.addSql(`alter table coverage_election alter recorded_on set not null`);
    this.addSql(
      `create index coverage_election_of_policy on coverage_election (organization_id, policy_id, election_id)`,
    );
    this.addSql(`create unique index coverage_election_live on coverage_election (organization_id, policy_id, election_id)
      where retired_on is null`);
    this.addSql(`create index coverage_election_by_scope on coverage_election (organization_id, scope_type, scope_id)`);
  }
}
