import type { Work } from '@staycover/change';
import { invalidTransition, type Minor } from '@staycover/kernel';
import type { ProviderDispute } from '../adapters/payment-provider.ts';
import { accountFor } from '../db/accounts.ts';
import { findPaymentByIntent } from '../db/payments.ts';
import type { Invoice } from '../domain/invoice.ts';
import { closeDispute, openDispute } from '../domain/receivables/disputes.ts';
import { findDispute, type Payment } from '../domain/receivables/item.ts';
import { assertNoneAsked, refundable } from '../domain/receivables/refunds.ts';
import { type AccountContext, onAccount } from './on-account.ts';

/** In minor units; null: in another currency than the payment, so all of it. */
export type Disputed = Pick<ProviderDispute, 'disputeId' | 'outcome'> & { amount: Minor | null };

/**
 * Records what a bank asks for or has decided, in whatever order that is heard: what ends was open before. False where less
 * is left of the payment than it is about, as after a person has reversed it.
 * @throws DomainError `invalid-transition` while the payment has not come, or a refund of ours leaves too little of it.
 */
export const recordDispute = async (
  tx: Work,
  context: AccountContext,
  stored: Invoice,
  { disputeId, outcome, amount }: Disputed,
  paymentIntentId: string | null,
): Promise<boolean> => {
  const paymentId = paymentIntentId === null ? undefined : await findPaymentByIntent(tx, paymentIntentId);
  if (!paymentId) {
    const { invoiceReference, status } = stored;
    const detail = `Invoice ${invoiceReference} is ${status}; the payment that is disputed is not here.`;
    throw invalidTransition(detail, status);
  }
  let isNoted = true;
  await onAccount(tx, context, accountFor(stored), { paymentIds: [paymentId] }, (book) => {
    const before = book.payments.get(paymentId)!;
    const isNew = !findDispute(before, disputeId);
    if (outcome !== 'DROPPED') open(book, paymentId, disputeId, amount ?? before.amount);
    if (outcome !== 'OPEN') closeDispute(book, paymentId, disputeId, outcome !== 'LOST');
    isNoted = isIn(book.payments.get(paymentId)!, { disputeId, outcome, amount: isNew ? amount : null });
  });
  return isNoted;
};

/** Whether what a bank has asked or decided counts, in full if it is new; what is heard behind its end does not have to. */
const isIn = (payment: Payment, { disputeId, outcome, amount }: Disputed): boolean => {
  const known = findDispute(payment, disputeId);
  if (outcome === 'WON') return known?.outcome !== 'LOST';
  return outcome === 'DROPPED' || (known !== undefined && BigInt(known.amount) >= (amount ?? 0n));
};

const open: typeof openDispute = (book, paymentId, disputeId, amount) => {
  const payment = book.payments.get(paymentId)!;
  if (!findDispute(payment, disputeId) && amount > refundable(book, payment)) assertNoneAsked(book, paymentId);
  openDispute(book, paymentId, disputeId, amount);
};
