import {
  authored,
  type CalendarDate,
  type Context,
  type Currency,
  DomainError,
  invalidTransition,
  type Minor,
} from '@staycover/kernel';
import { allocate } from './allocate.ts';
import { allot, allotted, announce, type Book, changePayment, post, standingRefunds } from './book.ts';
import type { Payment, PaymentMethod } from './item.ts';

export type NewPayment = {
  organizationId: string;
  currency: Currency;
  amount: Minor;
  method: PaymentMethod;
  receivedOn: CalendarDate;
  reference: string | null;
  paymentProviderIntentId: string | null;
  invoiceIds: readonly string[];
  paymentReference: string;
};

export const newPayment = (facts: NewPayment, context: Context): Payment => ({
  ...facts,
  ...authored(context),
  id: context.newId(),
  unallocated: facts.amount,
  status: 'RECEIVED',
  reversalReason: null,
  disputes: [],
  disputed: 0n,
  lost: 0n,
});

/** Takes a payment in and gives it to what is open. */
export const receive = (book: Book, payment: Payment): void => {
  book.payments.set(payment.id, payment);
  post(book, ['CASH', payment.id, payment.amount], ['RECEIVABLE', payment.id, -payment.amount]);
  announce(book, payment.id, { type: 'payment-received' });
  allocate(book);
};

/**
 * Undoes a payment that has not come after all; what it had paid is open again.
 * @throws DomainError `payment-refunded` after a refund, `invalid-transition` while it is disputed.
 */
export const reverse = (book: Book, id: string, reason: string): void => {
  const payment = book.payments.get(id)!;
  if (payment.status === 'REVERSED') return;
  assertReversible(book, payment);
  book.cause = { reason: 'REVERSAL', refundId: null };
  for (const [invoiceId, amount] of allotted(book, id)) allot(book, id, invoiceId, -amount);
  const rest = payment.amount - payment.lost;
  post(book, ['RECEIVABLE', id, rest], ['CASH', id, -rest]);
  changePayment(book, id, () => ({ status: 'REVERSED', unallocated: 0n, reversalReason: reason }));
  announce(book, id, { type: 'payment-reversed' });
  allocate(book);
};

const assertReversible = (book: Book, { id, paymentReference, status }: Payment): void => {
  if (standingRefunds(book, id).length > 0) {
    throw new DomainError('payment-refunded', `Of payment ${paymentReference} a part was paid back.`);
  }
  if (status !== 'DISPUTED') return;
  const detail = `Payment ${paymentReference} is disputed; how that ends decides about it.`;
  throw invalidTransition(detail, status, 'REVERSED');
};
