import { dayPaid, type Invoice } from '../invoice.ts';
import type { InvoiceDecision } from '../invoice-event.ts';
import type { InvoiceLine } from '../line.ts';
import { becomes, type MoveContext, statusByMoney } from '../move-invoice.ts';
import type { Account, Book, Cause } from './book.ts';

/** The invoices that a book changed, as they were. */
export const touched = ({ invoices }: Book, before: Account): Invoice[] =>
  before.invoices.filter((invoice) => invoices.get(invoice.id) !== invoice);

/** What becomes of the invoices that a book changed: their states, and the splits that follow the money. */
export const closeBook = (
  book: Book,
  before: Account,
  rules: MoveContext['rules'],
  lines: ReadonlyMap<string, readonly InvoiceLine[]>,
): { before: Invoice; decision: InvoiceDecision }[] => {
  const { made, payments, today } = book;
  const lastSources = new Map(made.map(({ targetId, sourceId }) => [targetId, sourceId]));
  return touched(book, before).map((invoice) => {
    const changed = book.invoices.get(invoice.id)!;
    const cause = causeFor(book, invoice, changed);
    const after = { ...changed, status: statusByMoney(changed, today, cause) };
    const moving = { now: book.context.now, rules, lines: lines.get(invoice.id) ?? [] };
    // A credit is there as it is given; a payment may have been received before.
    const payment = payments.get(lastSources.get(invoice.id) ?? '');
    const paidOn = payment ? dayPaid(payment.receivedOn, after) : today;
    return { before: invoice, decision: becomes(invoice, after, moving, { cause, paidOn }) };
  });
};

/** The end of a dispute also changes invoices that it takes nothing from: won, or by money that it frees. */
const causeFor = ({ cause }: Book, before: Invoice, after: Invoice): Cause =>
  cause.reason === 'DISPUTE' && after.amountPaid >= before.amountPaid ? { ...cause, reason: 'REVERSAL' } : cause;
