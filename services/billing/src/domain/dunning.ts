import { businessDate, changed, type Instant, isBefore, isLater, type Minor, unchanged } from '@staycover/kernel';
import { dueStatuses, type Invoice, isCreditNote } from './invoice.ts';
import type { InvoiceDecision } from './invoice-event.ts';
import { DISPUTE_LOST, type MoveContext, moveInvoice } from './move-invoice.ts';
import type { PaymentFailure, ProviderView } from './payment.ts';

/** Days from each counted failure to the retry that follows it; after the last of them the invoice is suspended. */
const RETRY_DAYS = [3, 5, 7] as const;
/** An outage of the provider is waited out in such steps, so many times, then for a day. */
const OUTAGE_MINUTES = 5;
export const MAX_OUTAGES = 8;

const HOURS_A_DAY = 24;

/** What the clock asks for. */
type DunningStep = 'WAIT' | 'MARK_PAST_DUE' | 'COLLECT';

type Schedule = Pick<Invoice, 'status' | 'dueDate' | 'nextRetryAt' | 'total' | 'amountDisputed'>;

/**
 * A credit note is never collected, nor an invoice while a bank is asked to take money back, or before it is due: a failure
 * or another card may come earlier.
 */
export const dunningStep = (
  { status, dueDate, nextRetryAt, total, amountDisputed }: Schedule,
  now: Instant,
): DunningStep => {
  if (isCreditNote({ total }) || amountDisputed > 0n) return 'WAIT';
  if (dueDate && !isBefore(dueDate, businessDate(now))) return 'WAIT';
  if (status === 'SENT' && dueDate) return 'MARK_PAST_DUE';
  if (status === 'PAST_DUE' && nextRetryAt && Temporal.Instant.compare(nextRetryAt, now) <= 0) return 'COLLECT';
  return 'WAIT';
};

/** What to do about an invoice that is due for collection, given how the provider has it. */
type Collection = 'CHARGE' | 'REMIND' | 'SETTLE' | 'WAIT';

/**
 * Whatever became of an earlier attempt shows in the provider's view: only what is open and at rest is charged, and only
 * while the provider would charge what is due here, and at most what it has left of reductions in smaller coins than it takes.
 */
export const collection = (
  { state, isProcessing, hasPaymentMethod, amountRemaining }: ProviderView,
  due: Minor,
  left: Minor,
): Collection => {
  if (state !== 'OPEN') return state === 'DRAFT' ? 'WAIT' : 'SETTLE';
  if (isProcessing || amountRemaining < due || amountRemaining > due + left) return 'WAIT';
  return hasPaymentMethod ? 'CHARGE' : 'REMIND';
};

/** Whether a payment that was under way came to nothing: a bank may return a debit days later. */
export const cameToNothing = ({ state, isProcessing }: ProviderView): boolean => state === 'OPEN' && !isProcessing;

/** How an attempt to collect ended; after an outage it is unknown whether money moved. */
export type CollectionOutcome = { kind: 'PAID'; view: ProviderView } | Unpaid;

/** How one ended that brought nothing. */
export type Unpaid = { kind: 'FAILED'; failure: PaymentFailure } | { kind: 'PENDING' } | { kind: 'OUTAGE' };

/** What an attempt to collect that brought nothing makes of an invoice. One that ends after the invoice was settled changes nothing. */
export const afterAttempt = (invoice: Invoice, outcome: Unpaid, moving: MoveContext): InvoiceDecision => {
  if (invoice.status !== 'PAST_DUE') return unchanged(invoice);
  if (outcome.kind === 'FAILED') return afterFailure(invoice, outcome.failure, moving);
  const { now } = moving;
  const { providerOutages } = invoice;
  const isOutage = outcome.kind === 'OUTAGE' && providerOutages < MAX_OUTAGES;
  const later = isOutage
    ? { providerOutages: providerOutages + 1, nextRetryAt: now.add({ minutes: OUTAGE_MINUTES }) }
    : { providerOutages: 0, nextRetryAt: inDays(now, 1) };
  return changed(invoice, later, { type: 'invoice-changed' });
};

const afterFailure = (invoice: Invoice, failure: PaymentFailure, moving: MoveContext): InvoiceDecision => {
  const { retryAttempt, status } = invoice;
  const { now } = moving;
  const failed = (changes: Partial<Invoice>) => failing(invoice, failure, now, { providerOutages: 0, ...changes });
  if (failure.hard) return failed({ nextRetryAt: null });
  const days = RETRY_DAYS[retryAttempt];
  if (days !== undefined) return failed({ retryAttempt: retryAttempt + 1, nextRetryAt: inDays(now, days) });
  if (status !== 'PAST_DUE') return failed({ nextRetryAt: inDays(now, RETRY_DAYS.at(-1)!) });
  const { state, events } = failed({});
  const suspended = moveInvoice(state, 'SUSPENDED', moving);
  return { ...suspended, events: [...events, ...suspended.events] };
};

const failing = (
  invoice: Invoice,
  failure: PaymentFailure,
  now: Instant,
  changes: Partial<Invoice>,
): InvoiceDecision => ({
  state: { ...invoice, lastRetryAt: now, lastFailureReason: failure.reason, ...changes },
  events: [{ type: 'invoice-payment-failed', failure }],
});

/** Nothing is planned after a failure: it waits for another payment method, or for a person. */
const isAtRest = ({ nextRetryAt, lastFailureReason }: Invoice): boolean =>
  nextRetryAt === null && lastFailureReason !== null;

/**
 * What a failure that the provider reports makes of an invoice. One that `isOwn` is of a payment that was asked for
 * here. Else somebody tries to pay, by what need not be on file: it counts when no retry waits, and otherwise plans
 * nothing, so that trying several cards neither suspends the invoice nor ends its dunning. What counted before the
 * invoice is past due is forgotten then.
 */
export const afterReportedFailure = (
  invoice: Invoice,
  failure: PaymentFailure,
  moving: MoveContext,
  isOwn = false,
): InvoiceDecision => {
  const { status, nextRetryAt, lastFailureReason, amountDisputed } = invoice;
  if (!dueStatuses[status]) return unchanged(invoice);
  if (isOwn) return afterFailure(invoice, failure, moving);
  const tried = { ...failure, hard: false };
  // A person is to see why nothing is charged.
  if (isAtRest(invoice)) return failing(invoice, tried, moving.now, { lastFailureReason });
  // While a payment is disputed, a retry waits past its time.
  const isAhead = nextRetryAt !== null && (amountDisputed > 0n || isLater(nextRetryAt, moving.now));
  return isAhead ? failing(invoice, tried, moving.now, {}) : afterFailure(invoice, tried, moving);
};

/** What another payment method of its payer makes of an invoice: one that was declined for good is tried again. */
export const afterNewPaymentMethod = (invoice: Invoice, now: Instant): InvoiceDecision => {
  // What a bank took back is asked for by a person.
  const isDeclined = isAtRest(invoice) && invoice.lastFailureReason !== DISPUTE_LOST;
  return isDeclined && dueStatuses[invoice.status]
    ? changed(invoice, { nextRetryAt: now }, { type: 'invoice-changed' })
    : unchanged(invoice);
};

const inDays = (now: Instant, days: number): Instant => now.add({ hours: days * HOURS_A_DAY });
