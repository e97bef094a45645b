import { createContext, inTransaction, type Work } from '@staycover/change';
import { DomainError, isDomainError, systemActor } from '@staycover/kernel';
import { type NamedThere, type PaymentEvent, ProviderFailure } from '../adapters/payment-provider.ts';
import { lockAccount } from '../db/accounts.ts';
import { declinedInvoices } from '../db/collection-attempts.ts';
import { isFrozen } from '../db/deliveries.ts';
import { lockInvoice, storeInvoice } from '../db/invoices.ts';
import { findCustomerOrganization } from '../db/payers.ts';
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
import { afterNewPaymentMethod } from '../domain/dunning.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { ProviderView } from '../domain/payment.ts';
import type { BillingDeps } from './deps.ts';
import { accountContext } from './on-account.ts';
import { type SeenEvent, toEffect } from './payment-effects.ts';

const PAGE = 100;

/**
 * Takes a provider's event: its bytes are kept first, then it has its effect, once an id. What cannot have it yet waits
 * for what it depends on, or for the provider to repeat it.
 */
export const receivePaymentEvent =
  (deps: BillingDeps) =>
  async (body: Buffer, header: (name: string) => string | undefined): Promise<{ duplicate: boolean }> => {
    const { database, events } = deps;
    const event = events.readSigned(body, header);
    const { eventId, type } = event;
    const kept = { provider: events.provider, eventId, type, body };
    const isNew = await keepEvent(database, kept);
    if (!isNew && !(await isPending(database, events.provider, eventId))) return { duplicate: true };
    const invoiceId = await processEvent(deps, event);
    if (invoiceId) await processPending(deps, invoiceId);
    return { duplicate: !isNew };
  };

type TakenUp = { done: number; failed: number };

/** Takes up what waits, of one invoice or of all, from the oldest; one that fails waits on and stops no other. */
export const processPending = async (
  deps: BillingDeps,
  invoiceId: string | null,
  signal?: AbortSignal,
): Promise<TakenUp> => {
  const { database, events, logger } = deps;
  const taken: TakenUp = { done: 0, failed: 0 };
  for (let after: WaitingEvent | undefined; ; ) {
    const page = await pendingEvents(database, events.provider, invoiceId, { after, limit: PAGE });
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

/** Whether any event waits. */
export const isAnyWaiting = async ({ database, events }: BillingDeps): Promise<boolean> =>
  (await pendingEvents(database, events.provider, null, { after: undefined, limit: 1 })).length > 0;

/** Returns the invoice's id when the event had its effect on it. */
const processEvent = async (deps: BillingDeps, event: PaymentEvent): Promise<string | undefined> => {
  const { database, events } = deps;
  const { eventId, news } = event;
  const ignore = (detail: string) => settleEvent(database, events.provider, eventId, 'IGNORED', { detail });
  if (news.kind === 'OTHER') return void (await ignore('has nothing to say to an invoice'));
  if (news.kind === 'NEW_PAYMENT_METHOD') return void (await retryDeclined(deps, eventId, news.customerId));
  const known = await findNamedInvoice(database, event);
  const there = known ? undefined : await namedThere(deps, event);
  const named = known ?? (there && (await findNamedInvoice(database, { ...event, ...there })));
  if (!named) return void (await ignore('is about no invoice of ours'));
  try {
    return await affect(deps, { ...event, ...there, news, seen: there?.seen }, named);
  } catch (error) {
    if (!mayWait(error)) throw error;
    await postponeEvent(database, events.provider, eventId, named.id, error.message);
    return undefined;
  }
};

/**
 * The invoice of an event, as the provider has it, which names only what is not known here yet: the provider's invoice
 * before the sending is through, or the payment of a dispute or refund before it was heard of.
 * @throws DomainError `service-unavailable` where the provider does not say: it sends the event again.
 */
const namedThere = async (
  { provider }: BillingDeps,
  { news, providerInvoiceId, paymentIntentId }: PaymentEvent,
): Promise<(NamedThere & { seen?: ProviderView }) | undefined> => {
  if (!provider) return undefined;
  try {
    if (news.kind === 'PAYMENT' && providerInvoiceId !== null) {
      const seen = await provider.find(providerInvoiceId);
      return seen && { providerInvoiceId, invoiceId: seen.invoiceId, seen };
    }
    const isByPayment = providerInvoiceId === null && paymentIntentId !== null;
    return isByPayment ? await provider.findPaidInvoice(paymentIntentId) : undefined;
  } catch (cause) {
    throw new DomainError('service-unavailable', 'The payment provider does not say what was paid.', {}, { cause });
  }
};

/** What the provider, or the invoice as it is now, refuses; a database that is too busy is for the sender to repeat. */
const mayWait = (error: unknown): error is Error =>
  error instanceof ProviderFailure || (isDomainError(error) && error.code !== 'service-unavailable');

/** Asks the provider for what the event leaves out, then has its effect in one transaction with noting it. */
const affect = async (
  deps: BillingDeps,
  event: SeenEvent,
  { id, organizationId, currency }: NamedInvoice,
): Promise<string | undefined> => {
  const { events, logger } = deps;
  const actor = systemActor(`payment:${events.provider}`, organizationId);
  const effect = await toEffect(deps, event, currency);
  const context = accountContext(deps, actor);
  const { isDone, conflict } = await inTransaction(deps.database, async (tx): Promise<Affected> => {
    await lockAccount(tx, { organizationId, currency });
    const stored = await lockInvoice(tx, actor, id);
    if (isAnother(stored, event)) return setAside(tx, events.provider, event, stored);
    const noted = { invoiceId: id, detail: event.news.kind };
    if (!(await settleEvent(tx, events.provider, event.eventId, 'DONE', noted))) return { isDone: false };
    const outcome = await effect(tx, context, stored);
    if (outcome === 'DONE' || outcome === 'IGNORED') return { isDone: outcome === 'DONE' };
    const contradiction =
      outcome === 'CONFLICT' ? `${stored.status} cannot become ${event.news.kind}` : contradictions[outcome];
    await markConflict(tx, events.provider, event.eventId, contradiction);
    // What was paid there is taken in nevertheless.
    return { isDone: true, conflict: contradiction };
  });
  if (conflict)
    logger.error(
      { eventId: event.eventId, invoiceId: id, conflict },
      'the payment provider has an invoice other than we do',
    );
  return isDone ? id : undefined;
};

type Affected = { isDone: boolean; conflict?: string };

const contradictions = {
  CREDITED_THERE: 'what the provider has credited is not what is credited here',
  TAKEN_BACK_THERE: 'more was taken back there than is left of the payment here',
} as const;

const isAnother = ({ paymentProviderInvoiceId: known }: Invoice, { providerInvoiceId }: PaymentEvent): boolean =>
  known === null || (providerInvoiceId !== null && providerInvoiceId !== known);

/**
 * What became of another sending means nothing to the invoice, but money does: a draft waits for being sent, which takes
 * that sending up where the database was restored to a moment before it. Any other is left to an operator.
 */
const setAside = async (
  tx: Work,
  provider: string,
  { eventId, news, providerInvoiceId }: SeenEvent,
  { id, status }: Invoice,
): Promise<Affected> => {
  const settle = (outcome: 'DONE' | 'IGNORED', detail: string) =>
    settleEvent(tx, provider, eventId, outcome, { invoiceId: id, detail });
  if (await isFrozen(tx, id)) {
    await postponeEvent(tx, provider, eventId, id, 'the invoice is being sent');
    return { isDone: false };
  }
  if (news.kind !== 'PAID' && news.kind !== 'PAYMENT') {
    await settle('IGNORED', 'is about another sending');
    return { isDone: false };
  }
  const conflict = `${providerInvoiceId} is paid, which is another sending than the one known here`;
  if (status === 'DRAFT') await postponeEvent(tx, provider, eventId, id, conflict);
  else if (await settle('DONE', news.kind)) await markConflict(tx, provider, eventId, conflict);
  else return { isDone: false };
  return { isDone: false, conflict };
};

/** What was declined for good is tried again when the customer has another payment method. */
const retryDeclined = (deps: BillingDeps, eventId: string, customerId: string): Promise<void> =>
  inTransaction(deps.database, async (tx) => {
    const { provider } = deps.events;
    const organizationId = await findCustomerOrganization(tx, provider, customerId);
    const outcome = organizationId ? 'DONE' : 'IGNORED';
    if (!(await settleEvent(tx, provider, eventId, outcome)) || !organizationId) return;
    const actor = systemActor(`payment:${provider}`, organizationId);
    const context = createContext(deps, { actor });
    for (const { id } of await declinedInvoices(tx, organizationId)) {
      const stored = await lockInvoice(tx, actor, id);
      await storeInvoice(tx, context, stored, afterNewPaymentMethod(stored, context.now));
    }
  });
