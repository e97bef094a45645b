import type { Database, Tx } from '@staycover/db';
import { billingEvents } from '@staycover/events';
import type { Actor, Instant, NewId } from '@staycover/kernel';
import { appendEvents, type NewEvent, newEvent } from '@staycover/messaging';
import { type PaymentProvider, ProviderFailure } from '../adapters/payment-provider.ts';
import type { BillingRules } from '../config.ts';
import { endAttempt, takeAttempt } from '../db/collection-attempts.ts';
import { lockInvoice, saveInvoice } from '../db/invoices.ts';
import { afterAttempt, type CollectionOutcome, collection, dunningStep } from '../domain/dunning.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { PaymentFailure, ProviderView } from '../domain/payment.ts';
import { type Context, enterStatus } from './enter-status.ts';
import { followProvider } from './follow-provider.ts';
import { invoiceEvent, stateOf } from './invoice-event.ts';

type Deps = { database: Database; newId: NewId; rules: BillingRules; provider: PaymentProvider };

/** What one round of collecting did. */
export type Collected = 'PAID' | 'FAILED' | 'PENDING' | 'OUTAGE' | 'SETTLED' | 'SKIPPED';

/**
 * Collects one invoice that is due for it. The provider's state is read first, which reconciles an attempt whose outcome
 * nobody knows; ours is read again, under its lock, just before charging; one worker at a time has the attempt.
 */
export const collectInvoice =
  ({ database, newId, rules, provider }: Deps) =>
  async (actor: Actor, id: string, now: Instant): Promise<Collected> => {
    const context = { actor, now, newId, rules };
    const claimed = await database.transaction((tx) => claim(tx, id, context));
    if (!claimed) return 'SKIPPED';
    const { attemptId } = claimed;
    const round = await askProvider(provider, claimed, () =>
      database.transaction(async (tx) => dunningStep(await lockInvoice(tx, actor, id), now) === 'COLLECT'),
    );
    return database.transaction(async (tx) => {
      const stored = await lockInvoice(tx, actor, id);
      if (round.kind === 'SETTLED') {
        await endAttempt(tx, attemptId, 'SETTLED', round.view.state);
        await followProvider(tx, stored, round.view, context);
        return 'SETTLED';
      }
      const isOpen = round.kind === 'OUTAGE';
      await endAttempt(
        tx,
        attemptId,
        isOpen ? null : round.kind,
        round.kind === 'FAILED' ? round.failure.reason : null,
      );
      if (round.kind !== 'SKIPPED') await settle(tx, stored, round, context);
      return round.kind;
    });
  };

type Claim = { attemptId: string; providerInvoiceId: string };
type Round = CollectionOutcome | { kind: 'SETTLED'; view: ProviderView } | { kind: 'SKIPPED' };

const claim = async (tx: Tx, id: string, { actor, now, newId }: Context): Promise<Claim | undefined> => {
  const invoice = await lockInvoice(tx, actor, id);
  const { paymentProviderInvoiceId: providerInvoiceId } = invoice;
  if (dunningStep(invoice, now) !== 'COLLECT' || providerInvoiceId === null) return undefined;
  const attemptId = await takeAttempt(tx, { id: newId(), invoiceId: id, startedAt: now });
  return attemptId === undefined ? undefined : { attemptId, providerInvoiceId };
};

/** The only place where money is asked for. */
const askProvider = async (
  provider: PaymentProvider,
  claimed: Claim,
  isStillDue: () => Promise<boolean>,
): Promise<Round> => {
  const { attemptId, providerInvoiceId } = claimed;
  try {
    const view = await provider.read(providerInvoiceId);
    const todo = collection(view);
    if (todo === 'SETTLE') return { kind: 'SETTLED', view };
    if (todo === 'WAIT') return { kind: 'PENDING' };
    if (!(await isStillDue())) return { kind: 'SKIPPED' };
    // Asked again under the same key, the provider tells how the attempt ended; its last failure may be an earlier one's.
    if (todo === 'CHARGE') return await provider.charge(providerInvoiceId, attemptId);
    await provider.remind(providerInvoiceId, attemptId);
    return { kind: 'FAILED', failure: NO_PAYMENT_METHOD };
  } catch (error) {
    if (error instanceof ProviderFailure) return { kind: 'OUTAGE' };
    throw error;
  }
};

/** The customer is reminded instead; not paying by the next time counts as a failure. */
const NO_PAYMENT_METHOD: PaymentFailure = { reason: 'no_payment_method', hard: false };

const settle = async (tx: Tx, stored: Invoice, outcome: CollectionOutcome, context: Context): Promise<void> => {
  const after = afterAttempt(stored, outcome, context.now);
  if (outcome.kind === 'FAILED') return storeFailure(tx, stored, after, outcome.failure, context);
  if (after.status !== stored.status) return void (await enterStatus(tx, stored, { status: after.status }, context));
  if (after !== stored) await storeSchedule(tx, stored, after, context);
};

/** Stores when the invoice is tried again, and why it was not paid. */
export const storeFailure = async (
  tx: Tx,
  stored: Invoice,
  after: Invoice,
  failure: PaymentFailure,
  context: Context,
): Promise<void> => {
  if (after === stored) return;
  const failed = (invoice: Invoice): NewEvent[] => [
    newEvent(billingEvents.invoicePaymentFailed, invoice, {
      ...stateOf(invoice),
      reason: failure.reason,
      hardDecline: failure.hard,
    }),
  ];
  if (after.status === stored.status) return storeSchedule(tx, stored, after, context, failed);
  const { lastRetryAt, lastFailureReason, providerOutages } = after;
  Object.assign(stored, { lastRetryAt, lastFailureReason, providerOutages });
  await enterStatus(tx, stored, { status: after.status, before: failed }, context);
};

export const storeSchedule = async (
  tx: Tx,
  stored: Invoice,
  after: Invoice,
  { actor, now, newId }: Context,
  events = (invoice: Invoice): NewEvent[] => [invoiceEvent(billingEvents.invoiceChanged, invoice)],
): Promise<void> => {
  const { retryAttempt, lastRetryAt, nextRetryAt, lastFailureReason, providerOutages } = after;
  const changes = { retryAttempt, lastRetryAt, nextRetryAt, lastFailureReason, providerOutages };
  const invoice = await saveInvoice(tx, stored, changes, { actor, now });
  await appendEvents(tx, events(invoice), { now, newId });
};
