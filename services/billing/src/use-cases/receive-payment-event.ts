import type { Database, Tx } from '@staycover/db';
import { type Clock, isDomainError, type NewId, systemActor } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import {
  type PaymentEvent,
  type PaymentEvents,
  type PaymentProvider,
  ProviderFailure,
} from '../adapters/payment-provider.ts';
import type { BillingRules } from '../config.ts';
import { declinedInvoices } from '../db/collection-attempts.ts';
import { isFrozen } from '../db/deliveries.ts';
import { getInvoice, lockInvoice } from '../db/invoices.ts';
import { organizationOfCustomer } from '../db/payers.ts';
import {
  findNamedInvoice,
  isPending,
  keepEvent,
  markConflict,
  type NamedInvoice,
  pendingEvents,
  postponeEvent,
  settleEvent,
  type WaitingEvent,
} from '../db/provider-events.ts';
import { afterNewPaymentMethod, afterReportedFailure } from '../domain/dunning.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { PaidBack, PaymentFailure } from '../domain/payment.ts';
import { storeFailure, storeSchedule } from './collect-invoice.ts';
import type { Context } from './enter-status.ts';
import { followProvider } from './follow-provider.ts';
import { refund } from './refund-invoice.ts';

export type PaymentEventDeps = {
  database: Database;
  logger: Logger;
  clock: Clock;
  newId: NewId;
  rules: BillingRules;
  events: PaymentEvents;
  provider?: PaymentProvider | undefined;
};

const PAGE = 100;

/**
 * Takes a provider's event: its bytes are kept first, then it has its effect, once an id. What cannot have it yet waits
 * for what it depends on, or for the provider to repeat it.
 */
export const receivePaymentEvent =
  (deps: PaymentEventDeps) =>
  async (body: Buffer, header: (name: string) => string | undefined): Promise<{ duplicate: boolean }> => {
    const { database, clock, events } = deps;
    const event = events.readSigned(body, header);
    const { eventId, type } = event;
    const kept = { provider: events.provider, eventId, type, body, receivedAt: clock() };
    const isNew = await database.transaction((tx) => keepEvent(tx, kept));
    if (!isNew && !(await database.read((em) => isPending(em, events.provider, eventId)))) return { duplicate: true };
    const invoiceId = await processEvent(deps, event);
    if (invoiceId) await processPending(deps)(invoiceId);
    return { duplicate: !isNew };
  };

export type TakenUp = { done: number; failed: number };

/** Takes up what waits, of one invoice or of all, from the oldest; one that fails waits on and stops no other. */
export const processPending =
  (deps: PaymentEventDeps) =>
  async (invoiceId: string | null = null, signal?: AbortSignal): Promise<TakenUp> => {
    const { database, events, logger } = deps;
    const taken: TakenUp = { done: 0, failed: 0 };
    for (let after: WaitingEvent | undefined; ; ) {
      const page = await database.read((em) => pendingEvents(em, events.provider, invoiceId, { after, limit: PAGE }));
      for (const { eventId, body } of page) {
        signal?.throwIfAborted();
        try {
          if (await processEvent(deps, events.readTrusted(body))) taken.done++;
        } catch (error) {
          taken.failed++;
          logger.error({ err: error, eventId }, 'an event of the payment provider could not be taken up');
        }
      }
      if (page.length < PAGE) return taken;
      after = page.at(-1);
    }
  };

/** Returns the invoice's id when the event had its effect on it. */
const processEvent = async (deps: PaymentEventDeps, event: PaymentEvent): Promise<string | undefined> => {
  const { database, events } = deps;
  const settle = (outcome: 'DONE' | 'IGNORED', detail: string) =>
    database.transaction((tx) => settleEvent(tx, events.provider, event.eventId, outcome, { detail }));
  if (event.news.kind === 'OTHER') return void (await settle('IGNORED', 'has nothing to say to an invoice'));
  if (event.news.kind === 'NEW_PAYMENT_METHOD')
    return void (await retryDeclined(deps, event.eventId, event.news.customerId));
  const named = await database.read((em) => findNamedInvoice(em, event));
  if (!named) return void (await settle('IGNORED', 'is about no invoice of ours'));
  try {
    return await affect(deps, event, named);
  } catch (error) {
    if (!(error instanceof ProviderFailure) && !isDomainError(error)) throw error;
    await database.transaction((tx) => postponeEvent(tx, events.provider, event.eventId, named.id, error.message));
    return undefined;
  }
};

/** Asks the provider for what the event leaves out, then has its effect in one transaction with noting it. */
const affect = async (
  deps: PaymentEventDeps,
  event: PaymentEvent,
  named: NamedInvoice,
): Promise<string | undefined> => {
  const { database, events, clock, newId, rules } = deps;
  const actor = systemActor(`payment:${events.provider}`, named.organizationId);
  const { currency } = await database.read((em) => getInvoice(em, actor, named.id));
  const effect = await effectOf(deps, event, currency);
  return database.transaction(async (tx) => {
    const stored = await lockInvoice(tx, actor, named.id);
    const noted = { invoiceId: named.id, detail: event.news.kind };
    if (isAnother(stored, event)) {
      if (await isFrozen(tx, stored.id)) {
        await postponeEvent(tx, events.provider, event.eventId, named.id, 'the invoice is being sent');
      } else {
        await settleEvent(tx, events.provider, event.eventId, 'IGNORED', {
          ...noted,
          detail: 'is about another sending',
        });
      }
      return undefined;
    }
    if (!(await settleEvent(tx, events.provider, event.eventId, 'DONE', noted))) return undefined;
    const outcome = await effect(tx, stored, { actor, now: clock(), newId, rules });
    if (outcome !== 'CONFLICT') return outcome === 'DONE' ? named.id : undefined;
    await markConflict(tx, events.provider, event.eventId, `${stored.status} cannot become ${event.news.kind}`);
    return undefined;
  });
};

const isAnother = ({ paymentProviderInvoiceId: known }: Invoice, { providerInvoiceId }: PaymentEvent): boolean =>
  known === null || (providerInvoiceId !== null && providerInvoiceId !== known);

type Effect = (tx: Tx, stored: Invoice, context: Context) => Promise<'DONE' | 'IGNORED' | 'CONFLICT'>;

const effectOf = async (
  { events, provider }: PaymentEventDeps,
  event: PaymentEvent,
  currency: string,
): Promise<Effect> => {
  const { news, paymentIntentId, providerInvoiceId } = event;
  switch (news.kind) {
    case 'REFUNDED':
      return refundAll(news.refunds.map((one) => ({ refundId: one.refundId, amount: events.minorOf(one) })));
    case 'CHARGE_REFUNDED':
      if (!provider) throw new ProviderFailure('UNKNOWN', 'No payment provider is configured to ask for the refunds.');
      return refundAll(await provider.refundsOf(news.chargeId, currency));
    case 'FAILED': {
      if (news.byUs) return () => Promise.resolve('IGNORED');
      const view = providerInvoiceId && provider ? await provider.read(providerInvoiceId) : null;
      if (view && view.state !== 'OPEN') return (tx, stored, context) => followProvider(tx, stored, view, context);
      return reportFailure(view?.lastFailure ?? { reason: 'payment_failed', hard: false });
    }
    default: {
      const state = news.kind as 'PAID' | 'VOID' | 'UNCOLLECTIBLE';
      return (tx, stored, context) => followProvider(tx, stored, { state, paymentIntentId }, context);
    }
  }
};

const refundAll =
  (refunds: readonly PaidBack[]): Effect =>
  async (tx, stored, context) => {
    for (const one of refunds) await refund(tx, stored, one, context);
    return 'DONE';
  };

const reportFailure =
  (failure: PaymentFailure): Effect =>
  async (tx, stored, context) => {
    const after = afterReportedFailure(stored, failure, context.now);
    await storeFailure(tx, stored, after, failure, context);
    return after === stored ? 'IGNORED' : 'DONE';
  };

/** What was declined for good is tried again when the customer has another payment method. */
const retryDeclined = async (deps: PaymentEventDeps, eventId: string, customerId: string): Promise<void> => {
  const { database, events, clock, newId, rules } = deps;
  await database.transaction(async (tx) => {
    const organizationId = await organizationOfCustomer(tx, events.provider, customerId);
    const outcome = organizationId ? 'DONE' : 'IGNORED';
    if (!(await settleEvent(tx, events.provider, eventId, outcome)) || !organizationId) return;
    const actor = systemActor(`payment:${events.provider}`, organizationId);
    const context = { actor, now: clock(), newId, rules };
    for (const { id } of await declinedInvoices(tx, organizationId)) {
      const stored = await lockInvoice(tx, actor, id);
      const after = afterNewPaymentMethod(stored, context.now);
      if (after !== stored) await storeSchedule(tx, stored, after, context);
    }
  });
};
