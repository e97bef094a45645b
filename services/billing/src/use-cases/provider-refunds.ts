import type { Work } from '@staycover/change';
import { invalidTransition, isId, least, type Minor } from '@staycover/kernel';
import { accountFor } from '../db/accounts.ts';
import { findProviderPayment, findProviderRefund, findRefund, knownRefunds } from '../db/payments.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { PaidBack } from '../domain/payment.ts';
import type { Refund, RefundStatus } from '../domain/receivables/item.ts';
import {
  assertNoneAsked,
  assertNoneUnheard,
  completeRefund,
  noteFailedRefund,
  refund,
  refundable,
} from '../domain/receivables/refunds.ts';
import { settleRefund } from './ask-refunds.ts';
import { type AccountContext, onAccount } from './on-account.ts';

/**
 * Records refunds that the provider made by itself, once an id and of no more than is left of the payment. False where more
 * went back there, as after a person has reversed the payment.
 * @throws DomainError `invalid-transition` while the payment has not come, or what may have ended there leaves too little of it.
 */
export const recordRefunds = async (
  tx: Work,
  context: AccountContext,
  stored: Invoice,
  paidBack: readonly PaidBack[],
  paymentIntentId: string | null,
): Promise<boolean> => {
  const paymentId = await findRefunded(tx, stored, paymentIntentId);
  let isAll = true;
  const known = await knownRefunds(
    tx,
    paidBack.map(({ refundId }) => refundId),
  );
  const news = paidBack.filter(({ refundId }) => !known.has(refundId));
  await onAccount(tx, context, accountFor(stored), { paymentIds: [paymentId] }, (book) => {
    for (const { refundId, amount, requestId } of news) {
      if (requestId && book.refunds.has(requestId)) {
        completeRefund(book, requestId, refundId);
        continue;
      }
      const left = refundable(book, book.payments.get(paymentId)!);
      if (amount > left) {
        assertNoneAsked(book, paymentId);
        assertNoneUnheard(book, paymentId, amount);
        isAll = false;
      }
      const back = least(amount, left);
      if (back > 0n) refund(book, madeThere(context, { paymentId, refundId, amount: back, status: 'DONE' }));
    }
  });
  return isAll;
};

/**
 * Takes back a refund that failed at the provider, which is its end. One that is not known is kept as failed: it may be
 * heard later that it had been made.
 * @throws DomainError `invalid-transition` while the payment has not come.
 */
export const recordFailedRefund = async (
  tx: Work,
  context: AccountContext,
  stored: Invoice,
  { refundId, requestId, amount }: PaidBack,
  paymentIntentId: string | null,
): Promise<void> => {
  const known = (await findProviderRefund(tx, refundId)) ?? (await findRequest(tx, requestId));
  if (known) return settleRefund(tx, context, accountFor(stored), known, { state: 'FAILED', refundId: null });
  if (amount <= 0n) return;
  const paymentId = await findRefunded(tx, stored, paymentIntentId);
  await onAccount(tx, context, accountFor(stored), { paymentIds: [paymentId] }, (book) =>
    noteFailedRefund(book, madeThere(context, { paymentId, refundId, amount, status: 'FAILED' })),
  );
};

const findRequest = async (tx: Work, requestId: string | null | undefined): Promise<string | undefined> =>
  requestId && isId(requestId) ? (await findRefund(tx, requestId))?.id : undefined;

const findRefunded = async (
  tx: Work,
  { id: invoiceId, invoiceReference, status }: Invoice,
  paymentIntentId: string | null,
): Promise<string> => {
  const paymentId = await findProviderPayment(tx, { paymentIntentId, invoiceId });
  if (paymentId) return paymentId;
  const detail = `Invoice ${invoiceReference} is ${status}; the payment that goes back is not here.`;
  throw invalidTransition(detail, status);
};

type MadeThere = { paymentId: string; refundId: string; amount: Minor; status: RefundStatus };

const madeThere = ({ newId, now, actor }: AccountContext, { refundId, ...refunded }: MadeThere): Refund => ({
  ...refunded,
  id: newId(),
  providerRefundId: refundId,
  reason: 'CREDIT',
  note: null,
  createdDate: now,
  createdBy: actor.id,
  openOn: {},
});
