import { Migration } from '@mikro-orm/migrations';

/**
 * What is followed up behind a commit: allocations that the payment provider is to make as well, and attempts to collect
 * that another worker has taken over.
 */
export class FollowUp extends Migration {
  override up(): void {
    this.addSql(`alter table collection_attempt add column takes int not null default 1`);
    this.addSql(`create table mirrored_allocation (
      allocation_id uuid primary key references allocation,
      invoice_id uuid not null references invoice,
      state text not null default 'PENDING' check (state in ('PENDING', 'DONE', 'FAILED')),
      taken bigint not null default 0,
      attempts int not null default 0,
      busy_until timestamptz not null default '-infinity',
      detail text
    )`);
    this.addSql(`create index mirrored_allocation_by_invoice on mirrored_allocation (invoice_id, allocation_id)`);
    this.addSql(`create index mirrored_allocation_pending on mirrored_allocation (invoice_id) where state = 'PENDING'`);
    // What was credited or paid in part is open at the provider as it was sent.
    this.addSql(`insert into mirrored_allocation (allocation_id, invoice_id)
      select a.id, i.id from invoice i join allocation a on a.target_id = i.id left join payment p on p.id = a.source_id
      where i.payment_provider_invoice_id is not null and a.amount > 0 and coalesce(p.method, '') <> 'PROVIDER'
        and (i.amount_credited <> 0 or i.status in ('SENT', 'PAST_DUE', 'SUSPENDED'))`);
  }
}
