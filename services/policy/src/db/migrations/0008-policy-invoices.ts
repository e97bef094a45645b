import { Migration } from '@mikro-orm/migrations';

/** The invoices of each policy, so that a suspension for unpaid ones ends with the last. */
export class PolicyInvoices extends Migration {
  override up(): void {
    this.addSql(`create table policy_invoice (
      policy_id uuid not null,
      invoice_id uuid not null,
      version int not null,
      status text not null,
      primary key (policy_id, invoice_id)
    )`);
  }
}
