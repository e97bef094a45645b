import { askPendingRefunds, isAnyRefundToAsk } from './ask-refunds.ts';
import type { BillingDeps } from './deps.ts';
import { isAnyWaiting, processPending } from './receive-payment-event.ts';

/** How many events were taken up, and how many faults there were. */
export type FollowedPayments = { events: number; errors: number };

/** Whether an event of the payment provider waits, or a refund that it is to be asked for. */
export const isAnyPaymentToFollow = (deps: BillingDeps) => async (): Promise<boolean> =>
  (await isAnyWaiting(deps)) || (await isAnyRefundToAsk(deps));

/** What dunning does of payments and refunds, for a platform that does its own: takes up what waits. */
export const followPayments =
  (deps: BillingDeps) =>
  async (signal: AbortSignal): Promise<FollowedPayments> => {
    const taken = await processPending(deps, null, signal);
    const failed = await askPendingRefunds(deps, signal);
    return { events: taken.done, errors: taken.failed + failed };
  };
