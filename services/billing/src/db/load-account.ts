import type { Work } from '@staycover/change';
import { query } from '@staycover/db';
import { type Minor, sum } from '@staycover/kernel';
import type { Invoice } from '../domain/invoice.ts';
import type { Account } from '../domain/receivables/book.ts';
import { type Allocation, available, openRefund } from '../domain/receivables/item.ts';
import { type AccountKey, DUE, IS_ISSUED, IS_OPEN, noteToAllocate } from './accounts.ts';
import { invoices } from './invoices.ts';
import { type AllocationRow, payments, refunds, toAllocation } from './payments.ts';

/** What of an account a command is about, beside what it holds, and what it brings to be given. */
export type Named = { invoiceIds?: readonly string[]; paymentIds?: readonly string[]; brings?: Minor };

/**
 * Loads of a locked account what it holds, what is named, and of what is due as much as can be given to, in its turn; with
 * the policies of all invoices locked.
 */
export const loadAccount = async (tx: Work, key: AccountKey, named: Named): Promise<Account> => {
  const money = await loadMoney(tx, key, named);
  const documents = await readDocuments(tx, key, named);
  const documentIds = documents.map(({ id }) => id);
  const corrects = await readCorrects(tx, documentIds);
  const due = await readDue(tx, key, named, mostToGive(money, documents, named));
  await noteWaiting(tx, key, { money, documents, due, named });
  const open = [
    ...[...corrects.values()].flatMap((its) => [...its]),
    ...money.payments.flatMap(({ invoiceIds }) => invoiceIds),
    ...money.refunds.flatMap(({ openOn }) => Object.keys(openOn)),
    ...due,
  ];
  return {
    invoices: await lockAndLoad(tx, key, documentIds, open),
    ...money,
    allocations: await readAllocations(tx, money, named),
    corrects,
  };
};

type Money = Pick<Account, 'payments' | 'refunds'>;

/** As many payments that an account holds are used in one transaction. */
const MOST_PAYMENTS = 500;

/** The oldest held and the named payments and those of open refunds, and the refunds that are open or of named payments. */
const loadMoney = async (tx: Work, key: AccountKey, named: Named): Promise<Money> => {
  const own = [key.organizationId, key.currency, named.paymentIds ?? []];
  const back = await refunds.select(
    tx,
    `where t.organization_id = $1 and t.currency = $2 and (t.open_on <> '{}' or t.payment_id = any($3::uuid[])) order by t.id`,
    own,
  );
  const open = back.filter((one) => openRefund(one) > 0n);
  const came = await payments.select(
    tx,
    `where t.organization_id = $1 and t.currency = $2 and (t.id = any($3::uuid[]) or t.id = any(array(
       select id from payment where organization_id = $1 and currency = $2 and unallocated > 0 and status = 'RECEIVED'
       order by id limit ${MOST_PAYMENTS}))) order by t.id`,
    [...own.slice(0, 2), [...(named.paymentIds ?? []), ...open.map(({ paymentId }) => paymentId)]],
  );
  return { payments: came, refunds: back };
};

/** An invoice or credit note, and how much credit it may have to give: its own, or what it had once it is void. */
type DocumentRow = { id: string; gives: string; held: boolean };

/** As many credits that an account holds are used in one transaction. */
const MOST_CREDITS = 500;

/** The oldest open credits, named invoices, what named payments have paid, and what has met one of these or their refunds. */
const readDocuments = (tx: Work, { organizationId, currency }: AccountKey, named: Named): Promise<DocumentRow[]> =>
  // Each part by an index of its own, whatever else the organization has.
  query(
    tx,
    `select id, case when total < 0 then -(${DUE}) when id = any($3::uuid[]) then amount_credited else 0 end as gives,
       total < 0 and ${IS_OPEN} as held
     from invoice where organization_id = $1 and currency = $2 and id = any(array(
       (select id from invoice where organization_id = $1 and currency = $2 and ${IS_OPEN} and total < 0
        order by id limit ${MOST_CREDITS})
       union select unnest($3::uuid[])
       union select target_id from allocation where source_id = any($4::uuid[])
       union select source_id from allocation where target_id = any(array(
         select unnest($3::uuid[]) union all select id from payment_refund where payment_id = any($4::uuid[])))))`,
    [organizationId, currency, named.invoiceIds ?? [], named.paymentIds ?? []],
  );

type Waiting = { money: Money; documents: readonly DocumentRow[]; due: readonly string[]; named: Named };

/**
 * Where there may be more credits or payments than are read, the rest is for the next run, once these have something to
 * meet: what is due, what a command makes open, and credits also a refund.
 */
const noteWaiting = async (tx: Work, key: AccountKey, { money, documents, due, named }: Waiting): Promise<void> => {
  const { invoiceIds = [], paymentIds = [] } = named;
  const mayBeDue = due.length + invoiceIds.length + paymentIds.length > 0;
  const credits = documents.filter((one) => one.held).length;
  const held = money.payments.filter((one) => available(one) > 0n).length;
  const isCreditLeft = credits >= MOST_CREDITS && (mayBeDue || money.refunds.length > 0);
  const isPaymentLeft = held >= MOST_PAYMENTS && mayBeDue;
  const [noted] = [...due, ...documents.map(({ id }) => id)];
  if (noted && (isCreditLeft || isPaymentLeft)) await noteToAllocate(tx, key, noted);
};

/** The invoices with lines that credit notes of these correct. */
const readCorrects = async (tx: Work, ids: readonly string[]): Promise<Map<string, Set<string>>> => {
  const rows = await query<{ credit: string; invoice: string }>(
    tx,
    `select distinct l.invoice_id as credit, o.invoice_id as invoice
     from invoice i join invoice_line l on l.invoice_id = i.id join invoice_line o on o.id = l.origin_id
     where i.id = any($1::uuid[]) and i.total < 0 and l.origin_id <> l.id`,
    [ids],
  );
  const corrects = new Map<string, Set<string>>();
  for (const { credit, invoice } of rows) corrects.getOrInsertComputed(credit, () => new Set()).add(invoice);
  return corrects;
};

/** No more than that can be given: of a named payment all may come back, and again what its refunds had taken. */
const mostToGive = (money: Money, documents: readonly DocumentRow[], { paymentIds = [], brings = 0n }: Named): Minor =>
  brings +
  sum(documents.map(({ gives }) => BigInt(gives))) +
  sum(money.payments.map((one) => (paymentIds.includes(one.id) ? 2n * one.amount : available(one))));

/** As many invoices beside those that are named are paid in one transaction. */
const MOST_DUE = 500;

/**
 * What is due beside what is named, which may be void by then, in the order in which it is paid, until it sums to `most`.
 * Where that is too much, the rest is for the next run.
 */
const readDue = async (
  tx: Work,
  { organizationId, currency }: AccountKey,
  { invoiceIds = [] }: Named,
  most: Minor,
): Promise<string[]> => {
  if (most <= 0n) return [];
  const rows = await query<{ id: string; due: string }>(
    tx,
    `select id, ${DUE} as due from invoice where organization_id = $1 and currency = $2 and ${IS_ISSUED} and ${DUE} > 0
       and id <> all($3::uuid[])
     order by due_date, id limit ${MOST_DUE}`,
    [organizationId, currency, invoiceIds],
  );
  let left = most;
  const ids: string[] = [];
  for (const { id, due } of rows) {
    if (left <= 0n) return ids;
    ids.push(id);
    left -= BigInt(due);
  }
  if (left > 0n && rows.length === MOST_DUE) await noteToAllocate(tx, { organizationId, currency }, ids.at(-1)!);
  return ids;
};

/** These documents of the account, and of the others those that are open. */
const lockAndLoad = async (
  tx: Work,
  { organizationId, currency }: AccountKey,
  documentIds: readonly string[],
  openIds: readonly string[],
): Promise<Invoice[]> => {
  const params = [organizationId, currency, documentIds, openIds];
  const isWanted = `organization_id = $1 and currency = $2 and id = any(array(
    select unnest($3::uuid[]) union select id from invoice where id = any($4::uuid[]) and ${IS_OPEN}))`;
  await query(
    tx,
    `select from billing_account where policy_id in (select organization_policy_id from invoice where ${isWanted})
     order by policy_id for update`,
    params,
  );
  return invoices.select(tx, `where t.id in (select id from invoice where ${isWanted}) order by t.id`, params);
};

/** Those of the named payments, and to the named invoices and the refunds. */
const readAllocations = async (
  tx: Work,
  money: Money,
  { invoiceIds = [], paymentIds = [] }: Named,
): Promise<Allocation[]> => {
  const rows = await query<AllocationRow>(
    tx,
    `select id, source_id, target_id, amount from allocation
     where source_id = any($1::uuid[]) or target_id = any($2::uuid[]) order by id`,
    [paymentIds, [...invoiceIds, ...money.refunds.map(({ id }) => id)]],
  );
  return rows.map(toAllocation);
};
