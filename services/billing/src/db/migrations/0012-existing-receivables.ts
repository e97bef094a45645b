import { Migration } from '@mikro-orm/migrations';

/**
 * Ids (UUIDv8) that are the same each time, so that a run that is begun again adds nothing twice; they begin as the
 * invoice's id, and so keep its time.
 */
const derivedId = (invoiceId: string, name: string): string => {
  const hash = `md5(concat_ws(' ', ${invoiceId}, ${name}))`;
  return `(left(replace(${invoiceId}::text, '-', ''), 12) || '8' || substr(${hash}, 14, 3) || '8' || substr(${hash}, 18))::uuid`;
};

const ISSUE = derivedId('i.id', `'issue'`);
const PAYMENT = derivedId('i.id', `'payment'`);
const ALLOCATION = derivedId('i.id', `'allocation'`);
const WRITE_OFF = derivedId('i.id', `'write-off'`);
const REFUND = derivedId('r.invoice_id', 'r.refund_id');

const POST = `insert into ar_posting (entry_id, line, organization_id, currency, account, item_id, policy_id, amount, posted_on)`;

/** Postings of entries, of which each leg is an account, its item and an amount; those of 0 are left out. */
const post = (
  entry: string,
  legs: [account: string, item: string, amount: string][],
  day: string,
  from: string,
): string => `
  ${POST}
  select ${entry}, leg.line, i.organization_id, i.currency, leg.account, leg.item,
    case when leg.item = i.id then i.organization_policy_id end, leg.amount, ${day}
  ${from}
  cross join lateral (values ${legs.map(([account, item, amount], line) => `(${line}, '${account}', ${item}, ${amount})`).join(', ')})
    as leg(line, account, item, amount)
  where leg.amount <> 0
  on conflict do nothing;`;

const OF_BATCH = `from invoice i where i.id = any(batch)`;

const BACKFILL = `
do $$
declare
  batch uuid[];
  last uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    select array_agg(id order by id) into batch from (
      select id from invoice where id > last and status <> 'DRAFT' and status <> 'VOID' order by id limit 1000 for update) as next;
    exit when batch is null;
    last := batch[cardinality(batch)];

    insert into receivable_account (organization_id, currency)
    select distinct i.organization_id, i.currency ${OF_BATCH} on conflict do nothing;
    ${post(
      ISSUE,
      [
        ['RECEIVABLE', 'i.id', 'i.total'],
        ['BILLED', 'i.id', '-l.orders'],
        ['TAX', 'i.id', '-i.tax'],
        ['ADJUSTMENT', 'i.id', '-(i.subtotal - l.orders)'],
      ],
      `coalesce(i.sent_at at time zone 'utc', i.last_modified_date at time zone 'utc')::date`,
      `from (select * ${OF_BATCH}) as i cross join lateral (
         select coalesce(sum(amount), 0)::bigint as orders from invoice_line where invoice_id = i.id and not manual) as l`,
    )}

    insert into payment (id, organization_id, payment_reference, currency, amount, unallocated, method, status, received_on,
      payment_provider_intent_id, invoice_ids, disputed, disputed_on, lost, created_by, created_date, last_modified_by,
      last_modified_date)
    select ${PAYMENT}, organization_id,
      'PAY-' || extract(year from paid_date) || '-' || lpad(nextval('payment_number')::text, 6, '0'),
      currency, total, 0, case when payment_provider_invoice_id is null then 'MANUAL' else 'PROVIDER' end, 'RECEIVED',
      paid_date, payment_provider_intent_id, jsonb_build_array(id), 0, '{}', 0, last_modified_by, last_modified_date,
      last_modified_by, last_modified_date
    ${OF_BATCH} and status = 'PAID' and total > 0 and not exists (select from payment p where p.id = ${PAYMENT})
    on conflict do nothing;

    insert into allocation (id, source_id, target_id, amount, allocated_at)
    select ${ALLOCATION}, ${PAYMENT}, i.id, i.total, i.last_modified_date
    ${OF_BATCH} and i.status = 'PAID' and i.total > 0 on conflict do nothing;
    ${post(
      PAYMENT,
      [
        ['CASH', PAYMENT, 'i.total'],
        ['RECEIVABLE', PAYMENT, '-i.total'],
      ],
      'i.paid_date',
      `from (select * ${OF_BATCH} and status = 'PAID') as i`,
    )}
    ${post(
      ALLOCATION,
      [
        ['RECEIVABLE', PAYMENT, 'i.total'],
        ['RECEIVABLE', 'i.id', '-i.total'],
      ],
      'i.paid_date',
      `from (select * ${OF_BATCH} and status = 'PAID') as i`,
    )}

    insert into payment_refund (id, payment_id, organization_id, currency, amount, reason, status, provider_refund_id, open_on,
      created_date, created_by)
    select ${REFUND}, ${PAYMENT}, i.organization_id, i.currency, r.amount, 'CREDIT', 'DONE', r.refund_id,
      jsonb_build_object(i.id, r.amount::text), r.created_at, 'system:billing'
    from invoice i join refund r on r.invoice_id = i.id where i.id = any(batch) and i.status = 'PAID' on conflict do nothing;
    ${post(
      REFUND,
      [
        ['RECEIVABLE', REFUND, 'r.amount'],
        ['CASH', REFUND, '-r.amount'],
      ],
      `(r.created_at at time zone 'utc')::date`,
      `from (select * ${OF_BATCH} and status = 'PAID') as i join refund r on r.invoice_id = i.id`,
    )}
    ${post(
      WRITE_OFF,
      [
        ['WRITTEN_OFF', 'i.id', 'i.total'],
        ['RECEIVABLE', 'i.id', '-i.total'],
      ],
      `(i.last_modified_date at time zone 'utc')::date`,
      `from (select * ${OF_BATCH} and status = 'UNCOLLECTIBLE') as i`,
    )}

    update invoice set
      amount_paid = case when status = 'PAID' then total else 0 end,
      amount_written_off = case when status = 'UNCOLLECTIBLE' then total else 0 end,
      amount_refunded = refunded,
      splits_published = case when reserve_splits_published_at is null then 0 when total = 0 then 1 else total - refunded end,
      version = version + 1
    where id = any(batch) and amount_paid = 0 and amount_credited = 0 and amount_written_off = 0 and splits_published = 0
      and (status in ('PAID', 'UNCOLLECTIBLE') or reserve_splits_published_at is not null);
    commit;
  end loop;
end $$`;

/**
 * Gives invoices from before accounts theirs: what was sent is billed, what was paid has a payment, refunds are open on it,
 * what was given up is written off, and splits stand as they were published. It goes by batches, each of which is
 * committed; begun again it adds nothing twice.
 */
export class ExistingReceivables extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(`alter table invoice disable trigger audit_change`);
    this.addSql(`alter table payment disable trigger audit_change`);
    this.addSql(`alter table payment_refund disable trigger audit_change`);
    this.addSql(BACKFILL);
    this.addSql(`alter table invoice enable trigger audit_change`);
    this.addSql(`alter table payment enable trigger audit_change`);
    this.addSql(`alter table payment_refund enable trigger audit_change`);
  }
}
