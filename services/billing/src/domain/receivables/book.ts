import {
  businessDate,
  type CalendarDate,
  type Context,
  compareDates,
  compareTexts,
  isSameDay,
  type Minor,
  sum,
} from '@staycover/kernel';
import { amountDue, type Invoice, isCreditNote } from '../invoice.ts';
import {
  type Allocation,
  amountOn,
  type LedgerAccount,
  type Payment,
  type PaymentAnnouncement,
  type Posting,
  type Refund,
  withAmountOn,
} from './item.ts';

/** What of an account a command needs: its open items, and those that it names. */
export type Account = {
  invoices: readonly Invoice[];
  payments: readonly Payment[];
  refunds: readonly Refund[];
  /** Of the named payments, and to the named invoices and the refunds, from the oldest. */
  allocations: readonly Allocation[];
  /** The invoices with lines that credit notes correct. */
  corrects: ReadonlyMap<string, ReadonlySet<string>>;
};

/** Why splits are taken back. */
export type Cause = { reason: 'REFUND' | 'VOID' | 'REVERSAL' | 'DISPUTE' | 'WRITE_OFF'; refundId: string | null };

/** The working copy of an account, in which a command does all that belongs to it before anything is stored. */
export type Book = {
  readonly context: Context;
  readonly today: CalendarDate;
  readonly corrects: ReadonlyMap<string, ReadonlySet<string>>;
  readonly invoices: Map<string, Invoice>;
  readonly payments: Map<string, Payment>;
  readonly refunds: Map<string, Refund>;
  /** Those known, then those made. */
  readonly allocations: Allocation[];
  readonly made: Allocation[];
  readonly postings: Posting[];
  readonly announced: { paymentId: string; event: PaymentAnnouncement }[];
  cause: Cause;
};

const byId = <T extends { id: string }>(items: readonly T[]): Map<string, T> =>
  new Map(items.map((item) => [item.id, item]));

export const openBook = (account: Account, context: Context): Book => ({
  context,
  today: businessDate(context.now),
  corrects: account.corrects,
  invoices: byId(account.invoices),
  payments: byId(account.payments),
  refunds: byId(account.refunds),
  allocations: [...account.allocations],
  made: [],
  postings: [],
  announced: [],
  cause: { reason: 'REVERSAL', refundId: null },
});

type Leg = [account: LedgerAccount, itemId: string, amount: Minor];

/** Posts an entry; legs of 0 are left out. */
export const post = (book: Book, ...legs: readonly Leg[]): void => {
  const entryId = book.context.newId();
  const posted = legs.filter(([, , amount]) => amount !== 0n);
  for (const [line, [account, itemId, amount]] of posted.entries()) {
    book.postings.push({ entryId, line, account, itemId, policyId: findPolicyId(book, itemId), amount });
  }
};

const findPolicyId = ({ invoices }: Book, itemId: string): string | null =>
  invoices.get(itemId)?.organizationPolicyId ?? null;

/** Notes what a payment is to announce. */
export const announce = ({ announced }: Book, paymentId: string, event: PaymentAnnouncement): void =>
  void announced.push({ paymentId, event });

/** Notes that what is known of a refund has changed, for its payment to announce. */
export const announceRefund = (book: Book, id: string): void => {
  const refund = book.refunds.get(id)!;
  announce(book, refund.paymentId, { type: 'payment-refunded', refund });
};

/** The refunds of a payment that were made or are asked for: one that failed took nothing. */
export const standingRefunds = ({ refunds }: Pick<Book, 'refunds'>, paymentId: string): Refund[] =>
  [...refunds.values()].filter((one) => one.paymentId === paymentId && one.status !== 'FAILED');

/** Changes an invoice of the book. */
export const changeInvoice = ({ invoices }: Book, id: string, change: (invoice: Invoice) => Partial<Invoice>): void => {
  const invoice = invoices.get(id)!;
  invoices.set(id, { ...invoice, ...change(invoice) });
};

export const changePayment = ({ payments }: Book, id: string, change: (payment: Payment) => Partial<Payment>): void => {
  const payment = payments.get(id)!;
  payments.set(id, { ...payment, ...change(payment) });
};

/** Gives so much of a payment or credit note to an invoice or refund; below 0 takes it back. */
export const allot = (book: Book, sourceId: string, targetId: string, amount: Minor): void => {
  if (amount === 0n) return;
  const allocation = { id: book.context.newId(), sourceId, targetId, amount };
  book.allocations.push(allocation);
  book.made.push(allocation);
  const isPayment = book.payments.has(sourceId);
  if (isPayment) changePayment(book, sourceId, ({ unallocated }) => ({ unallocated: unallocated - amount }));
  else changeInvoice(book, sourceId, ({ amountCredited }) => ({ amountCredited: amountCredited - amount }));
  post(book, ['RECEIVABLE', sourceId, amount], ['RECEIVABLE', targetId, -amount]);
  if (book.refunds.has(targetId)) return;
  changeInvoice(book, targetId, ({ amountPaid, amountCredited }) =>
    isPayment ? { amountPaid: amountPaid + amount } : { amountCredited: amountCredited + amount },
  );
  const { status, amountWrittenOff } = book.invoices.get(targetId)!;
  if (status === 'UNCOLLECTIBLE' || amountWrittenOff > 0n) balanceWriteOff(book, targetId);
};

/** What is due on an invoice that was given up is written off, and what comes for it takes that back. */
export const balanceWriteOff = (book: Book, id: string): void => {
  const due = amountDue(book.invoices.get(id)!);
  changeInvoice(book, id, ({ amountWrittenOff }) => ({ amountWrittenOff: amountWrittenOff + due }));
  post(book, ['WRITTEN_OFF', id, due], ['RECEIVABLE', id, -due]);
};

/** Lays an open part of a refund on an invoice, or below 0 takes it off. */
export const layRefund = (book: Book, refundId: string, invoiceId: string, amount: Minor): void => {
  if (amount === 0n) return;
  const refund = book.refunds.get(refundId)!;
  const openOn = withAmountOn(refund.openOn, invoiceId, amountOn(refund.openOn, invoiceId) + amount);
  book.refunds.set(refundId, { ...refund, openOn });
  changeInvoice(book, invoiceId, ({ amountRefunded }) => ({ amountRefunded: amountRefunded + amount }));
};

/** What of a source has gone to each target, from the one that came first. */
export const allotted = ({ allocations }: Book, sourceId: string): Map<string, Minor> => {
  const amounts = new Map<string, Minor>();
  for (const one of allocations) {
    if (one.sourceId === sourceId) amounts.set(one.targetId, (amounts.get(one.targetId) ?? 0n) + one.amount);
  }
  return new Map([...amounts].filter(([, amount]) => amount !== 0n));
};

/** Takes back what an invoice or refund was given; returns from where, also where all of that was taken back before. */
export const takeBack = (book: Book, targetId: string): string[] => {
  const given = Map.groupBy(
    book.allocations.filter((one) => one.targetId === targetId),
    ({ sourceId }) => sourceId,
  );
  for (const [sourceId, its] of given) allot(book, sourceId, targetId, -sum(its.map(({ amount }) => amount)));
  return [...given.keys()];
};

/** What is left of a credit note that was issued. */
export const creditLeft = (invoice: Invoice): Minor =>
  isCreditNote(invoice) && invoice.status !== 'DRAFT' ? -amountDue(invoice) : 0n;

/** Ids grow with time. */
export const oldestFirst = <T extends { id: string }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => compareTexts(a.id, b.id));

/** By due date, then id: the order in which money goes to invoices. */
export const byDueDate = (a: Invoice, b: Invoice): number => {
  if (a.dueDate && b.dueDate && !isSameDay(a.dueDate, b.dueDate)) return compareDates(a.dueDate, b.dueDate);
  return compareTexts(a.id, b.id);
};
