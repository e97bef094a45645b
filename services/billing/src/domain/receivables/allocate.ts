import { least, type Minor } from '@staycover/kernel';
import { amountDue, type Invoice, isCreditNote, standingStatuses } from '../invoice.ts';
import { allot, announceRefund, type Book, byDueDate, creditLeft, layRefund } from './book.ts';
import { amountOn, available, openRefund, type Payment } from './item.ts';

const isStanding = ({ status }: Invoice): boolean => standingStatuses[status];

/** What an invoice takes: what is due, and of one that was given up also that. */
const takes = (invoice: Invoice): Minor =>
  isStanding(invoice) && !isCreditNote(invoice) ? amountDue(invoice) + invoice.amountWrittenOff : 0n;

/**
 * Gives what the account holds to what is open on it: credits first, then payments. A credit goes to invoices that it
 * corrects, then to open refunds, then to what else is due; a payment to the invoices that it names, then to what else
 * is due. What is left is held.
 */
export const allocate = (book: Book): void => {
  // An account may hold thousands of credits while nothing is due on it.
  if (!book.invoices.values().some((one) => takes(one) > 0n || one.amountRefunded > 0n)) return;
  for (const credit of inOrder([...book.invoices.values()].filter((one) => creditLeft(one) > 0n))) {
    giveCredit(book, credit.id);
  }
  for (const payment of inOrder([...book.payments.values()].filter((one) => available(one) > 0n))) {
    givePayment(book, payment);
  }
};

const inOrder = <T extends { id: string }>(items: readonly T[]): T[] =>
  items.toSorted((a, b) => (a.id < b.id ? -1 : 1));

const giveCredit = (book: Book, id: string): void => {
  const left = () => creditLeft(book.invoices.get(id)!);
  const corrected = book.corrects.get(id) ?? new Set();
  giveTo(book, id, left, (invoice) => (corrected.has(invoice.id) ? takes(invoice) : 0n));
  for (const invoice of inTurn(book, ({ amountRefunded }) => amountRefunded > 0n))
    meetRefunds(book, id, left, invoice.id);
  giveTo(book, id, left, invoiceDue);
};

const givePayment = (book: Book, { id, invoiceIds }: Payment): void => {
  const left = () => available(book.payments.get(id)!);
  giveTo(book, id, left, (invoice) => (invoiceIds.includes(invoice.id) ? takes(invoice) : 0n));
  giveTo(book, id, left, invoiceDue);
};

/** What is due on an invoice that was not given up. */
const invoiceDue = (invoice: Invoice): Minor =>
  isStanding(invoice) && !isCreditNote(invoice) ? amountDue(invoice) : 0n;

const inTurn = ({ invoices }: Book, wanted: (invoice: Invoice) => boolean): Invoice[] =>
  [...invoices.values()].filter(wanted).toSorted(byDueDate);

const giveTo = (book: Book, sourceId: string, left: () => Minor, most: (invoice: Invoice) => Minor): void => {
  if (left() === 0n) return;
  for (const invoice of inTurn(book, (one) => most(one) > 0n)) {
    allot(book, sourceId, invoice.id, least(left(), most(invoice)));
  }
};

/** A credit meets what was paid back of an invoice before. */
const meetRefunds = (book: Book, creditId: string, left: () => Minor, invoiceId: string): void => {
  for (const refund of inOrder([...book.refunds.values()].filter((one) => openRefund(one) > 0n))) {
    const met = least(left(), amountOn(refund.openOn, invoiceId));
    if (met === 0n) continue;
    layRefund(book, refund.id, invoiceId, -met);
    allot(book, creditId, refund.id, met);
    announceRefund(book, refund.id);
  }
};
