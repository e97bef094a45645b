import { Migration } from '@mikro-orm/migrations';

/** What is open on an account, without keeping anybody from writing meanwhile. */
export class ReceivableIndexes extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists invoice_open`);
    this.addSql(`create index concurrently invoice_open on invoice (organization_id, currency)
      where status <> 'DRAFT' and status <> 'VOID'
        and (total - amount_paid - amount_credited - amount_written_off <> 0 or amount_written_off <> 0 or amount_refunded <> 0)`);
  }
}
