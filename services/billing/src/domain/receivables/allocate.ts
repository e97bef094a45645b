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

/**
 * Gives what the account holds to what is open on it: credits first, then payments. A credit goes to invoices that it
 * corrects, then to open refunds, then to what else is due; a payment to the invoices that it names, then to what else
 * is due. What is left is held.
 */
export const allocate = (book: Book): void => {
  const invoices = [...book.invoices.values()];
  // Found once: giving makes none of the others take anything, and an account may hold thousands of credits.
  const open = invoices.filter((one) => takes(one) > 0n || one.amountRefunded > 0n).map(({ id }) => id);
  for (const credit of oldestFirst(invoices.filter((one) => creditLeft(one) > 0n))) giveCredit(book, open, credit.id);
  for (const payment of oldestFirst([...book.payments.values()].filter((one) => available(one) > 0n))) {
    givePayment(book, open, payment);
  }
};

const giveCredit = (book: Book, open: readonly string[], id: string): void => {
  const left = () => creditLeft(book.invoices.get(id)!);
  const corrected = book.corrects.get(id) ?? new Set();
  const give = giving(book, open, id, left);
  give((invoice) => (corrected.has(invoice.id) ? takes(invoice) : 0n));
  for (const invoice of inTurn(book, open, ({ amountRefunded }) => amountRefunded > 0n))
    meetRefunds(book, id, left, invoice.id);
  give(invoiceDue);
};

const givePayment = (book: Book, open: readonly string[], { id, invoiceIds }: Payment): void => {
  const left = () => available(book.payments.get(id)!);
  const give = giving(book, open, id, left);
  give((invoice) => (invoiceIds.includes(invoice.id) ? takes(invoice) : 0n));
  give(invoiceDue);
};

const inTurn = ({ invoices }: Book, ids: readonly string[], wanted: (invoice: Invoice) => boolean): Invoice[] =>
  ids
    .map((id) => invoices.get(id)!)
    .filter(wanted)
    .toSorted(byDueDate);

/** Returns what gives of a source, as long as anything is left, to each invoice at most what it may have. */
const giving =
  (book: Book, open: readonly string[], sourceId: string, left: () => Minor) =>
  (most: (invoice: Invoice) => Minor): void => {
    if (left() === 0n) return;
    for (const invoice of inTurn(book, open, (one) => most(one) > 0n)) {
      allot(book, sourceId, invoice.id, least(left(), most(invoice)));
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
