import { least, type Minor } from '@staycover/kernel';
import { amountDue, amountMissing, type Invoice, isCreditNote, standingStatuses } from '../invoice.ts';
import { allot, announceRefund, type Book, byDueDate, creditLeft, layRefund, oldestFirst } from './book.ts';
import { amountOn, available, openRefund, type Payment } from './item.ts';

/** Whether an invoice takes money at all: it stands, and is no credit note. */
const isPayable = (invoice: Invoice): boolean => standingStatuses[invoice.status] && !isCreditNote(invoice);

/** What an invoice takes: what is due, and of one that was given up also that. */
const takes = (invoice: Invoice): Minor => (isPayable(invoice) ? amountMissing(invoice) : 0n);

/** What is due on an invoice that was not given up. */
const invoiceDue = (invoice: Invoice): Minor => (isPayable(invoice) ? amountDue(invoice) : 0n);

/** What takes anything of an account, by id in the order in which it is paid. */
type Open = {
  turns: ReadonlyMap<string, number>;
  refunded: readonly string[];
  /** With anything due, the next one last: it goes once nothing is due on it. */
  due: string[];
};

/** Found and ordered once: giving makes none of the others take anything, and an account may hold thousands of credits. */
const findOpen = ({ invoices }: Book): Open => {
  const open = [...invoices.values()].filter((one) => takes(one) > 0n || one.amountRefunded > 0n).toSorted(byDueDate);
  const idsWhere = (holds: (invoice: Invoice) => boolean) => open.filter(holds).map(({ id }) => id);
  return {
    turns: new Map(open.map(({ id }, turn) => [id, turn])),
    refunded: idsWhere(({ amountRefunded }) => amountRefunded > 0n),
    due: idsWhere((one) => invoiceDue(one) > 0n).toReversed(),
  };
};

/**
 * Gives what the account holds to what is open on it: credits first, then payments. A credit goes to invoices that it
 * corrects, then to open refunds, then to what else is due; a payment to the invoices that it names, then to what else
 * is due. What is left is held.
 */
export const allocate = (book: Book): void => {
  const open = findOpen(book);
  for (const credit of oldestFirst([...book.invoices.values()].filter((one) => creditLeft(one) > 0n))) {
    giveCredit(book, open, credit.id);
  }
  for (const payment of oldestFirst([...book.payments.values()].filter((one) => available(one) > 0n))) {
    givePayment(book, open, payment);
  }
};

const giveCredit = (book: Book, open: Open, id: string): void => {
  const left = () => creditLeft(book.invoices.get(id)!);
  giveTo(book, open, [...(book.corrects.get(id) ?? [])], { id, left });
  for (const invoiceId of open.refunded) {
    if (left() === 0n) return;
    if (book.invoices.get(invoiceId)!.amountRefunded > 0n) meetRefunds(book, id, left, invoiceId);
  }
  giveToDue(book, open, { id, left });
};

const givePayment = (book: Book, open: Open, { id, invoiceIds }: Payment): void => {
  const left = () => available(book.payments.get(id)!);
  giveTo(book, open, invoiceIds, { id, left });
  giveToDue(book, open, { id, left });
};

/** A payment or credit, and what is left of it. */
type Source = { id: string; left: () => Minor };

/** Gives to these invoices in their turn, as long as anything is left. */
const giveTo = (book: Book, { turns }: Open, wanted: readonly string[], { id, left }: Source): void => {
  const ids = wanted.filter((one) => turns.has(one)).toSorted((a, b) => turns.get(a)! - turns.get(b)!);
  for (const invoiceId of ids) allot(book, id, invoiceId, least(left(), takes(book.invoices.get(invoiceId)!)));
};

const giveToDue = (book: Book, { due }: Open, { id, left }: Source): void => {
  for (let next = due.at(-1); next !== undefined && left() > 0n; next = due.at(-1)) {
    allot(book, id, next, least(left(), invoiceDue(book.invoices.get(next)!)));
    if (invoiceDue(book.invoices.get(next)!) === 0n) due.pop();
  }
};

/** A credit meets what was paid back of an invoice before. */
const meetRefunds = (book: Book, creditId: string, left: () => Minor, invoiceId: string): void => {
  for (const refund of oldestFirst([...book.refunds.values()].filter((one) => openRefund(one) > 0n))) {
    const met = least(left(), amountOn(refund.openOn, invoiceId));
    if (met === 0n) continue;
    layRefund(book, refund.id, invoiceId, -met);
    allot(book, creditId, refund.id, met);
    announceRefund(book, refund.id);
  }
};
