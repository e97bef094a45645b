import type { Minor } from '@staycover/kernel';
import { allocate } from './allocate.ts';
import { allot, announce, type Book, changeInvoice, changePayment, post, smaller } from './book.ts';
import { amountOn } from './item.ts';
import { refundable, refundableOn } from './refunds.ts';

/** A bank is asked to take back so much of a payment: at first of what has met nothing, then of the invoices it paid. */
export const openDispute = (book: Book, paymentId: string, disputeId: string, amount: Minor): void => {
  const payment = book.payments.get(paymentId)!;
  if (payment.disputeId === disputeId || payment.status !== 'RECEIVED') return;
  const disputed = smaller(amount, refundable(book, payment));
  if (disputed <= 0n) return;
  let open = disputed - smaller(payment.unallocated, disputed);
  const disputedOn: Record<string, string> = {};
  for (const [invoiceId, most] of refundableOn(book, paymentId)) {
    const laid = smaller(most, open);
    if (laid <= 0n) continue;
    disputedOn[invoiceId] = `${laid}`;
    changeInvoice(book, invoiceId, ({ amountDisputed }) => ({ amountDisputed: amountDisputed + laid }));
    open -= laid;
  }
  post(book, ['DISPUTED', paymentId, disputed], ['CASH', paymentId, -disputed]);
  changePayment(book, paymentId, () => ({ status: 'DISPUTED', disputeId, disputed, disputedOn }));
  announce(book, paymentId, { type: 'payment-disputed', disputeId, outcome: 'OPEN' });
};

/** Ends a dispute: won, all is as before; lost, the payment counts less, and what it had paid is open again. */
export const closeDispute = (book: Book, paymentId: string, disputeId: string, isWon: boolean): void => {
  const { disputed, disputedOn, ...payment } = book.payments.get(paymentId)!;
  if (payment.status !== 'DISPUTED' || payment.disputeId !== disputeId) return;
  book.cause = { reason: 'DISPUTE', refundId: null };
  for (const invoiceId of Object.keys(disputedOn)) {
    const laid = amountOn(disputedOn, invoiceId);
    changeInvoice(book, invoiceId, ({ amountDisputed }) => ({ amountDisputed: amountDisputed - laid }));
    if (!isWon) allot(book, paymentId, invoiceId, -laid);
  }
  const ended = { status: 'RECEIVED', disputed: 0n, disputedOn: {} } as const;
  if (isWon) {
    post(book, ['CASH', paymentId, disputed], ['DISPUTED', paymentId, -disputed]);
    changePayment(book, paymentId, () => ended);
  } else {
    post(book, ['RECEIVABLE', paymentId, disputed], ['DISPUTED', paymentId, -disputed]);
    changePayment(book, paymentId, ({ unallocated, lost }) => ({
      ...ended,
      ...(lost + disputed === payment.amount ? { status: 'REVERSED', reversalReason: 'dispute_lost' } : {}),
      unallocated: unallocated - disputed,
      lost: lost + disputed,
    }));
  }
  announce(book, paymentId, { type: 'payment-disputed', disputeId, outcome: isWon ? 'WON' : 'LOST' });
  allocate(book);
};
