import { type Page, pageInSql, query, type Work } from '@staycover/db';
import type { LedgerAccount } from '../domain/receivables/item.ts';
import { type AccountKey, DUE, IS_OPEN } from './accounts.ts';

/** Of one currency, in minor units. */
export type Balances = {
  currency: string;
  due: string;
  overdue: string;
  held: string;
  open_refunds: string;
  disputed: string;
  balance: string;
};

/** The currencies of an organization's accounts. */
const CURRENCIES = `(select currency from receivable_account where organization_id = $1
  union select currency from account_to_allocate where organization_id = $1)`;

/** What an organization owes on a day, by currency: of what is open, which is little beside what is settled. */
export const readBalances = (work: Work, organizationId: string, today: string): Promise<Balances[]> =>
  query(
    work,
    `with amounts as (
       select currency, 0::bigint as due, false as is_overdue, 0::bigint as refunded, 0::bigint as disputed, 0::bigint as held
       from ${CURRENCIES} a
       union all
       select currency, ${DUE}, due_date < $2::date, amount_refunded, 0, 0
       from invoice where organization_id = $1 and ${IS_OPEN}
       union all
       select currency, 0, false, 0, 0, unallocated from payment where organization_id = $1 and unallocated > 0
       union all
       select currency, 0, false, 0, disputed, 0 from payment where organization_id = $1 and disputed > 0)
     select currency, coalesce(sum(due) filter (where due > 0), 0) as due,
       coalesce(sum(due) filter (where due > 0 and is_overdue), 0) as overdue,
       sum(held) - coalesce(sum(due) filter (where due < 0), 0) as held,
       sum(refunded) as open_refunds, sum(disputed) as disputed, sum(due) + sum(refunded) - sum(held) as balance
     from amounts group by currency order by currency`,
    [organizationId, today],
  );

export type PostingRow = {
  entry_id: string;
  line: number;
  posted_on: string;
  account: LedgerAccount;
  item_id: string;
  policy_id: string | null;
  amount: string;
};

/** The postings of an account from one day to another, oldest first. */
export const readPostings = (
  work: Work,
  { organizationId, currency }: AccountKey,
  days: { from: string; to: string; limit: number },
): Promise<PostingRow[]> =>
  query(
    work,
    `select entry_id, line, posted_on::text, account, item_id, policy_id, amount from ar_posting
     where organization_id = $1 and currency = $2 and posted_on between $3 and $4
     order by posted_on, entry_id, line limit $5`,
    [organizationId, currency, days.from, days.to, days.limit],
  );

/** What the organization owed before a day, in minor units: by the counts of earlier months, and the postings of the day's. */
export const receivableBefore = async (
  work: Work,
  { organizationId, currency }: AccountKey,
  day: string,
): Promise<bigint> => {
  const [row] = await query<{ balance: string }>(
    work,
    `select
       coalesce((select sum(amount) from ar_posting_count
         where organization_id = $1 and currency = $2 and month < $3 and account = 'RECEIVABLE'), 0)
       + coalesce((select sum(amount) from ar_posting where organization_id = $1 and currency = $2
           and posted_on >= $4 and posted_on < $5 and account = 'RECEIVABLE'), 0) as balance`,
    [organizationId, currency, day.slice(0, 7), `${day.slice(0, 7)}-01`, day],
  );
  return BigInt(row!.balance);
};

/** What a posting is about, as people call it. */
export type LedgerItem = { kind: 'INVOICE' | 'CREDIT_NOTE' | 'PAYMENT' | 'REFUND'; reference: string };

/** A day, and an entry of it. */
export type EntryPosition = { postedOn: string; entryId: string };

type EntryPage = Omit<Page, 'after'> & { itemId: string | undefined; after: EntryPosition | undefined };

export type EntryRow = PostingRow & { currency: string };

const NO_ENTRY = '00000000-0000-0000-0000-000000000000';

/** The postings of a page of entries of an organization, or of those about an item alone, entry by entry. */
export const readEntries = (
  work: Work,
  organizationId: string,
  { itemId, limit, after, order }: EntryPage,
): Promise<EntryRow[]> => {
  const { beyond, sort } = pageInSql(order);
  const { postedOn, entryId } = after ?? { postedOn: beyond === '<' ? 'infinity' : '-infinity', entryId: NO_ENTRY };
  const isBehind = `p.organization_id = $1 and (p.posted_on, p.entry_id) ${beyond} ($3::date, $4::uuid)`;
  const first = `order by posted_on ${sort}, entry_id ${sort} limit $2`;
  const selectEntries = (those: string): string =>
    `select distinct p.posted_on, p.entry_id from ar_posting p where ${those} and ${isBehind} ${first}`;
  // Postings are indexed by currency: a page is put together from one of each.
  const all = `select e.posted_on, e.entry_id
    from ${CURRENCIES} a
    cross join lateral (${selectEntries('p.currency = a.currency')}) e ${first}`;
  return query(
    work,
    `select p.entry_id, p.line, p.posted_on::text, p.account, p.item_id, p.policy_id, p.amount, p.currency
     from (${itemId === undefined ? all : selectEntries('p.item_id = $5')}) e join ar_posting p on p.entry_id = e.entry_id
     order by e.posted_on ${sort}, e.entry_id ${sort}, p.line`,
    [organizationId, limit, postedOn, entryId, ...(itemId === undefined ? [] : [itemId])],
  );
};

/** The items of postings, by id; a refund has the reference of its payment. */
export const ledgerItems = async (
  work: Work,
  postings: readonly PostingRow[],
): Promise<ReadonlyMap<string, LedgerItem>> => {
  const ids = [...new Set(postings.map(({ item_id }) => item_id))];
  const rows = await query<LedgerItem & { id: string }>(
    work,
    `select id, case when total < 0 then 'CREDIT_NOTE' else 'INVOICE' end as kind, invoice_reference as reference
       from invoice where id = any($1::uuid[])
     union all select id, 'PAYMENT', payment_reference from payment where id = any($1::uuid[])
     union all select r.id, 'REFUND', p.payment_reference from payment_refund r join payment p on p.id = r.payment_id
       where r.id = any($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map(({ id, kind, reference }) => [id, { kind, reference }]));
};
