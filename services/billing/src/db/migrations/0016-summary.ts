import { Migration } from '@mikro-orm/migrations';

/** What a dashboard sums over the invoices of an organization, so that it reads an index alone. */
export class Summary extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists invoice_figures`);
    this.addSql(`create index concurrently invoice_figures on invoice (organization_id)
      include (currency, period_start, status, due_date, total, amount_paid, amount_credited, amount_written_off)`);
  }
}
