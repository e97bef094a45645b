import { Migration } from '@mikro-orm/migrations';

const DUE = 'total - amount_paid - amount_credited - amount_written_off';

/** What is owed is summed without the invoices, and an order finds what is billed of its properties without all other nights. */
export class ReadByIndex extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists invoice_owed`);
    this.addSql(`create index concurrently invoice_owed on invoice (organization_id, currency, due_date, id)
      include (total, amount_paid, amount_credited, amount_written_off)
      where status <> 'DRAFT' and status <> 'VOID' and ${DUE} > 0`);
    this.addSql(`drop index concurrently if exists invoice_due`);
    this.addSql(`drop index concurrently if exists billed_nights_by_property`);
    this.addSql(`create index concurrently billed_nights_by_property on billed_nights (policy_id, property_id)`);
  }
}
