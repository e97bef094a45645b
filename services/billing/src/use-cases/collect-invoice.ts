import { inTransaction, type Work } from '@staycover/change';
import type { Context, Currency, Minor } from '@staycover/kernel';
import { type PaymentProvider, ProviderFailure, type Refusal } from '../adapters/payment-provider.ts';
import { holdsAnything, lockInvoiceAndAccount } from '../db/accounts.ts';
import { type Attempt, endAttempt, keepAttempt, leaveUnderWay, takeAttempt } from '../db/collection-attempts.ts';
import { lockInvoice, storeInvoice } from '../db/invoices.ts';
import { readAllLines } from '../db/lines.ts';
import { leftThere } from '../db/mirrored.ts';
import {
  afterAttempt,
  type CollectionOutcome,
  cameToNothing,
  collection,
  dunningStep,
  type Unpaid,
} from '../domain/dunning.ts';
import { amountDue } from '../domain/invoice.ts';
import type { PaymentFailure, ProviderView } from '../domain/payment.ts';
import type { WithProvider } from './deps.ts';
import { followProvider, takePayments } from './follow-provider.ts';
import { mirrorInvoice } from './mirror.ts';
import type { AccountContext } from './on-account.ts';

/** What one round of collecting did. */
export type Collected = 'PAID' | 'FAILED' | 'PENDING' | 'OUTAGE' | 'SETTLED' | 'SKIPPED';

/**
 * Collects one invoice that is due for it. What reduced it here is taken to the provider first, and its state there is
 * read, which reconciles an attempt with an unknown outcome; ours is read again, under its lock, just before charging.
 * One worker at a time has the attempt, and one that was away for longer than its lease does nothing more.
 */
export const collectInvoice =
  (deps: WithProvider) =>
  async (context: Context, id: string): Promise<Collected> => {
    const { database, rules, logger } = deps;
    const { actor, now } = context;
    const claimed = await inTransaction(database, (tx) => claim(tx, context, id));
    if (!claimed) return 'SKIPPED';
    const round = await askProvider(deps, claimed, () =>
      inTransaction(database, async (tx) => {
        const invoice = await lockInvoice(tx, actor, id);
        const isSame = dunningStep(invoice, now) === 'COLLECT' && amountDue(invoice) === claimed.due;
        // What the account has to give goes first.
        return isSame && !(await holdsAnything(tx, invoice)) && keepAttempt(tx, claimed.attempt);
      }),
    );
    const collected = await inTransaction(database, (tx) => storeRound(tx, { ...context, rules }, claimed, round));
    if (collected === 'FAILED' && round.kind === 'SETTLED')
      logger.warn(
        { invoiceId: id, due: `${claimed.due}`, state: round.view.state },
        'not charged: the payment provider has nothing open of what is due here',
      );
    return collected;
  };

type Claim = { invoiceId: string; attempt: Attempt; providerInvoiceId: string; due: Minor; currency: Currency };
/** `PENDING` is under way; what `WAITS` was not asked for, and may be paid in part there. */
type Round =
  | CollectionOutcome
  | { kind: 'SETTLED'; view: ProviderView }
  | { kind: 'SKIPPED' }
  | { kind: 'WAITS'; paid: ProviderView['paid'] };

const claim = async (tx: Work, { actor, now, newId }: Context, id: string): Promise<Claim | undefined> => {
  const invoice = await lockInvoice(tx, actor, id);
  const { paymentProviderInvoiceId: providerInvoiceId } = invoice;
  if (dunningStep(invoice, now) !== 'COLLECT' || providerInvoiceId === null) return undefined;
  const attempt = await takeAttempt(tx, { id: newId(), invoiceId: id, startedAt: now });
  return attempt && { invoiceId: id, attempt, providerInvoiceId, due: amountDue(invoice), currency: invoice.currency };
};

/** The only place where money is asked for. */
const askProvider = async (deps: WithProvider, claimed: Claim, isStillDue: () => Promise<boolean>): Promise<Round> => {
  const { database, provider, logger } = deps;
  const { invoiceId, attempt, providerInvoiceId, due, currency } = claimed;
  try {
    await mirrorInvoice(deps, invoiceId);
    const view = await provider.read(providerInvoiceId);
    if (attempt.isUnderWay && cameToNothing(view)) return { kind: 'FAILED', failure: view.lastFailure ?? NOT_PAID };
    const isMore = view.amountRemaining > due;
    const left = isMore ? await leftThere(database, invoiceId, provider.mostLeft(currency)) : 0n;
    const todo = collection(view, due, left);
    if (todo === 'SETTLE') return { kind: 'SETTLED', view };
    if (view.isProcessing) return { kind: 'PENDING' };
    if (todo === 'WAIT') {
      const asked = view.amountRemaining;
      if (asked !== due)
        logger.warn(
          { invoiceId, due: `${due}`, asked: `${asked}` },
          'not charged: the payment provider asks for another amount',
        );
      return { kind: 'WAITS', paid: view.paid };
    }
    if (!(await isStillDue())) return { kind: 'SKIPPED' };
    const outcome = await ask(provider, todo, claimed);
    return outcome.kind === 'REFUSED' ? await afterRefusal(deps, claimed, outcome) : outcome;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    logger.warn({ invoiceId, reason: error.message }, 'not collected: the payment provider could not be asked');
    return { kind: 'OUTAGE' };
  }
};

const ask = async (
  provider: PaymentProvider,
  todo: 'CHARGE' | 'REMIND',
  { attempt, providerInvoiceId, due, currency }: Claim,
): Promise<CollectionOutcome | Refusal> => {
  const refusal = provider.findRefusal(due, currency);
  if (refusal) return refusal;
  // Asked again under the same key, the provider answers how the attempt ended; its last failure may be an earlier one's.
  if (todo === 'CHARGE') return provider.charge(providerInvoiceId, attempt.id);
  await provider.remind(providerInvoiceId, attempt.id);
  return { kind: 'FAILED', failure: NO_PAYMENT_METHOD };
};

/** What was refused was not charged: it counts as a failure, unless it was refused for what became of the invoice there meanwhile. */
const afterRefusal = async (
  { provider, logger }: WithProvider,
  { invoiceId, providerInvoiceId }: Claim,
  { refuses, reason, detail }: Refusal,
): Promise<Round> => {
  // What it would refuse again and again is for a person, like a card that is declined for good.
  if (refuses === 'INVOICE') {
    logger.error({ invoiceId, reason, detail }, 'not charged: the payment provider does not charge this as it is');
    return { kind: 'FAILED', failure: { reason, hard: true } };
  }
  const view = await provider.read(providerInvoiceId);
  if (view.state !== 'OPEN') return { kind: 'SETTLED', view };
  if (view.isProcessing) return { kind: 'PENDING' };
  logger.warn({ invoiceId, reason, detail }, 'not charged: the payment provider refuses it this time');
  return refuses === 'PAYMENT' ? { kind: 'FAILED', failure: { reason, hard: false } } : { kind: 'OUTAGE' };
};

/** The customer is reminded instead; not paying by the next time counts as a failure. */
const NO_PAYMENT_METHOD: PaymentFailure = { reason: 'no_payment_method', hard: false };
/** It came to nothing, and the provider has no reason. */
const NOT_PAID: PaymentFailure = { reason: 'payment_failed', hard: false };
/** It is closed there, and still due here, as after a reversal: nothing more can be asked for there. */
const SETTLED_THERE: PaymentFailure = { reason: 'settled_at_provider', hard: true };

const storeRound = async (
  tx: Work,
  context: AccountContext,
  { invoiceId, attempt }: Claim,
  round: Round,
): Promise<Collected> => {
  const isSettled = round.kind === 'SETTLED' || round.kind === 'PAID';
  const paid = round.kind === 'WAITS' ? round.paid : [];
  const isOnAccount = isSettled || paid.length > 0;
  const stored = isOnAccount
    ? await lockInvoiceAndAccount(tx, context.actor, invoiceId)
    : await lockInvoice(tx, context.actor, invoiceId);
  if (!(await endRound(tx, attempt, round))) return 'SKIPPED';
  if (round.kind === 'SKIPPED') return 'SKIPPED';
  if (isSettled && (await followProvider(tx, context, stored, round.view)) === 'DONE') return round.kind;
  // The event of a part that was paid there may be lost.
  const { invoice } = await takePayments(tx, context, stored, paid);
  // An event of the provider was faster, or that part was all.
  if (isOnAccount && invoice.status !== 'PAST_DUE') return 'SETTLED';
  const moving = { ...context, lines: await readAllLines(tx, invoiceId) };
  const unpaid = toUnpaid(round);
  await storeInvoice(tx, context, invoice, afterAttempt(invoice, unpaid, moving));
  return unpaid.kind;
};

const toUnpaid = (round: Exclude<Round, { kind: 'SKIPPED' }>): Unpaid => {
  if (round.kind === 'SETTLED') return { kind: 'FAILED', failure: SETTLED_THERE };
  return round.kind === 'PAID' || round.kind === 'WAITS' ? { kind: 'PENDING' } : round;
};

/** After an outage it is unknown whether money moved: the attempt stays open, and is resumed under its key. */
const endRound = (tx: Work, attempt: Attempt, round: Round): Promise<boolean> => {
  switch (round.kind) {
    case 'OUTAGE':
      return attempt.isUnderWay ? leaveUnderWay(tx, attempt) : endAttempt(tx, attempt, null, null);
    case 'PENDING':
      return leaveUnderWay(tx, attempt);
    case 'SETTLED':
      return endAttempt(tx, attempt, round.kind, round.view.state);
    case 'FAILED':
      return endAttempt(tx, attempt, round.kind, round.failure.reason);
    default:
      return endAttempt(tx, attempt, round.kind, null);
  }
};
