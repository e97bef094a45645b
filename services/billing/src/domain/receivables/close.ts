import type { Invoice } from '../invoice.ts';
import type { InvoiceDecision } from '../invoice-event.ts';
import type { InvoiceLine } from '../line.ts';
import { becomes, type Moving, statusByMoney } from '../move-invoice.ts';
import type { Account, Book } from './book.ts';

/** The invoices that a book changed, as they were. */
export const touched = ({ invoices }: Book, before: Account): Invoice[] =>
  before.invoices.filter((invoice) => invoices.get(invoice.id) !== invoice);

/** What becomes of the invoices that a book changed: their states, and the splits that follow the money. */
export const settle = (
  book: Book,
  before: Account,
  rules: Moving['rules'],
  lines: ReadonlyMap<string, readonly InvoiceLine[]>,
): { before: Invoice; decision: InvoiceDecision }[] =>
  touched(book, before).map((invoice) => {
    const changed = book.invoices.get(invoice.id)!;
    const after = { ...changed, status: statusByMoney(changed, book.today, book.cause) };
    const moving = { now: book.context.now, rules, lines: lines.get(invoice.id) ?? [] };
    return { before: invoice, decision: becomes(invoice, after, moving, { cause: book.cause }) };
  });
