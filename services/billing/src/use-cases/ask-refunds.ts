import { inTransaction, type Work } from '@staycover/change';
import { isDomainError, isId } from '@staycover/kernel';
import { ProviderFailure } from '../adapters/payment-provider.ts';
import { type AccountKey, lockAccount } from '../db/accounts.ts';
import { findRefund, noteAsked, type PendingRefund, pendingRefunds } from '../db/payments.ts';
import { completeRefund, failRefund } from '../domain/receivables/refunds.ts';
import type { BillingDeps, WithProvider } from './deps.ts';
import { type AccountContext, onAccount, ownContext } from './on-account.ts';

/** What became of a refund at the provider. */
type RefundAnswer = { state: 'DONE' | 'PENDING' | 'FAILED'; refundId: string | null };

/**
 * Asks the provider for a refund under its id, however often, and notes what came of it. False where the provider does
 * not say: an unknown outcome waits.
 */
const askRefund = async (deps: WithProvider, { key, ...order }: PendingRefund): Promise<boolean> => {
  const answer = await deps.provider
    .refund({ ...order, currency: key.currency })
    .catch((error: unknown): RefundAnswer | undefined => {
      if (isDomainError(error, 'invoice-not-deliverable')) {
        deps.logger.warn(
          { err: error, refundId: order.requestId },
          'the payment provider does not take the amount of a refund',
        );
        return { state: 'FAILED', refundId: null };
      }
      if (!(error instanceof ProviderFailure)) throw error;
      if (error.outcome === 'UNKNOWN' || isPassing(error)) return undefined;
      deps.logger.warn({ reason: error.message, refundId: order.requestId }, 'the payment provider refuses a refund');
      return { state: 'FAILED', refundId: null };
    });
  if (!answer) return false;
  const context = ownContext(deps, key);
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, key);
    await settleRefund(tx, context, key, order.requestId, answer);
  });
  return true;
};

/** Too many requests, or a key of ours that is wrong, say nothing about the refund. */
const isPassing = ({ cause }: ProviderFailure): boolean =>
  [401, 403, 429].includes((cause as { statusCode?: number } | undefined)?.statusCode ?? 0);

/** Notes what became of a refund, on a locked account. */
export const settleRefund = async (
  tx: Work,
  context: AccountContext,
  key: AccountKey,
  requestId: string,
  { state, refundId }: RefundAnswer,
): Promise<void> => {
  const known = isId(requestId) ? await findRefund(tx, requestId) : undefined;
  if (!known || state === 'PENDING') return;
  await onAccount(tx, context, key, { paymentIds: [known.paymentId] }, (book) =>
    state === 'DONE' ? completeRefund(book, requestId, refundId) : failRefund(book, requestId),
  );
};

/** Whether the provider is to be asked for a refund. */
export const isAnyRefundToAsk = async ({ database, provider }: BillingDeps): Promise<boolean> =>
  provider !== undefined && (await pendingRefunds(database, 1)).length > 0;

/** As many are asked for in a round, in which others wait for their turn. */
const A_ROUND = 100;

/**
 * Asks for the refunds that wait, one by one, until the provider does not answer: then it would not for the others. The
 * fault of one stops no other; returns how many there were.
 */
export const askPendingRefunds = async ({ provider, ...deps }: BillingDeps, signal: AbortSignal): Promise<number> => {
  if (!provider) return 0;
  let failed = 0;
  for (const refund of await pendingRefunds(deps.database, A_ROUND)) {
    signal.throwIfAborted();
    if (!(await noteAsked(deps.database, refund))) continue;
    const isAnswered = await askRefund({ ...deps, provider }, refund).catch((error: unknown) => {
      failed += 1;
      deps.logger.error({ err: error, refundId: refund.requestId }, 'a refund could not be asked for');
      return true;
    });
    if (!isAnswered) break;
  }
  return failed;
};
