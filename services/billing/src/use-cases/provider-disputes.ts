import type { Work } from '@staycover/change';
import { DomainError, type Minor } from '@staycover/kernel';
import type { Dispute } from '../adapters/payment-provider.ts';
import { findPaymentByIntent } from '../db/payments.ts';
import type { Invoice } from '../domain/invoice.ts';
import { closeDispute, openDispute } from '../domain/receivables/disputes.ts';
import { type AccountContext, onAccount } from './on-account.ts';

/** In minor units; null: in another currency than the payment, so all of it. */
type Disputed = Pick<Dispute, 'disputeId' | 'outcome'> & { amount: Minor | null };

/**
 * Records what a bank asks for or has decided, in whatever order that is heard: what ends was open before.
 * @throws DomainError `invalid-transition` while the payment has not come.
 */
export const recordDispute = async (
  tx: Work,
  context: AccountContext,
  { organizationId, currency, invoiceReference, status }: Invoice,
  { disputeId, outcome, amount }: Disputed,
  paymentIntentId: string | null,
): Promise<void> => {
  const paymentId = paymentIntentId === null ? undefined : await findPaymentByIntent(tx, paymentIntentId);
  if (!paymentId) {
    const detail = `Invoice ${invoiceReference} is ${status}; the payment that is disputed is not here.`;
    throw new DomainError('invalid-transition', detail, { from: status, to: status, allowed: [] });
  }
  await onAccount(tx, context, { organizationId, currency }, { paymentIds: [paymentId] }, (book) => {
    if (outcome !== 'DROPPED') openDispute(book, paymentId, disputeId, amount ?? book.payments.get(paymentId)!.amount);
    if (outcome !== 'OPEN') closeDispute(book, paymentId, disputeId, outcome !== 'LOST');
  });
};
