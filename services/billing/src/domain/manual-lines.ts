import { type Currency, DomainError, type Minor, type NewId, rateUnit } from '@staycover/kernel';
import type { Invoice } from './invoice.ts';
import type { InvoiceDecision } from './invoice-event.ts';
import type { InvoiceLine, LineCategory, ManualLine } from './line.ts';
import { calculateTotals } from './totals.ts';

const MOST_MANUAL_LINES = 200;

export type NewLine = { description: string; amount: Minor; category: LineCategory };

/**
 * A manual line to add to an invoice that has `lines`.
 * @throws DomainError `line-limit`.
 */
export const manualLine = (
  { currency }: Invoice,
  lines: readonly InvoiceLine[],
  line: NewLine,
  newId: NewId,
): ManualLine => {
  if (lines.filter(({ manual }) => manual).length >= MOST_MANUAL_LINES) {
    throw new DomainError('line-limit', `The invoice has ${MOST_MANUAL_LINES} manual lines, and takes no more.`);
  }
  return newManualLine(line, currency, newId());
};

export const newManualLine = (
  { description, amount, category }: NewLine,
  currency: Currency,
  id: string,
): ManualLine => ({
  manual: true,
  id,
  category,
  description,
  quantity: 1,
  unitPrice: amount * rateUnit(currency),
  amount,
});

/**
 * The manual line at an index.
 * @throws DomainError `not-found` beyond the lines, `order-line-immutable`.
 */
export const manualLineAt = (lines: readonly InvoiceLine[], index: number): ManualLine => {
  const line = lines[index];
  if (!line) throw new DomainError('not-found', `The invoice has ${lines.length} lines, none at index ${index}.`);
  if (line.manual) return line;
  const detail = `Line ${index} fulfils order ${line.order.orderReference}; only manual lines can be removed.`;
  throw new DomainError('order-line-immutable', detail);
};

/** An invoice that has other lines now. */
export const withLines = (invoice: Invoice, lines: readonly InvoiceLine[]): InvoiceDecision => ({
  state: { ...invoice, ...calculateTotals(lines) },
  events: [{ type: 'invoice-changed' }],
});
