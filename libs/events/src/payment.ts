import { fields, Payment, Refund, schemaExample } from '@staycover/api';
import { z } from 'zod';
import { aggregate } from './common.ts';
import { defineEvent } from './define.ts';

/** A payment as events carry it. */
export const PaymentState = Payment.omit({ allocations: true, refunds: true }).meta({
  id: 'PaymentState',
  description: 'A payment without what it paid and what of it went back',
});
export type PaymentState = z.infer<typeof PaymentState>;

const received = PaymentState.parse(schemaExample(Payment));
const { id: paymentId, organizationId, version } = received;
const state = { ...aggregate, paymentId: fields.uuid, payment: PaymentState };
const example = { organizationId, version, paymentId, payment: received };

export const paymentReceived = defineEvent('billing', {
  name: 'payment-received',
  summary: 'A payment was received and allocated to what was due',
  data: z.object(state),
  aggregateId: paymentId,
  example,
});

export const paymentAllocated = defineEvent('billing', {
  name: 'payment-allocated',
  summary: 'Money that was held of a payment met an invoice or a refund, or is held again; see `payment.unallocated`',
  data: z.object(state),
  aggregateId: paymentId,
  example: { ...example, payment: { ...received, unallocated: 0 } },
});

export const paymentReversed = defineEvent('billing', {
  name: 'payment-reversed',
  summary: 'A payment failed later; what it had paid is due again',
  data: z.object(state),
  aggregateId: paymentId,
  example: { ...example, payment: { ...received, status: 'REVERSED', reversalReason: 'The bank returned it' } },
});

export const paymentRefunded = defineEvent('billing', {
  name: 'payment-refunded',
  summary: 'A refund was requested, was done, failed, or was met by a credit; see `refund.status` and `refund.open`',
  data: z.object({ ...state, refund: Refund }),
  aggregateId: paymentId,
  example: { ...example, refund: schemaExample(Refund) },
});

export const disputeOutcomes = ['OPEN', 'WON', 'LOST'] as const;

export const paymentDisputed = defineEvent('billing', {
  name: 'payment-disputed',
  summary: 'A payment is disputed at the bank, or the dispute was decided',
  data: z.object({ ...state, disputeId: fields.longText, outcome: z.enum(disputeOutcomes) }),
  aggregateId: paymentId,
  example: {
    ...example,
    payment: { ...received, status: 'DISPUTED', disputed: 127.5 },
    disputeId: 'dp_1QxT8s',
    outcome: 'OPEN',
  },
});
