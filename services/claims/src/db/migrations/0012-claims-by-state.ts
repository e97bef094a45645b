import { Migration } from '@mikro-orm/migrations';

/** Lists of claims in one state: of an organization, and of all. */
export class ClaimsByState extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists claim_by_organization_and_state`);
    this.addSql(`create index concurrently claim_by_organization_and_state on claim (organization_id, status, number)`);
    this.addSql(`drop index concurrently if exists claim_by_state`);
    this.addSql(`create index concurrently claim_by_state on claim (status, number)`);
  }
}
