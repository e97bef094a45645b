import type { DisputeOutcome, Refund } from './item.ts';

/** What a payment announces. */
export type PaymentEvent =
  | { type: 'payment-received' }
  | { type: 'payment-reversed' }
  | { type: 'payment-refunded'; refund: Refund }
  | { type: 'payment-disputed'; disputeId: string; outcome: DisputeOutcome };
