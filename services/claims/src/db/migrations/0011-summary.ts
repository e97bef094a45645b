import { Migration } from '@mikro-orm/migrations';

/** What a dashboard and the statement of loss funds sum over an organization, so that they read an index alone. */
export class Summary extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists posting_fund`);
    this.addSql(`create index concurrently posting_fund on posting (organization_id, posted_at)
      include (currency, account, amount) where account in ('LOSS_FUND', 'CLAIMS_PAID')`);
  }
}
