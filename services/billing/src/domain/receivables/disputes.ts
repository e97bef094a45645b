import { least, type Minor } from '@staycover/kernel';
import { allocate } from './allocate.ts';
import { allot, announce, type Book, changeInvoice, changePayment, post } from './book.ts';
import { amountOn, type Dispute, findDispute, invoicesOn, type Payment, undisputedRest } from './item.ts';
import { refundable, refundableOn } from './refunds.ts';

/**
 * A bank is asked to take back so much of a payment, at most what is left of it: at first of what has met nothing, then of
 * the invoices it paid. A payment may have several disputes, each once.
 */
export const openDispute = (book: Book, paymentId: string, disputeId: string, amount: Minor): void => {
  const payment = book.payments.get(paymentId)!;
  if (findDispute(payment, disputeId)) return;
  const disputed = least(amount, refundable(book, payment));
  if (disputed <= 0n) return;
  let open = disputed - least(undisputedRest(payment), disputed);
  const on: Record<string, string> = {};
  for (const [invoiceId, most] of refundableOn(book, paymentId)) {
    const laid = least(most, open);
    if (laid <= 0n) continue;
    on[invoiceId] = `${laid}`;
    changeInvoice(book, invoiceId, ({ amountDisputed }) => ({ amountDisputed: amountDisputed + laid }));
    open -= laid;
  }
  post(book, ['DISPUTED', paymentId, disputed], ['CASH', paymentId, -disputed]);
  const dispute: Dispute = { id: disputeId, outcome: 'OPEN', amount: `${disputed}`, on };
  changePayment(book, paymentId, (before) => ({
    status: 'DISPUTED',
    disputes: [...before.disputes, dispute],
    disputed: before.disputed + disputed,
  }));
  announce(book, paymentId, { type: 'payment-disputed', disputeId, outcome: 'OPEN' });
};

/**
 * Ends a dispute: won, all is as before; lost, the payment counts less, and what it had paid is open again. One that was
 * lost may be won on appeal.
 */
export const closeDispute = (book: Book, paymentId: string, disputeId: string, isWon: boolean): void => {
  const dispute = findDispute(book.payments.get(paymentId)!, disputeId);
  if (dispute?.outcome === 'LOST' && isWon) return winBack(book, paymentId, dispute);
  if (dispute?.outcome !== 'OPEN') return;
  const amount = BigInt(dispute.amount);
  const outcome = isWon ? 'WON' : 'LOST';
  book.cause = { reason: 'DISPUTE', refundId: null };
  for (const invoiceId of invoicesOn(dispute.on)) {
    const laid = amountOn(dispute.on, invoiceId);
    changeInvoice(book, invoiceId, ({ amountDisputed }) => ({ amountDisputed: amountDisputed - laid }));
    if (!isWon) allot(book, paymentId, invoiceId, -laid);
  }
  post(book, [isWon ? 'CASH' : 'RECEIVABLE', paymentId, amount], ['DISPUTED', paymentId, -amount]);
  changePayment(book, paymentId, (payment) => {
    const ended = {
      disputes: endedAs(outcome, dispute, payment),
      disputed: payment.disputed - amount,
      unallocated: isWon ? payment.unallocated : payment.unallocated - amount,
      lost: isWon ? payment.lost : payment.lost + amount,
    } as const;
    return { ...ended, ...statusAfter({ ...payment, ...ended }) };
  });
  announce(book, paymentId, { type: 'payment-disputed', disputeId, outcome });
  allocate(book);
};

/** The bank gives back what it had taken, and that pays what is due; where a person has reversed the rest, a person decides. */
const winBack = (book: Book, paymentId: string, dispute: Dispute): void => {
  const { status, lost, amount: all } = book.payments.get(paymentId)!;
  if (status === 'REVERSED' && lost < all) return;
  const amount = BigInt(dispute.amount);
  post(book, ['CASH', paymentId, amount], ['RECEIVABLE', paymentId, -amount]);
  changePayment(book, paymentId, (payment) => {
    const back = {
      disputes: endedAs('WON', dispute, payment),
      unallocated: payment.unallocated + amount,
      lost: payment.lost - amount,
      reversalReason: null,
    };
    return { ...back, ...statusAfter({ ...payment, ...back }) };
  });
  announce(book, paymentId, { type: 'payment-disputed', disputeId: dispute.id, outcome: 'WON' });
  allocate(book);
};

/** The disputes of a payment, one of them with its end. */
const endedAs = (outcome: 'WON' | 'LOST', dispute: Dispute, { disputes }: Payment): Dispute[] =>
  disputes.map((one) => (one === dispute ? { ...one, outcome } : one));

const statusAfter = ({ disputed, lost, amount }: Payment): Partial<Payment> => {
  if (disputed > 0n) return { status: 'DISPUTED' };
  return lost === amount ? { status: 'REVERSED', reversalReason: 'dispute_lost' } : { status: 'RECEIVED' };
};
