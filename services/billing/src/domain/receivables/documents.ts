import { type Minor, sum } from '@staycover/kernel';
import type { Invoice } from '../invoice.ts';
import { type InvoiceLine, isOrderLine } from '../line.ts';
import { voidRefusal } from '../move-invoice.ts';
import { allocate } from './allocate.ts';
import { type Book, balanceWriteOff, changeInvoice, post, takeBack } from './book.ts';

/** The subtotal of an invoice: what its orders and its manual lines sum to. */
type Composition = { orders: Minor; manual: Minor };

/** Posts what an invoice or credit note bills, when it goes out. */
export const issue = (book: Book, { id, total, tax }: Invoice, { orders, manual }: Composition): void =>
  post(book, ['RECEIVABLE', id, total], ['BILLED', id, -orders], ['TAX', id, -tax], ['ADJUSTMENT', id, -manual]);

/**
 * Undoes what was billed; credits that it had are free for others.
 * @throws DomainError `invoice-has-payments`, `credit-note-used`.
 */
export const voidDocument = (book: Book, { id }: Invoice, composition: Composition): void => {
  const invoice = book.invoices.get(id)!;
  assertVoidable(invoice);
  book.cause = { reason: 'VOID', refundId: null };
  post(book, ['RECEIVABLE', id, invoice.amountWrittenOff], ['WRITTEN_OFF', id, -invoice.amountWrittenOff]);
  changeInvoice(book, id, () => ({ status: 'VOID', amountWrittenOff: 0n }));
  takeBack(book, id);
  const { orders, manual } = composition;
  issue(book, { ...invoice, total: -invoice.total, tax: -invoice.tax }, { orders: -orders, manual: -manual });
  allocate(book);
};

/** Undoes a credit note that was made for a refund, which has failed and given it back. */
export const voidGoodwill = (book: Book, { id, total }: Invoice): void => {
  changeInvoice(book, id, () => ({ status: 'VOID', paidDate: null }));
  post(book, ['RECEIVABLE', id, -total], ['ADJUSTMENT', id, total]);
};

/** @throws DomainError `invoice-has-payments`, `credit-note-used`. */
export const assertVoidable = (invoice: Invoice): void => {
  const refusal = voidRefusal(invoice);
  if (refusal) throw refusal;
};

/** Writes off what is due on an invoice that is given up. */
export const writeOff = (book: Book, id: string): void => {
  book.cause = { reason: 'WRITE_OFF', refundId: null };
  changeInvoice(book, id, () => ({ status: 'UNCOLLECTIBLE' }));
  balanceWriteOff(book, id);
};

/** Adds up the lines of an invoice, without their tax. */
export const composeLines = (lines: readonly InvoiceLine[]): Composition => ({
  orders: sum(lines.filter(isOrderLine).map(({ amount }) => amount)),
  manual: sum(lines.filter(({ manual }) => manual).map(({ amount }) => amount)),
});
