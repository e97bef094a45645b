import { Migration } from '@mikro-orm/migrations';

/** Invoices that were given up, and are to be marked so at the payment provider; those from before as well. */
export class WriteOffs extends Migration {
  override up(): void {
    this.addSql(`create table if not exists mirrored_write_off (
      invoice_id uuid primary key references invoice,
      attempts int not null default 0,
      busy_until timestamptz not null default '-infinity'
    )`);
    this.addSql(`insert into mirrored_write_off (invoice_id)
      select id from invoice where status = 'UNCOLLECTIBLE' and payment_provider_invoice_id is not null
      on conflict do nothing`);
  }
}
