import type { Stripe } from 'stripe';
import type { PaidBack } from '../../domain/payment.ts';
import type { PaymentProvider, RefundOrder } from '../payment-provider.ts';
import { asking, unlessMissing } from './failures.ts';
import { minorFromStripe, stripeAmounts } from './money.ts';

/** The refunds of a charge that are done. */
export const listRefunds = (stripe: Stripe, charge: string, currency: string): Promise<PaidBack[]> =>
  asking(async () => {
    const done: PaidBack[] = [];
    for await (const { id, status, amount, metadata } of stripe.refunds.list({ charge, limit: 100 })) {
      if (status !== 'succeeded') continue;
      const requestId = metadata?.['refundId'] ?? null;
      done.push({ refundId: id, amount: minorFromStripe(amount, currency), requestId });
    }
    return done;
  });

const STATES: Record<string, 'DONE' | 'FAILED'> = { succeeded: 'DONE', failed: 'FAILED', canceled: 'FAILED' };

/** Refunds a payment intent, or finds the refund that an earlier request has made. */
export const refund = (stripe: Stripe, order: RefundOrder): ReturnType<PaymentProvider['refund']> =>
  asking(async () => {
    const { requestId, paymentIntentId, amount, currency } = order;
    const [units] = stripeAmounts([amount], currency);
    const { id, status } =
      (await findRefund(stripe, order).catch(unlessMissing)) ??
      (await stripe.refunds.create(
        { payment_intent: paymentIntentId, amount: Number(units), metadata: { refundId: requestId } },
        { idempotencyKey: `refund:${requestId}` },
      ));
    return { refundId: id, state: STATES[status ?? ''] ?? 'PENDING' };
  });

/** Idempotency keys alone would not find it after a day, and a bank may take longer. */
const findRefund = async (
  stripe: Stripe,
  { paymentIntentId, requestId }: RefundOrder,
): Promise<Stripe.Refund | undefined> => {
  for await (const one of stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 })) {
    if (one.metadata?.['refundId'] === requestId) return one;
  }
  return undefined;
};
