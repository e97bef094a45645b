import { assertTransition, businessDate, type CalendarDate, type Instant, unchanged } from '@staycover/kernel';
import { assertNotNegative, type Invoice, type InvoiceStatus, invoiceTransitions } from './invoice.ts';
import type { InvoiceDecision, InvoiceEvent } from './invoice-event.ts';
import { type InvoiceLine, isOrderLine, type OrderLine } from './line.ts';
import type { Delivery } from './payment.ts';
import { reversalsOf, splitsOf } from './reserve-splits.ts';

/** What a move goes by, beside the invoice. */
export type Moving = {
  now: Instant;
  rules: { INVOICE_DUE_DAYS: number; RESERVE_SPLIT_ON: 'PAID' | 'SENT' };
  lines: readonly InvoiceLine[];
};

/** How an invoice goes out through the payment provider, and when it is due there. */
export type ProviderDelivery = Delivery & { dueDate: CalendarDate };

/**
 * Moves an invoice to another state, with everything that follows from it; the same state changes nothing.
 * @throws DomainError `invalid-transition`, `negative-total`.
 */
export const moveInvoice = (
  invoice: Invoice,
  status: InvoiceStatus,
  moving: Moving,
  delivery?: ProviderDelivery,
): InvoiceDecision => {
  if (invoice.status === status) return unchanged(invoice);
  assertTransition('invoice', invoiceTransitions, invoice.status, status);
  if (status === 'SENT') assertNotNegative(invoice);
  const { changes, events } = entering(invoice, status, moving, delivery);
  const moved = { ...invoice, ...changes, status };
  const lines = moving.lines.filter(isOrderLine);
  if (status === 'VOID') return { state: moved, events: [...events, ...reversed(invoice, lines)], released: lines };
  return publishesSplits(moved, lines, moving)
    ? {
        state: { ...moved, reserveSplitsPublishedAt: moving.now },
        events: [...events, { type: 'reserve-split', splits: splitsOf(lines) }],
      }
    : { state: moved, events };
};

type Entering = { changes: Partial<Invoice>; events: InvoiceEvent[] };

const entering = (
  invoice: Invoice,
  status: InvoiceStatus,
  { now, rules }: Moving,
  delivery: ProviderDelivery | undefined,
): Entering => {
  const today = businessDate(now);
  switch (status) {
    case 'DRAFT':
      throw new Error('No invoice becomes a draft again.');
    case 'SENT':
      return {
        changes: { sentAt: now, dueDate: today.add({ days: rules.INVOICE_DUE_DAYS }), ...delivery },
        events: [{ type: 'invoice-sent', channel: delivery ? 'PROVIDER' : 'MANUAL' }],
      };
    case 'PAST_DUE':
      return { changes: { nextRetryAt: firstRetry(invoice, now) }, events: [{ type: 'invoice-past-due' }] };
    case 'PAID':
      return { changes: { ...noRetries, ...noFailures, paidDate: today }, events: [{ type: 'invoice-paid' }] };
    case 'SUSPENDED':
      return { changes: { ...noRetries, suspendedAt: now }, events: [{ type: 'invoice-suspended' }] };
    case 'VOID':
      return { changes: noRetries, events: [{ type: 'invoice-voided' }] };
    case 'UNCOLLECTIBLE':
      return { changes: noRetries, events: [{ type: 'invoice-uncollectible' }] };
  }
};

const noRetries = { nextRetryAt: null, providerOutages: 0 } as const;
const noFailures = { retryAttempt: 0, lastRetryAt: null, lastFailureReason: null, suspendedAt: null } as const;

/** The provider is asked to collect at once, unless it is to wait, or was declined for good. */
const firstRetry = (
  { paymentProviderInvoiceId, nextRetryAt, lastFailureReason }: Invoice,
  now: Instant,
): Instant | null => (paymentProviderInvoiceId !== null && lastFailureReason === null ? now : nextRetryAt);

const publishesSplits = (
  { status, reserveSplitsPublishedAt }: Invoice,
  lines: readonly OrderLine[],
  { rules }: Moving,
): boolean =>
  reserveSplitsPublishedAt === null && lines.length > 0 && (status === 'PAID' || status === rules.RESERVE_SPLIT_ON);

const NOTHING = { of: 0n, whole: 1n };
const ALL = { of: 1n, whole: 1n };

const reversed = ({ reserveSplitsPublishedAt }: Invoice, lines: readonly OrderLine[]): InvoiceEvent[] =>
  reserveSplitsPublishedAt === null
    ? []
    : [
        {
          type: 'reserve-split-reversed',
          splits: reversalsOf(lines, NOTHING, ALL),
          reversal: { reason: 'VOID', refundId: null },
        },
      ];
