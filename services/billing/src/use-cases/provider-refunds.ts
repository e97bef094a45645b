import type { Work } from '@staycover/change';
import { DomainError } from '@staycover/kernel';
import { findProviderPayment, knownRefunds } from '../db/payments.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { PaidBack } from '../domain/payment.ts';
import { completeRefund, refund, refundable } from '../domain/receivables/refunds.ts';
import { type AccountContext, onAccount } from './on-account.ts';

/**
 * Records refunds that the provider made by itself, once an id and of no more than is left of the payment.
 * @throws DomainError `invalid-transition` while nothing has paid the invoice.
 */
export const recordRefunds = async (
  tx: Work,
  context: AccountContext,
  stored: Invoice,
  paidBack: readonly PaidBack[],
  paymentIntentId: string | null,
): Promise<void> => {
  const { organizationId, currency, id: invoiceId, invoiceReference, status } = stored;
  const paymentId = await findProviderPayment(tx, { paymentIntentId, invoiceId });
  if (!paymentId) {
    const detail = `Invoice ${invoiceReference} is ${status}; nothing has paid it that could go back.`;
    throw new DomainError('invalid-transition', detail, { from: status, to: status, allowed: [] });
  }
  const known = await knownRefunds(
    tx,
    paidBack.map(({ refundId }) => refundId),
  );
  const news = paidBack.filter(({ refundId }) => !known.has(refundId));
  await onAccount(tx, context, { organizationId, currency }, { paymentIds: [paymentId] }, (book) => {
    for (const { refundId, amount, requestId } of news) {
      if (requestId && book.refunds.has(requestId)) {
        completeRefund(book, requestId, refundId);
        continue;
      }
      const left = refundable(book, book.payments.get(paymentId)!);
      const back = amount < left ? amount : left;
      if (back <= 0n) continue;
      const made = {
        id: context.newId(),
        paymentId,
        amount: back,
        status: 'DONE',
        providerRefundId: refundId,
      } as const;
      refund(book, {
        ...made,
        reason: 'CREDIT',
        note: null,
        createdDate: context.now,
        createdBy: context.actor.id,
        openOn: {},
      });
    }
  });
};
