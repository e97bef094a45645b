import { Migration } from '@mikro-orm/migrations';

/** What the ledger has about an invoice or payment, without keeping anybody from writing meanwhile. */
export class PostingsByItem extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists ar_posting_by_item`);
    this.addSql(`create index concurrently ar_posting_by_item on ar_posting (item_id)`);
  }
}
