import { inTransaction, type Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { type PaymentProvider, ProviderFailure } from '../adapters/payment-provider.ts';
import type { BillingRules } from '../config.ts';
import { lockAccountBehind } from '../db/accounts.ts';
import { endAttempt, takeAttempt } from '../db/collection-attempts.ts';
import { lockInvoice, storeInvoice } from '../db/invoices.ts';
import { linesOf } from '../db/lines.ts';
import { afterAttempt, type CollectionOutcome, collection, dunningStep } from '../domain/dunning.ts';
import type { PaymentFailure, ProviderView } from '../domain/payment.ts';
import { followProvider } from './follow-provider.ts';

type Deps = { database: Work; rules: BillingRules; provider: PaymentProvider };

/** What one round of collecting did. */
export type Collected = 'PAID' | 'FAILED' | 'PENDING' | 'OUTAGE' | 'SETTLED' | 'SKIPPED';

/**
 * Collects one invoice that is due for it. The provider's state is read first, which reconciles an attempt whose outcome
 * nobody knows; ours is read again, under its lock, just before charging; one worker at a time has the attempt.
 */
export const collectInvoice =
  ({ database, rules, provider }: Deps) =>
  async (context: Context, id: string): Promise<Collected> => {
    const { actor, now } = context;
    const claimed = await inTransaction(database, (tx) => claim(tx, context, id));
    if (!claimed) return 'SKIPPED';
    const round = await askProvider(provider, claimed, () =>
      inTransaction(database, async (tx) => dunningStep(await lockInvoice(tx, actor, id), now) === 'COLLECT'),
    );
    return inTransaction(database, (tx) => settle(tx, { ...context, rules }, { id, ...claimed }, round));
  };

type Claim = { attemptId: string; providerInvoiceId: string };
type Round = CollectionOutcome | { kind: 'SETTLED'; view: ProviderView } | { kind: 'SKIPPED' };

const claim = async (tx: Work, { actor, now, newId }: Context, id: string): Promise<Claim | undefined> => {
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

const settle = async (
  tx: Work,
  context: Context & { rules: BillingRules },
  { id, attemptId }: Claim & { id: string },
  round: Round,
): Promise<Collected> => {
  if (round.kind === 'SETTLED' || round.kind === 'PAID') await lockAccountBehind(tx, context.actor, 'invoice', id);
  const stored = await lockInvoice(tx, context.actor, id);
  switch (round.kind) {
    case 'SETTLED':
      await endAttempt(tx, attemptId, 'SETTLED', round.view.state);
      await followProvider(tx, context, stored, round.view);
      return 'SETTLED';
    case 'SKIPPED':
      await endAttempt(tx, attemptId, 'SKIPPED', null);
      return 'SKIPPED';
    case 'OUTAGE':
      // Nobody knows whether money moved: the attempt stays open, and is resumed under its key.
      await endAttempt(tx, attemptId, null, null);
      break;
    case 'PAID':
      await endAttempt(tx, attemptId, round.kind, null);
      await followProvider(tx, context, stored, { state: 'PAID', paymentIntentId: stored.paymentProviderIntentId });
      return 'PAID';
    case 'PENDING':
      await endAttempt(tx, attemptId, round.kind, null);
      break;
    case 'FAILED':
      await endAttempt(tx, attemptId, round.kind, round.failure.reason);
      break;
  }
  const moving = { now: context.now, rules: context.rules, lines: await linesOf(tx, id) };
  await storeInvoice(tx, context, stored, afterAttempt(stored, round, moving));
  return round.kind;
};
