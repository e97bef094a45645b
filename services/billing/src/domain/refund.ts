import { DomainError, type Minor } from '@staycover/kernel';
import type { Invoice } from './invoice.ts';
import type { InvoiceDecision, InvoiceEvent } from './invoice-event.ts';
import { type InvoiceLine, isOrderLine } from './line.ts';
import type { PaidBack } from './payment.ts';
import { reversalsOf } from './reserve-splits.ts';

/**
 * How much of an invoice a refund pays back: no more than the rest of its total.
 * @throws DomainError `invalid-transition` unless the invoice is PAID.
 */
export const refundable = ({ status, invoiceReference, total, refunded }: Invoice, amount: Minor): Minor => {
  if (status !== 'PAID') {
    const detail = `Invoice ${invoiceReference} is ${status}; only a PAID one can be refunded.`;
    throw new DomainError('invalid-transition', detail, { from: status, to: status, allowed: [] });
  }
  const rest = total - refunded;
  return amount < rest ? amount : rest;
};

/** Records that so much of an invoice was paid back, and takes its reserve splits back pro rata. */
export const refundInvoice = (
  invoice: Invoice,
  { refundId, amount }: PaidBack,
  lines: readonly InvoiceLine[],
): InvoiceDecision => {
  const { total: whole, refunded, reserveSplitsPublishedAt } = invoice;
  const after = refunded + amount;
  const changedEvent: InvoiceEvent = { type: 'invoice-changed' };
  const state = { ...invoice, refunded: after };
  if (reserveSplitsPublishedAt === null) return { state, events: [changedEvent] };
  const splits = reversalsOf(lines.filter(isOrderLine), { of: refunded, whole }, { of: after, whole });
  const reversal = { reason: 'REFUND', refundId } as const;
  return { state, events: [changedEvent, { type: 'reserve-split-reversed', splits, reversal }] };
};
