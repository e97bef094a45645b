import type { Resource } from '@staycover/client';
import { earliest, isAfter } from '@staycover/kernel';

type Invoice = Resource<'Invoice'>;
type Payment = Resource<'Payment'>;
type Posting = Resource<'Statement'>['postings'][number];
type LedgerAccount = Posting['account'];

/** Reads over HTTP: `list` all pages. */
export type Reading = {
  get<T>(path: string): Promise<T>;
  list<T>(path: string): Promise<T[]>;
};

/** An account as the interface shows it, in cents. */
export type AccountBooks = {
  invoices: Invoice[];
  payments: Payment[];
  postings: Posting[];
  /** By account of the ledger. */
  balances: Readonly<Record<LedgerAccount, number>>;
  due: number;
  held: number;
  openRefunds: number;
  balance: number;
};

export const cents = (amount: number): number => Math.round(amount * 100);

export const sumBy = <T>(items: readonly T[], amount: (item: T) => number): number =>
  items.reduce((sum, item) => sum + amount(item), 0);

const sumsBy = <T>(
  items: readonly T[],
  getKey: (item: T) => string,
  amount: (item: T) => number,
): Map<string, number> => new Map([...Map.groupBy(items, getKey)].map(([key, its]) => [key, sumBy(its, amount)]));

/** Reads all that an organization has billed, paid and owes in USD, over some days of its ledger. */
export const readBooks = async (
  { get, list }: Reading,
  organizationId: string,
  days: { from: Temporal.PlainDate; to: Temporal.PlainDate },
): Promise<AccountBooks> => {
  const of = `organizationId=${organizationId}`;
  const invoices = await list<Invoice>(`/api/invoice?${of}&limit=500`);
  const payments = await list<Payment>(`/api/payment?${of}&limit=500`);
  const { balances: all } = await get<Resource<'AccountBalance'>>(`/api/account/${organizationId}`);
  const postings: Posting[] = [];
  // A statement has at most 10,000 postings.
  for (let from = days.from; !isAfter(from, days.to); from = from.add({ days: 7 })) {
    const last = from.add({ days: 6 });
    const to = earliest(last, days.to);
    const path = `/api/account/${organizationId}/statement?currency=USD&from=${from}&to=${to}`;
    for (const posting of (await get<Resource<'Statement'>>(path)).postings) postings.push(posting);
  }
  const sums = sumsBy(
    postings,
    ({ account }) => account,
    ({ amount }) => cents(amount),
  );
  const of0 = (account: LedgerAccount) => sums.get(account) ?? 0;
  const found = all.find(({ currency }) => currency === 'USD');
  return {
    invoices,
    payments,
    postings,
    balances: {
      RECEIVABLE: of0('RECEIVABLE'),
      CASH: of0('CASH'),
      BILLED: of0('BILLED'),
      TAX: of0('TAX'),
      ADJUSTMENT: of0('ADJUSTMENT'),
      WRITTEN_OFF: of0('WRITTEN_OFF'),
      DISPUTED: of0('DISPUTED'),
    },
    due: cents(found?.due ?? 0),
    held: cents(found?.held ?? 0),
    openRefunds: cents(found?.openRefunds ?? 0),
    balance: cents(found?.balance ?? 0),
  };
};

type Rule = [what: string, one: number, other: number];

/** What does not agree in an account; nothing when every cent is where it belongs. */
export const findFaults = (books: AccountBooks): string[] =>
  [...entryRules(books), ...itemRules(books), ...accountRules(books), ...stateRules(books)].flatMap(
    ([what, one, other]) => (one === other ? [] : [`${what}: ${one} is not ${other}`]),
  );

const entryRules = ({ postings }: AccountBooks): Rule[] =>
  [
    ...sumsBy(
      postings,
      ({ entryId }) => entryId,
      ({ amount }) => cents(amount),
    ),
  ].map(([id, sum]): Rule => [`entry ${id}`, sum, 0]);

/** The ledger balance of each item equals the amount on the item. */
const itemRules = ({ postings, invoices, payments }: AccountBooks): Rule[] => {
  const receivable = sumsBy(
    postings.filter(({ account }) => account === 'RECEIVABLE'),
    ({ itemId }) => itemId,
    ({ amount }) => cents(amount),
  );
  const of = (id: string) => receivable.get(id) ?? 0;
  return [
    ...invoices
      .filter(({ status }) => status !== 'DRAFT')
      .map((one): Rule => [`due of ${one.invoiceReference}`, of(one.id), cents(one.amountDue)]),
    ...payments.map((one): Rule => [`rest of ${one.paymentReference}`, -of(one.id), cents(one.unallocated)]),
    ...payments.flatMap(({ refunds }) => refunds).map((one): Rule => [`refund ${one.id}`, of(one.id), cents(one.open)]),
  ];
};

const isOut = ({ status }: Invoice): boolean => status !== 'DRAFT' && status !== 'VOID';

const accountRules = ({ balances, balance, invoices, payments, ...books }: AccountBooks): Rule[] => {
  const out = invoices.filter(isOut);
  const received = payments.map((one) => (one.status === 'REVERSED' ? 0 : cents(one.amount - one.lost - one.disputed)));
  const refunds = payments.flatMap((one) => one.refunds).filter(({ status }) => status !== 'FAILED');
  const { RECEIVABLE, CASH, BILLED, TAX, ADJUSTMENT, WRITTEN_OFF, DISPUTED } = balances;
  return [
    ['the accounts', RECEIVABLE + CASH + BILLED + TAX + ADJUSTMENT + WRITTEN_OFF + DISPUTED, 0],
    ['what is owed, by ledger and account', RECEIVABLE, balance],
    ['due and open refunds less what is held', books.due + books.openRefunds - books.held, balance],
    ['billed, by ledger and documents', -(BILLED + TAX + ADJUSTMENT), sumBy(out, ({ total }) => cents(total))],
    ['cash, by ledger and payments', CASH, sumBy(received, (one) => one) - sumBy(refunds, (one) => cents(one.amount))],
    ['written off, by ledger and invoices', WRITTEN_OFF, sumBy(invoices, (one) => cents(one.amountWrittenOff))],
    ['disputed, by ledger and payments', DISPUTED, sumBy(payments, ({ disputed }) => cents(disputed))],
  ];
};

/** PAID means nothing due and nothing written off. */
const stateRules = ({ invoices }: AccountBooks): Rule[] =>
  invoices
    .filter((one) => isOut(one) && one.total !== 0)
    .map(({ invoiceReference, status, amountDue, amountWrittenOff }): Rule => {
      const isPaid = amountDue === 0 && amountWrittenOff === 0;
      return [`${invoiceReference} is ${status}, which`, Number(status === 'PAID'), Number(isPaid)];
    });

/** What of the documents' totals has come by money or credit, and was not paid back. */
export const settledAmount = ({ amountPaid, amountCredited, amountRefunded }: Invoice): number =>
  cents(amountPaid) + cents(amountCredited) - cents(amountRefunded);
