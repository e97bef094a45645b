import { askPendingRefunds, isAnyRefundToAsk } from './ask-refunds.ts';
import type { BillingDeps } from './deps.ts';
import { isAnyWaiting, processPending } from './receive-payment-event.ts';

/** Whether an event of the payment provider waits, or a refund that it is to be asked for. */
export const isAnyPaymentToFollow = async (deps: BillingDeps): Promise<boolean> =>
  (await isAnyWaiting(deps)) || (await isAnyRefundToAsk(deps));

/** What dunning does of payments and refunds, for a platform that does its own: takes up what waits. */
export const followPayments = async (deps: BillingDeps, signal: AbortSignal) => {
  const taken = await processPending(deps, null, signal);
  const failed = await askPendingRefunds(deps, signal);
  return { events: taken.done, errors: taken.failed + failed };
};
