import { Migration } from '@mikro-orm/migrations';

/** What is forgotten after its time, found without reading all that is kept. */
export class ReceivedDeals extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists received_deal_done`);
    this.addSql(`create index concurrently received_deal_done on received_deal (received_at)
      where outcome not in ('received', 'conflict')`);
  }
}
