import { businessDate, type Instant, isBefore } from '@staycover/kernel';
import { type Invoice, moveInvoice } from './invoice.ts';
import type { PaymentFailure, ProviderView } from './payment.ts';

/** Days from each counted failure to the retry that follows it; after the last of them the invoice is suspended. */
const RETRY_DAYS = [3, 5, 7] as const;
/** An outage of the provider is waited out in such steps, so many times, then for a day. */
const OUTAGE_MINUTES = 5;
export const MAX_OUTAGES = 8;

const HOURS_A_DAY = 24;

/** What the clock asks for. */
export type DunningStep = 'WAIT' | 'MARK_PAST_DUE' | 'COLLECT';

type Schedule = Pick<Invoice, 'status' | 'dueDate' | 'nextRetryAt'>;

export const dunningStep = ({ status, dueDate, nextRetryAt }: Schedule, now: Instant): DunningStep => {
  if (status === 'SENT' && dueDate && isBefore(dueDate, businessDate(now))) return 'MARK_PAST_DUE';
  if (status === 'PAST_DUE' && nextRetryAt && Temporal.Instant.compare(nextRetryAt, now) <= 0) return 'COLLECT';
  return 'WAIT';
};

/** What to do about an invoice that is due for collection, given how the provider has it. */
export type Collection = 'CHARGE' | 'REMIND' | 'SETTLE' | 'WAIT';

/** Whatever became of an earlier attempt shows in the provider's view: only what is open and at rest is charged. */
export const collection = ({ state, isProcessing, hasPaymentMethod }: ProviderView): Collection => {
  if (state !== 'OPEN') return state === 'DRAFT' ? 'WAIT' : 'SETTLE';
  if (isProcessing) return 'WAIT';
  return hasPaymentMethod ? 'CHARGE' : 'REMIND';
};

/** How an attempt to collect ended; of an outage nobody knows whether money moved. */
export type CollectionOutcome =
  | { kind: 'PAID' }
  | { kind: 'FAILED'; failure: PaymentFailure }
  | { kind: 'PENDING' }
  | { kind: 'OUTAGE' };

/** The invoice after an attempt to collect it. An attempt that ends after the invoice was settled changes nothing. */
export const afterAttempt = (invoice: Invoice, outcome: CollectionOutcome, now: Instant): Invoice => {
  if (outcome.kind === 'PAID') return moveInvoice(invoice, 'PAID', now, 0);
  if (invoice.status !== 'PAST_DUE') return invoice;
  if (outcome.kind === 'FAILED') return afterFailure(invoice, outcome.failure, now);
  const isOutage = outcome.kind === 'OUTAGE' && invoice.providerOutages < MAX_OUTAGES;
  return isOutage
    ? { ...invoice, providerOutages: invoice.providerOutages + 1, nextRetryAt: now.add({ minutes: OUTAGE_MINUTES }) }
    : { ...invoice, providerOutages: 0, nextRetryAt: inDays(now, 1) };
};

const afterFailure = (invoice: Invoice, { reason, hard }: PaymentFailure, now: Instant): Invoice => {
  const failed = { ...invoice, lastRetryAt: now, lastFailureReason: reason, providerOutages: 0 };
  if (hard) return { ...failed, nextRetryAt: null };
  const { retryAttempt, status } = invoice;
  const days = RETRY_DAYS[retryAttempt];
  if (days !== undefined) return { ...failed, retryAttempt: retryAttempt + 1, nextRetryAt: inDays(now, days) };
  return status === 'PAST_DUE'
    ? moveInvoice(failed, 'SUSPENDED', now, 0)
    : { ...failed, nextRetryAt: inDays(now, RETRY_DAYS.at(-1)!) };
};

/**
 * The invoice after a failure that the provider reports and that is not of our making: somebody tries to pay. It counts
 * when no retry waits; while one does, only its reason is kept, so that trying several cards suspends nobody.
 */
export const afterReportedFailure = (invoice: Invoice, failure: PaymentFailure, now: Instant): Invoice => {
  if (invoice.status !== 'SENT' && invoice.status !== 'PAST_DUE') return invoice;
  const waits = invoice.nextRetryAt !== null && Temporal.Instant.compare(invoice.nextRetryAt, now) > 0;
  if (!waits || failure.hard) return afterFailure(invoice, failure, now);
  return { ...invoice, lastRetryAt: now, lastFailureReason: failure.reason };
};

/** The invoice after its payer has another payment method: what was declined for good is tried again. */
export const afterNewPaymentMethod = (invoice: Invoice, now: Instant): Invoice => {
  const isDeclined = invoice.lastFailureReason !== null && invoice.nextRetryAt === null;
  return isDeclined && (invoice.status === 'SENT' || invoice.status === 'PAST_DUE')
    ? { ...invoice, nextRetryAt: now }
    : invoice;
};

const inDays = (now: Instant, days: number): Instant => now.add({ hours: days * HOURS_A_DAY });
