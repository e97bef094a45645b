import { Migration } from '@mikro-orm/migrations';

const DUE = 'total - amount_paid - amount_credited - amount_written_off';

/** `invoice_due` with the amounts, so that what is owed is summed without the invoices. */
export class OwedByAge extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists invoice_owed`);
    this.addSql(`create index concurrently invoice_owed on invoice (organization_id, currency, due_date, id)
      include (total, amount_paid, amount_credited, amount_written_off)
      where status <> 'DRAFT' and status <> 'VOID' and ${DUE} > 0`);
    this.addSql(`drop index concurrently if exists invoice_due`);
  }
}
