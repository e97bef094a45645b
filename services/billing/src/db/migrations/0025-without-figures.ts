import { Migration } from '@mikro-orm/migrations';

/** The index that only the summary of invoices read, before they were counted. */
export class WithoutFigures extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`drop index concurrently if exists invoice_figures`);
  }
}
