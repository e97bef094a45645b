import type { Database } from '@staycover/change';
import { readCursor } from '@staycover/db';

/** A line of an invoice that went out or was voided, amounts in minor units. */
export type BilledLine = {
  transaction_date: string;
  invoice_reference: string;
  order_line_id: string;
  type: 'PREMIUM' | 'RETURN_PREMIUM' | 'VOID';
  insured_name: string;
  policy_reference: string | null;
  property_id: string;
  property_name: string | null;
  state_code: string | null;
  stay_month: string;
  nights: number;
  premium: string;
  loss_fund: string;
  partner_fee: string;
  service_fee: string;
  tax: string;
  collected: string;
  currency: string;
};

/** `insuredName` is that of invoices without a kept payer. */
type Month = { organizationId: string; insuredName: string; start: string; end: string };

/**
 * The order lines of what went out in a month, and of what was voided in it with the opposite sign. A line has its share of
 * what the ledger shows as paid or credited by the end of the month, over all lines of its invoice; all of itself where the
 * total is 0 and the invoice is PAID, as its reserve splits say.
 */
export const billedLines = (
  database: Database,
  { organizationId, insuredName, start, end }: Month,
): AsyncGenerator<BilledLine[]> =>
  readCursor<BilledLine>(database, {
    organizationId,
    text: `with went_out as (
       select id, organization_policy_id, invoice_reference, currency, total, sent_at as at, 1 as sign,
         status = 'VOID' and last_modified_date < $3::date as is_void,
         total = 0 and status = 'PAID' and paid_date < $3::date as is_settled
       from invoice
       where organization_id = $1 and sent_at >= $2::date and sent_at < $3::date and status <> 'DRAFT'
       union all
       select id, organization_policy_id, invoice_reference, currency, total, last_modified_date, -1, true, false
       from invoice where organization_id = $1 and status = 'VOID' and sent_at is not null
         and last_modified_date >= $2::date and last_modified_date < $3::date),
     open_items as (
       select item_id, sum(amount) as open from ar_posting
       where organization_id = $1 and account in ('RECEIVABLE', 'WRITTEN_OFF')
         and posted_on >= $2::date and posted_on < $3::date group by item_id)
     select o.on_day::text as transaction_date, o.invoice_reference, l.order_line_id,
       case when o.sign < 0 then 'VOID' when l.amount < 0 then 'RETURN_PREMIUM' else 'PREMIUM' end as type,
       coalesce(o.payer, $4) as insured_name, o.policy_reference, l.property_id, l.property_name, l.state_code, l.stay_month,
       o.sign * l.quantity as nights, o.sign * l.premium as premium, o.sign * l.loss_fund as loss_fund,
       o.sign * l.partner_fee as partner_fee, o.sign * l.service_fee as service_fee, o.sign * l.tax as tax,
       case when o.is_void then 0 when o.is_settled then l.own else coalesce(l.collected, 0) end as collected, o.currency
     from (select w.*, w.at::date as on_day, coalesce(p.open, 0) as open,
             (select policy_reference from billing_calendar where policy_id = w.organization_policy_id),
             (select name from invoice_payer where invoice_id = w.id) as payer
           from went_out w left join open_items p on p.item_id = w.id
           order by w.at::date, w.invoice_reference, w.sign desc) o
     cross join lateral (
       select *, round((o.total - o.open) * upto / nullif(o.total, 0)) - round((o.total - o.open) * (upto - own) / nullif(o.total, 0))
         as collected
       from (select il.*, il.amount + il.tax as own, sum(il.amount + il.tax) over (order by il.position, il.id) as upto
             from invoice_line il where il.invoice_id = o.id) lines
       where not manual) l
     order by o.on_day, o.invoice_reference, o.sign desc, l.position, l.id`,
    params: [organizationId, start, end, insuredName],
  });

/** What an organization owes in a currency, by age, in minor units. */
export type Aged = Record<
  'not_due' | 'days30' | 'days60' | 'days90' | 'over90' | 'disputed' | 'held' | 'open_refunds' | 'balance',
  string
> & { currency: string };

/**
 * What the ledger shows as owed at the end of a day, by how long it was overdue then. Most items are settled: what is due
 * when is looked up for open ones alone.
 */
export const agedReceivables = (database: Database, organizationId: string, asOf: string): AsyncGenerator<Aged[]> =>
  readCursor<Aged>(database, {
    organizationId,
    text: `with items as materialized (
       select currency, item_id,
         coalesce(sum(amount) filter (where account = 'RECEIVABLE'), 0) as open,
         coalesce(sum(amount) filter (where account = 'DISPUTED'), 0) as disputed
       from ar_posting where organization_id = $1 and posted_on <= $2::date and account in ('RECEIVABLE', 'DISPUTED')
       group by currency, item_id),
     aged as (
       select i.currency, i.open, i.disputed, r.id is not null as is_refund, $2::date - v.due_date as days
       from (select * from items where open <> 0 or disputed <> 0) i
       left join invoice v on v.id = i.item_id left join payment_refund r on r.id = i.item_id)
     select currency,
       coalesce(sum(open) filter (where open > 0 and not is_refund and coalesce(days, 0) <= 0), 0) as not_due,
       coalesce(sum(open) filter (where open > 0 and days between 1 and 30), 0) as days30,
       coalesce(sum(open) filter (where open > 0 and days between 31 and 60), 0) as days60,
       coalesce(sum(open) filter (where open > 0 and days between 61 and 90), 0) as days90,
       coalesce(sum(open) filter (where open > 0 and days > 90), 0) as over90,
       coalesce(sum(disputed), 0) as disputed,
       -coalesce(sum(open) filter (where open < 0), 0) as held,
       coalesce(sum(open) filter (where open > 0 and is_refund), 0) as open_refunds,
       coalesce(sum(open), 0) as balance
     from (select distinct currency from items) c left join aged using (currency) group by currency order by currency`,
    params: [organizationId, asOf],
  });
