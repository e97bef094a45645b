import {
  assertTransition,
  businessDate,
  type CalendarDate,
  DomainError,
  type Instant,
  invalidTransition,
  isBefore,
  magnitude,
  unchanged,
} from '@staycover/kernel';
import {
  amountDue,
  amountSettled,
  type Invoice,
  type InvoiceStatus,
  invoiceTransitions,
  isCreditNote,
  standingStatuses,
} from './invoice.ts';
import type { InvoiceDecision, InvoiceEvent } from './invoice-event.ts';
import { type InvoiceLine, isOrderLine } from './line.ts';
import type { Delivery } from './payment.ts';
import type { Cause } from './receivables/book.ts';
import { splitsTo } from './reserve-splits.ts';

/** What a move goes by, beside the invoice. */
export type MoveContext = {
  now: Instant;
  rules: { INVOICE_DUE_DAYS: number; RESERVE_SPLIT_ON: 'PAID' | 'SENT' };
  lines: readonly InvoiceLine[];
};

/** How an invoice goes out through the payment provider, and when it is due there. */
type ProviderDelivery = Delivery & { dueDate: CalendarDate };

/**
 * Moves an invoice to another state, with everything that follows from it; the same state changes nothing.
 * @throws DomainError `invalid-transition`.
 */
export const moveInvoice = (
  invoice: Invoice,
  status: InvoiceStatus,
  moving: MoveContext,
  delivery?: ProviderDelivery,
): InvoiceDecision => {
  if (invoice.status === status) return unchanged(invoice);
  assertMove(invoice, status);
  return becomes(invoice, { ...invoice, status }, moving, { delivery });
};

/** A credit note is neither paid nor owed. */
const listMoves = (invoice: Invoice): InvoiceStatus[] =>
  invoiceTransitions[invoice.status].filter((to) => !isCreditNote(invoice) || to === 'SENT' || to === 'VOID');

const creditNoteUsed = ({ invoiceReference }: Invoice): DomainError =>
  new DomainError('credit-note-used', `Credit note ${invoiceReference} has been used on the account.`);

/** Why an invoice cannot be void as money has come for it, or a credit note as it was used; undefined where it can. */
export const voidRefusal = (invoice: Invoice): DomainError | undefined => {
  const { invoiceReference, amountPaid, amountCredited } = invoice;
  if (amountPaid !== 0n) {
    const detail = `Invoice ${invoiceReference} has payments; reverse them first, or cancel its nights to credit them.`;
    return new DomainError('invoice-has-payments', detail);
  }
  return isCreditNote(invoice) && amountCredited !== 0n ? creditNoteUsed(invoice) : undefined;
};

/** The states that an invoice can be moved to now. */
export const allowedMoves = (invoice: Invoice): InvoiceStatus[] =>
  listMoves(invoice).filter((to) => to !== 'VOID' || !voidRefusal(invoice));

/**
 * Refuses moves that there are not; a credit note is used up by itself, or void.
 * @throws DomainError `invalid-transition`, `credit-note-used`.
 */
export const assertMove = (invoice: Invoice, to: InvoiceStatus): void => {
  const { status: from, invoiceReference } = invoice;
  if (isCreditNote(invoice) && from === 'PAID' && to === 'VOID') throw creditNoteUsed(invoice);
  const allowed = listMoves(invoice);
  if (allowed.includes(to)) return;
  if (!isCreditNote(invoice)) return assertTransition('invoice', invoiceTransitions, from, to);
  const detail = `Credit note ${invoiceReference} is used up by what the account owes; it is neither paid nor owed.`;
  throw invalidTransition(detail, from, to, allowed);
};

type How = { delivery?: ProviderDelivery | undefined; cause?: Cause; paidOn?: CalendarDate };

/** What follows when an invoice has another state or other amounts: what is noted, announced, and split. */
export const becomes = (before: Invoice, after: Invoice, moving: MoveContext, how: How = {}): InvoiceDecision => {
  if (before === after) return unchanged(before);
  const { changes, events } =
    before.status === after.status
      ? { changes: staying(after, how.cause), events: [{ type: 'invoice-changed' as const }] }
      : entering(before, after, moving, how);
  const lines = moving.lines.filter(isOrderLine);
  const decision = splitting({ ...after, ...changes }, events, moving, how.cause);
  return after.status === 'VOID' && before.status !== 'VOID' ? { ...decision, released: lines } : decision;
};

/** What is past due already, and loses a part to a dispute, is charged no more than what becomes past due by it. */
const staying = ({ status }: Invoice, cause: Cause | undefined): Partial<Invoice> =>
  status === 'PAST_DUE' && cause?.reason === 'DISPUTE' ? disputeLost : {};

type Entering = { changes: Partial<Invoice>; events: InvoiceEvent[] };

const entering = (
  before: Invoice,
  after: Invoice,
  { now, rules }: MoveContext,
  { delivery, cause, paidOn }: How,
): Entering => {
  const today = businessDate(now);
  const isReopened = before.status === 'PAID';
  switch (after.status) {
    case 'DRAFT':
      throw new Error('No invoice becomes a draft again.');
    case 'SENT':
      if (isReopened) return reopening(cause);
      return {
        changes: { sentAt: now, dueDate: today.add({ days: rules.INVOICE_DUE_DAYS }), ...delivery },
        events: [{ type: 'invoice-sent', channel: delivery ? 'PROVIDER' : 'MANUAL' }],
      };
    case 'PAST_DUE':
      if (isReopened) return reopening(cause, firstRetries(before, now));
      return {
        changes: cause?.reason === 'DISPUTE' ? disputeLost : firstRetries(before, now),
        events: [{ type: 'invoice-past-due' }],
      };
    case 'PAID':
      return {
        changes: { ...noRetries, ...noFailures, paidDate: paidOn ?? today },
        events: [{ type: 'invoice-paid' }],
      };
    case 'SUSPENDED':
      return { changes: { ...noRetries, suspendedAt: now }, events: [{ type: 'invoice-suspended' }] };
    case 'VOID':
      return { changes: noRetries, events: [{ type: 'invoice-voided' }] };
    case 'UNCOLLECTIBLE':
      return { changes: noRetries, events: [{ type: 'invoice-uncollectible' }] };
  }
};

export const DISPUTE_LOST = 'dispute_lost';
const noRetries = { nextRetryAt: null, providerOutages: 0 } as const;
const noFailures = { retryAttempt: 0, lastRetryAt: null, lastFailureReason: null, suspendedAt: null } as const;
/** It is never charged by itself: whoever disputed a payment is asked by a person. */
const disputeLost = { ...noRetries, lastFailureReason: DISPUTE_LOST } as const;

const reopening = (cause: Cause | undefined, retries: Partial<Invoice> = {}): Entering => ({
  changes: { paidDate: null, ...(cause?.reason === 'DISPUTE' ? disputeLost : retries) },
  events: [{ type: 'invoice-reopened' }],
});

/** What the customer tried before is no retry of ours. */
const firstRetries = (before: Invoice, now: Instant): Partial<Invoice> => ({
  nextRetryAt: firstRetry(before, now),
  ...(before.status === 'SENT' && { retryAttempt: 0 }),
});

/**
 * The provider is asked to collect at once, but not before it is due, unless it is to wait, or was declined for good.
 */
const firstRetry = (
  { status, paymentProviderInvoiceId, nextRetryAt, lastFailureReason, dueDate }: Invoice,
  now: Instant,
): Instant | null => {
  const isDeclined = status !== 'SENT' && lastFailureReason !== null;
  if (paymentProviderInvoiceId === null || isDeclined) return nextRetryAt;
  return dueDate === null || isBefore(dueDate, businessDate(now))
    ? now
    : dueDate.add({ days: 1 }).toZonedDateTime('UTC').toInstant();
};

/** The state that money has brought an invoice to. */
export const statusByMoney = (invoice: Invoice, today: CalendarDate, cause: Cause): InvoiceStatus => {
  const { status, total, amountWrittenOff, dueDate } = invoice;
  if (!standingStatuses[status] || total === 0n) return status;
  if (amountDue(invoice) === 0n) return amountWrittenOff === 0n ? 'PAID' : status;
  if (isCreditNote(invoice)) return 'SENT';
  const isLost = cause.reason === 'DISPUTE';
  switch (status) {
    case 'PAID':
      return isLost || (dueDate !== null && isBefore(dueDate, today)) ? 'PAST_DUE' : 'SENT';
    case 'SENT':
      return isLost ? 'PAST_DUE' : 'SENT';
    case 'DRAFT':
    case 'PAST_DUE':
    case 'SUSPENDED':
    case 'VOID':
    case 'UNCOLLECTIBLE':
      return status;
  }
};

/** What of an invoice's total splits are to be published for; 1 for all of a total of 0. */
const toPublish = (invoice: Invoice, { RESERVE_SPLIT_ON }: MoveContext['rules']): bigint => {
  const { status, total, amountWrittenOff, amountRefunded } = invoice;
  if (!standingStatuses[status]) return 0n;
  if (total === 0n) return status === 'PAID' || RESERVE_SPLIT_ON === 'SENT' ? 1n : 0n;
  return RESERVE_SPLIT_ON === 'SENT' ? total - amountWrittenOff - amountRefunded : amountSettled(invoice);
};

/** Whether an invoice in this state has splits to publish or to take back, for which its lines are needed. */
export const isToBeSplit = (invoice: Invoice, rules: MoveContext['rules']): boolean =>
  toPublish(invoice, rules) !== invoice.splitsPublished;

/** Publishes splits as what has come rises, and takes them back as it falls. */
const splitting = (
  invoice: Invoice,
  events: InvoiceEvent[],
  moving: MoveContext,
  cause: Cause | undefined,
): InvoiceDecision => {
  const published = toPublish(invoice, moving.rules);
  if (published === invoice.splitsPublished) return { state: firstPublished(invoice, moving), events };
  const splits = splitsTo(invoice, moving.lines, published);
  const state = firstPublished({ ...invoice, splitsPublished: published, refunded: 0n }, moving);
  if (splits.length === 0) return { state, events };
  const event: InvoiceEvent =
    magnitude(published) > magnitude(invoice.splitsPublished)
      ? { type: 'reserve-split', splits }
      : { type: 'reserve-split-reversed', splits, reversal: cause ?? { reason: 'VOID', refundId: null } };
  return { state, events: [...events, event] };
};

const firstPublished = (invoice: Invoice, { now, rules, lines }: MoveContext): Invoice => {
  const { status, reserveSplitsPublishedAt, splitsPublished } = invoice;
  const isDone = status === 'PAID' || (rules.RESERVE_SPLIT_ON === 'SENT' && splitsPublished !== 0n);
  return reserveSplitsPublishedAt === null && isDone && lines.some(isOrderLine)
    ? { ...invoice, reserveSplitsPublishedAt: now }
    : invoice;
};
