import { inTransaction, type Target, type Work } from '@staycover/change';
import {
  type Actor,
  assertOrganization,
  assertVersion,
  businessDate,
  type CalendarDate,
  DomainError,
  invalidTransition,
  isAfter,
  type Minor,
} from '@staycover/kernel';
import { type AccountKey, accountFor, lockAccount, lockPaymentAccount } from '../db/accounts.ts';
import { nextPaymentReference, type PaymentDetails, payments, readDetails } from '../db/payments.ts';
import type { Book } from '../domain/receivables/book.ts';
import type { Payment, Refund, RefundReason } from '../domain/receivables/item.ts';
import { newPayment, receive, reverse } from '../domain/receivables/payments.ts';
import { refund } from '../domain/receivables/refunds.ts';
import type { AccountDeps } from './deps.ts';
import { addGoodwill } from './goodwill.ts';
import { type AccountContext, accountContext, onAccount } from './on-account.ts';

type ReceivePayment = AccountKey & {
  amount: Minor;
  receivedOn: CalendarDate | undefined;
  reference: string | null;
  invoiceIds: readonly string[];
};

const detailed = async (tx: Work, actor: Actor, id: string): Promise<PaymentDetails> =>
  (await readDetails(tx, [await payments.load(tx, actor, id)]))[0]!;

/**
 * Records a payment and gives it to what is open, in a transaction.
 * @throws DomainError `not-found` for a foreign organization, `invalid-request` for another account's invoices or a day ahead.
 */
export const receivePayment = async (
  work: Work,
  deps: AccountDeps,
  actor: Actor,
  { receivedOn, invoiceIds, ...facts }: ReceivePayment,
): Promise<PaymentDetails> => {
  assertOrganization(actor, facts.organizationId);
  const context = accountContext(deps, actor);
  const today = businessDate(context.now);
  if (receivedOn && isAfter(receivedOn, today)) {
    throw DomainError.invalid([{ pointer: '/receivedOn', detail: 'must not be in the future' }]);
  }
  const key = accountFor(facts);
  return inTransaction(work, async (tx) => {
    await lockAccount(tx, key);
    const paymentReference = await nextPaymentReference(tx, context.now);
    const given = { ...facts, invoiceIds, paymentReference, receivedOn: receivedOn ?? today };
    const payment = newPayment({ ...given, method: 'MANUAL', paymentProviderIntentId: null }, context);
    await onAccount(tx, context, key, { invoiceIds, brings: payment.amount }, (book) => {
      assertOwn(book, invoiceIds);
      receive(book, payment);
    });
    return detailed(tx, actor, payment.id);
  });
};

const assertOwn = ({ invoices }: Book, invoiceIds: readonly string[]): void => {
  const faults = invoiceIds.flatMap((id, i) =>
    invoices.has(id)
      ? []
      : [{ pointer: `/invoiceIds/${i}`, detail: 'must be an invoice of the organization in this currency' }],
  );
  if (faults.length > 0) throw DomainError.invalid(faults);
};

type OnPayment = (book: Book, payment: Payment) => void;

/** Locks a payment with its account and does something about it; then `behind`, in the same transaction. */
const onPayment = (
  work: Work,
  deps: AccountDeps,
  actor: Actor,
  { id, ifMatch }: Target,
  command: OnPayment,
  behind: (tx: Work, context: AccountContext, key: AccountKey) => Promise<void> = async () => undefined,
): Promise<PaymentDetails> =>
  inTransaction(work, async (tx) => {
    const context = accountContext(deps, actor);
    const key = await lockPaymentAccount(tx, actor, id);
    assertVersion('payment', (await payments.load(tx, actor, id)).version, ifMatch);
    await onAccount(tx, context, key, { paymentIds: [id] }, (book) => command(book, book.payments.get(id)!));
    await behind(tx, context, key);
    return detailed(tx, actor, id);
  });

/**
 * Reverses a payment; one that is reversed stays so.
 * @throws DomainError `not-found`, `payment-refunded`, `invalid-transition` while it is disputed.
 */
export const reversePayment = (
  work: Work,
  deps: AccountDeps,
  actor: Actor,
  command: Target & { reason: string },
): Promise<PaymentDetails> =>
  onPayment(work, deps, actor, command, (book) => reverse(book, command.id, command.reason));

type RefundPayment = Target & { amount: Minor; reason: RefundReason; note: string | null };

/**
 * Pays back a part of a payment. What came through the provider is asked for there, and PENDING until it is done.
 * @throws DomainError `not-found`, `payment-refunded`.
 */
export const refundPayment = (
  work: Work,
  deps: AccountDeps,
  actor: Actor,
  { amount, reason, note, ...target }: RefundPayment,
): Promise<PaymentDetails> => {
  const id = deps.newId();
  const asked = { id, paymentId: target.id, amount, reason, note, providerRefundId: null, openOn: {} } as const;
  const command: OnPayment = (book, payment) => {
    const status = payment.method === 'PROVIDER' && payment.paymentProviderIntentId !== null ? 'PENDING' : 'DONE';
    refund(book, { ...asked, status, createdDate: book.context.now, createdBy: actor.id } satisfies Refund);
  };
  return onPayment(work, deps, actor, target, command, async (tx, context, key) => {
    if (reason === 'GOODWILL') await addGoodwill(tx, context, key, target.id, id);
  });
};

/**
 * Makes a refund goodwill: a credit note meets what is open of it.
 * @throws DomainError `not-found`, `invalid-transition` for goodwill that is to be a credit again.
 */
export const setRefundReason = (
  work: Work,
  deps: AccountDeps,
  actor: Actor,
  { refundId, reason, ...target }: Target & { refundId: string; reason: RefundReason },
): Promise<PaymentDetails> => {
  let isNew = false;
  const command: OnPayment = (book, { id }) => {
    const known = book.refunds.get(refundId);
    if (known?.paymentId !== id) throw DomainError.notFound('refund', refundId);
    isNew = known.reason !== reason;
    if (!isNew) return;
    if (known.status !== 'FAILED' && reason === 'GOODWILL') return;
    const detail = `The refund is ${known.reason} and ${known.status}; it cannot become ${reason}.`;
    throw invalidTransition(detail, known.reason, reason);
  };
  return onPayment(work, deps, actor, target, command, async (tx, context, key) => {
    if (isNew) await addGoodwill(tx, context, key, target.id, refundId);
  });
};
