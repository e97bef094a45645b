import type { Payment as PaymentResource, Refund as RefundResource } from '@staycover/api';
import type { billingEvents } from '@staycover/events';
import { type Currency, majorFromMinor, timestamp } from '@staycover/kernel';
import { type Allocation, openRefund, type Payment, type Refund } from './domain/receivables/item.ts';

/** A payment as events carry it. */
export const paymentState = (payment: Payment): billingEvents.PaymentState => {
  const { currency } = payment;
  return {
    id: payment.id,
    organizationId: payment.organizationId,
    paymentReference: payment.paymentReference,
    amount: majorFromMinor(payment.amount, currency),
    unallocated: majorFromMinor(payment.unallocated, currency),
    currency,
    method: payment.method,
    status: payment.status,
    receivedOn: payment.receivedOn.toString(),
    reference: payment.reference,
    paymentProviderIntentId: payment.paymentProviderIntentId,
    disputed: majorFromMinor(payment.disputed, currency),
    lost: majorFromMinor(payment.lost, currency),
    reversalReason: payment.reversalReason,
    invoiceIds: [...payment.invoiceIds],
    createdBy: payment.createdBy,
    createdDate: timestamp(payment.createdDate),
    lastModifiedBy: payment.lastModifiedBy,
    lastModifiedDate: timestamp(payment.lastModifiedDate),
    version: payment.version,
  };
};

export const refundResource = (refund: Refund, currency: Currency): RefundResource => ({
  id: refund.id,
  amount: majorFromMinor(refund.amount, currency),
  reason: refund.reason,
  note: refund.note,
  status: refund.status,
  open: majorFromMinor(openRefund(refund), currency),
  providerRefundId: refund.providerRefundId,
  createdBy: refund.createdBy,
  createdDate: timestamp(refund.createdDate),
});

type Details = { payment: Payment; allocations: readonly Allocation[]; refunds: readonly Refund[] };

/** A payment as the interface shows it. */
export const paymentResource = ({ payment, allocations, refunds }: Details): PaymentResource => {
  const back = new Set(refunds.map(({ id }) => id));
  const paid = new Map<string, bigint>();
  for (const { targetId, amount } of allocations) {
    if (!back.has(targetId)) paid.set(targetId, (paid.get(targetId) ?? 0n) + amount);
  }
  return {
    ...paymentState(payment),
    allocations: [...paid]
      .filter(([, amount]) => amount !== 0n)
      .map(([invoiceId, amount]) => ({ invoiceId, amount: majorFromMinor(amount, payment.currency) })),
    refunds: refunds.map((refund) => refundResource(refund, payment.currency)),
  };
};
