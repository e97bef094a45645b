import { Migration } from '@mikro-orm/migrations';

/** Which version of a policy was looked at for credits last, by batches, each of which is committed. */
const LOOKED_AT = `
do $$
declare
  batch uuid[];
begin
  loop
    select array_agg(policy_id) into batch from (
      select c.policy_id from billing_calendar c join billing_account a on a.policy_id = c.policy_id
      where c.derived_version is null limit 1000) as next;
    exit when batch is null;
    update billing_calendar c set derived_version = a.policy_version
    from billing_account a where a.policy_id = c.policy_id and c.policy_id = any(batch);
    commit;
  end loop;
end $$`;

/** Policies with waiting credits, and accounts with something new to allocate to, each with an index. */
export class Waiting extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`alter table billing_calendar add column if not exists derived_version int`);
    this.addSql(LOOKED_AT);
    this.addSql(`drop index concurrently if exists billing_calendar_waiting`);
    this.addSql(`create index concurrently billing_calendar_waiting on billing_calendar (status, policy_id)
      where derived_version is null or version > derived_version`);
    this.addSql(`create table if not exists account_to_allocate (
      invoice_id uuid primary key,
      organization_id text not null,
      currency text not null
    )`);
    this.addSql(
      `create index if not exists account_to_allocate_by_account on account_to_allocate (organization_id, currency)`,
    );
    // Whoever holds something may have been sent an invoice since.
    this.addSql(`insert into account_to_allocate (invoice_id, organization_id, currency)
      select max(id::text)::uuid, organization_id, currency from invoice i
      where status <> 'DRAFT' and status <> 'VOID'
        and (total - amount_paid - amount_credited - amount_written_off <> 0 or amount_written_off <> 0 or amount_refunded <> 0)
        and (exists (select from payment p where p.organization_id = i.organization_id and p.currency = i.currency
          and p.unallocated > 0) or total < 0)
      group by organization_id, currency on conflict do nothing`);
  }
}
