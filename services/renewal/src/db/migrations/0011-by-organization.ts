import { Migration } from '@mikro-orm/migrations';

/** Lists of an organization, without the rows of others. */
export class ByOrganization extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists renewal_by_organization');
    this.addSql('create index concurrently renewal_by_organization on renewal (organization_id, id)');
    this.addSql('drop index concurrently if exists renewable_policy_by_organization');
    this.addSql(`create index concurrently renewable_policy_by_organization
      on renewable_policy (organization_id, term_end, id) where status in ('ACTIVE', 'PENDING', 'SUSPENDED')`);
  }
}
