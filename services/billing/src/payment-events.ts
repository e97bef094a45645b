import { type Announcements, announce } from '@staycover/change';
import { billingEvents } from '@staycover/events';
import type { Payment, PaymentAnnouncement } from './domain/receivables/item.ts';
import { paymentState, refundResource } from './payment-wire.ts';

const toEventData = (payment: Payment) => ({
  organizationId: payment.organizationId,
  version: payment.version,
  paymentId: payment.id,
  payment: paymentState(payment),
});

/** How each event of a payment is published. */
export const paymentAnnouncements: Announcements<Payment, PaymentAnnouncement> = {
  'payment-received': announce(billingEvents.paymentReceived, toEventData),
  'payment-allocated': announce(billingEvents.paymentAllocated, toEventData),
  'payment-reversed': announce(billingEvents.paymentReversed, toEventData),
  'payment-refunded': announce(billingEvents.paymentRefunded, (payment, { refund }) => ({
    ...toEventData(payment),
    refund: refundResource(refund, payment.currency),
  })),
  'payment-disputed': announce(billingEvents.paymentDisputed, (payment, { disputeId, outcome }) => ({
    ...toEventData(payment),
    disputeId,
    outcome,
  })),
};
