import { Migration } from '@mikro-orm/migrations';

/** To whom an invoice was issued. */
export class InvoicePayer extends Migration {
  override up(): void {
    this.addSql(`create table invoice_payer (
      invoice_id uuid primary key references invoice,
      name text not null,
      email text
    )`);
  }
}
