import { Migration } from '@mikro-orm/migrations';

/** Statements read the elections of a policy that stood, the cleanup finds those that were withdrawn before their first day. */
export class StandingElections extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists coverage_election_standing');
    this.addSql(`create index concurrently coverage_election_standing on coverage_election (organization_id, policy_id)
      where retired_on is null or effective_from < retired_on`);
    this.addSql('drop index concurrently if exists coverage_election_never_stood');
    this.addSql(`create index concurrently coverage_election_never_stood on coverage_election (stated_at)
      where retired_on <= effective_from`);
  }
}
