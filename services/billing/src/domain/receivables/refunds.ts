import { DomainError, invalidTransition, least, type Minor, sum } from '@staycover/kernel';
import { type Invoice, isGoodwill } from '../invoice.ts';
import { allocate } from './allocate.ts';
import {
  allot,
  allotted,
  announceRefund,
  type Book,
  creditLeft,
  layRefund,
  oldestFirst,
  post,
  standingRefunds,
  takeBack,
} from './book.ts';
import { voidGoodwill } from './documents.ts';
import { amountOn, disputedOn, type Payment, type Refund, undisputedRest } from './item.ts';

/** What of a payment can still be paid back. */
export const refundable = (book: Pick<Book, 'refunds'>, { id, amount, status, lost, disputed }: Payment): Minor => {
  if (status === 'REVERSED') return 0n;
  return amount - lost - disputed - sum(standingRefunds(book, id).map((one) => one.amount));
};

/**
 * Refuses to go on while a refund of a payment is asked for: of what has gone back at the provider before, it has no more left.
 * @throws DomainError `invalid-transition`.
 */
export const assertNoneAsked = (book: Book, paymentId: string): void => {
  if (!standingRefunds(book, paymentId).some((one) => one.status === 'PENDING')) return;
  const { paymentReference, status } = book.payments.get(paymentId)!;
  const detail = `A refund of payment ${paymentReference} is asked for, and may fail.`;
  throw invalidTransition(detail, status);
};

/**
 * Refuses a refund at the provider of more than is left of a payment, where an earlier one must have failed there, or a dispute
 * been won, unheard: the provider pays back no more than it has. Not one that what stands there leaves room for, or that would
 * not fit without that, either; nor one of a payment that a person has reversed.
 * @throws DomainError `invalid-transition`.
 */
export const assertNoneUnheard = (book: Book, paymentId: string, amount: Minor): void => {
  const payment = book.payments.get(paymentId)!;
  const there = standingRefunds(book, paymentId).filter(({ providerRefundId }) => providerRefundId !== null);
  const stands = payment.disputed + payment.lost + sum(there.map((one) => one.amount));
  const isPossible = amount > payment.amount - stands && amount <= refundable(book, payment) + stands;
  const isReversedByHand = payment.status === 'REVERSED' && payment.lost < payment.amount;
  if (isReversedByHand || !isPossible) return;
  const detail = `Less is left of payment ${payment.paymentReference}: a refund may have failed, or a dispute been won.`;
  throw invalidTransition(detail, payment.status);
};

/**
 * Pays back a part of a payment: its rest that has met nothing, then credit that is held; what remains is open on the
 * invoices that it paid, until a credit meets it. GOODWILL takes nothing, and is announced with the credit note that meets it.
 * @throws DomainError `payment-refunded` for more than is left.
 */
export const refund = (book: Book, refunded: Refund): void => {
  const payment = book.payments.get(refunded.paymentId)!;
  const left = refundable(book, payment);
  if (refunded.amount > left) {
    const detail = `Payment ${payment.paymentReference} has less left than is to be paid back.`;
    throw new DomainError('payment-refunded', detail, { left: Number(left) });
  }
  book.cause = { reason: 'REFUND', refundId: refunded.providerRefundId ?? refunded.id };
  book.refunds.set(refunded.id, refunded);
  post(book, ['RECEIVABLE', refunded.id, refunded.amount], ['CASH', refunded.id, -refunded.amount]);
  if (refunded.reason === 'GOODWILL') return;
  layOpen(book, payment.id, refunded, takeHeld(book, payment, refunded));
  announceRefund(book, refunded.id);
};

/** Notes a refund that failed before it was heard of here: it moves nothing, and never will. */
export const noteFailedRefund = (book: Book, failed: Refund): void => {
  book.refunds.set(failed.id, failed);
  announceRefund(book, failed.id);
};

/** Notes that the provider has made a refund. */
export const completeRefund = (book: Book, id: string, providerRefundId: string | null): void => {
  const asked = book.refunds.get(id)!;
  if (asked.status !== 'PENDING') return;
  book.refunds.set(id, { ...asked, status: 'DONE', providerRefundId: providerRefundId ?? asked.providerRefundId });
  announceRefund(book, id);
};

/** Takes what the account holds; returns what remains. */
const takeHeld = (book: Book, payment: Payment, { id: refundId, amount }: Refund): Minor => {
  const rest = least(undisputedRest(payment), amount);
  allot(book, payment.id, refundId, rest);
  let open = amount - rest;
  for (const credit of oldestFirst([...book.invoices.values()])) {
    const taken = least(creditLeft(credit), open);
    allot(book, credit.id, refundId, taken);
    open -= taken;
  }
  return open;
};

const layOpen = (book: Book, paymentId: string, { id }: Refund, remainder: Minor): void => {
  let open = remainder;
  for (const [invoiceId, most] of refundableOn(book, paymentId)) {
    const laid = least(most, open);
    if (laid > 0n) layRefund(book, id, invoiceId, laid);
    open -= laid;
  }
};

/** What a payment has paid of invoices, the last first, less what was paid back of it or is disputed there. */
export const refundableOn = (book: Book, paymentId: string): [invoiceId: string, amount: Minor][] => {
  const payment = book.payments.get(paymentId)!;
  const refunds = [...book.refunds.values()].filter((one) => one.paymentId === paymentId);
  return [...allotted(book, paymentId)]
    .filter(([targetId]) => book.invoices.has(targetId))
    .toReversed()
    .map(([invoiceId, paid]) => {
      const open = sum(refunds.map(({ openOn }) => amountOn(openOn, invoiceId)));
      return [invoiceId, paid - open - disputedOn(payment, invoiceId)];
    });
};

/** What of a refund nothing has met yet. */
export const unmet = (book: Book, { id, amount, status }: Refund): Minor =>
  status === 'FAILED'
    ? 0n
    : amount - sum(book.allocations.filter(({ targetId }) => targetId === id).map((one) => one.amount));

/** Takes what is open of a refund off the invoices. */
const takeOff = (book: Book, refundId: string): void => {
  const { openOn } = book.refunds.get(refundId)!;
  for (const [invoiceId, amount] of Object.entries(openOn)) layRefund(book, refundId, invoiceId, -BigInt(amount));
};

/** Meets what is open of a refund by a credit note that was made for it; none where all of it is met. */
export const meetByGoodwill = (book: Book, refundId: string, credit: Invoice | undefined): void => {
  takeOff(book, refundId);
  book.refunds.set(refundId, { ...book.refunds.get(refundId)!, reason: 'GOODWILL' });
  announceRefund(book, refundId);
  if (credit) allot(book, credit.id, refundId, creditLeft(credit));
};

/** Undoes a refund that the provider could not make: what had met it is held again, and a credit note of its own is void. */
export const failRefund = (book: Book, refundId: string): void => {
  const failed = book.refunds.get(refundId)!;
  if (failed.status === 'FAILED') return;
  book.cause = { reason: 'REFUND', refundId: failed.providerRefundId ?? refundId };
  takeOff(book, refundId);
  for (const sourceId of takeBack(book, refundId)) {
    const credit = book.invoices.get(sourceId);
    if (credit && isGoodwill(credit)) voidGoodwill(book, credit);
  }
  post(book, ['CASH', refundId, failed.amount], ['RECEIVABLE', refundId, -failed.amount]);
  book.refunds.set(refundId, { ...book.refunds.get(refundId)!, status: 'FAILED' });
  announceRefund(book, refundId);
  allocate(book);
};
