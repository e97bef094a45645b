import { z } from 'zod';
import { AccountEntry, AccountEntryQuery } from '../account-entry.ts';
import { idField, list, organizationId } from '../fields.ts';
import {
  AccountBalance,
  Payment,
  PaymentBody,
  PaymentQuery,
  RefundBody,
  RefundReasonBody,
  ReversePaymentBody,
  Statement,
  StatementQuery,
} from '../payment.ts';
import { entityTag, guarded, location, nextPage, route, withBody } from '../route.ts';

const service = 'billing';
const params = z.object({ id: idField('payment') });
const payment = { description: 'The payment', body: Payment, headers: entityTag };
const keyed = ['idempotency-key-in-flight', 'idempotency-key-reused'] as const;

export const listPayments = route({
  operationId: 'listPayments',
  service,
  method: 'get',
  path: '/api/payment',
  summary: 'List payments',
  description: 'Without a filter: all that the caller may see.',
  role: 'read',
  query: PaymentQuery,
  responses: { 200: { description: 'The payments', body: list(Payment, 1_000), headers: nextPage } },
  problems: ['invalid-request', ...guarded],
});

export const getPayment = route({
  operationId: 'getPayment',
  service,
  method: 'get',
  path: '/api/payment/{id}',
  summary: 'Read a payment',
  role: 'read',
  params,
  responses: { 200: payment },
  problems: ['not-found', ...guarded],
  etag: true,
});

export const receivePayment = route({
  operationId: 'receivePayment',
  service,
  method: 'post',
  path: '/api/payment',
  summary: 'Record a payment',
  description: 'It pays the invoices that it names, then others by due date. The rest is held for the next invoice.',
  role: 'finance',
  body: PaymentBody,
  responses: { 201: { ...payment, headers: { ...entityTag, ...location } } },
  problems: [...withBody, 'not-found', ...keyed, ...guarded],
  idempotencyKey: true,
});

export const reversePayment = route({
  operationId: 'reversePayment',
  service,
  method: 'post',
  path: '/api/payment/{id}/reverse',
  summary: 'Reverse a payment that failed later',
  description: 'What it had paid is due again. A second call changes nothing.',
  role: 'finance',
  params,
  body: ReversePaymentBody,
  responses: { 200: payment },
  problems: [...withBody, 'not-found', 'payment-refunded', 'invalid-transition', 'version-mismatch', ...guarded],
  etag: true,
});

export const refundPayment = route({
  operationId: 'refundPayment',
  service,
  method: 'post',
  path: '/api/payment/{id}/refunds',
  summary: 'Pay back a part of a payment',
  description:
    'Cover stays as it is. The refund uses a credit, now or later; with GOODWILL it gets a credit note of its own.',
  role: 'finance',
  params,
  body: RefundBody,
  responses: { 201: { ...payment, description: 'The payment with its refunds' } },
  problems: [...withBody, 'not-found', 'payment-refunded', 'version-mismatch', ...keyed, ...guarded],
  idempotencyKey: true,
  etag: true,
});

export const setRefundReason = route({
  operationId: 'setRefundReason',
  service,
  method: 'patch',
  path: '/api/payment/{id}/refunds/{refundId}',
  summary: 'Make a refund goodwill',
  description: 'A credit note with one manual line covers what is open of it. A second call changes nothing.',
  role: 'finance',
  params: z.object({ id: idField('payment'), refundId: idField('refund') }),
  body: RefundReasonBody,
  responses: { 200: { ...payment, description: 'The payment with its refunds' } },
  problems: [...withBody, 'not-found', 'invalid-transition', 'version-mismatch', ...guarded],
  etag: true,
});

const account = z.object({ organizationId });

export const getAccount = route({
  operationId: 'getAccount',
  service,
  method: 'get',
  path: '/api/account/{organizationId}',
  summary: 'What an organization owes',
  role: 'read',
  params: account,
  responses: { 200: { description: 'The balances, by currency', body: AccountBalance } },
  problems: ['invalid-request', 'not-found', ...guarded],
});

export const getStatement = route({
  operationId: 'getStatement',
  service,
  method: 'get',
  path: '/api/account/{organizationId}/statement',
  summary: 'The ledger of an organization',
  description:
    'Every entry sums to 0. At most 10,000 postings: ask for fewer days. With `Accept` for HTML or PDF it is a document for the customer, with what is owed only.',
  role: 'read',
  params: account,
  query: StatementQuery,
  responses: {
    200: { description: 'The postings, oldest first', body: Statement, documents: ['text/html', 'application/pdf'] },
  },
  problems: ['invalid-request', 'not-found', ...guarded],
});

export const listAccountEntries = route({
  operationId: 'listAccountEntries',
  service,
  method: 'get',
  path: '/api/account/{organizationId}/entries',
  summary: 'List the entries of the ledger of an organization',
  description: 'In all currencies, by the day on which they were posted.',
  role: 'read',
  params: account,
  query: AccountEntryQuery,
  responses: { 200: { description: 'The entries', body: list(AccountEntry, 1_000), headers: nextPage } },
  problems: ['invalid-request', 'not-found', ...guarded],
});

export const paymentRoutes = [
  listPayments,
  getPayment,
  receivePayment,
  reversePayment,
  refundPayment,
  setRefundReason,
  getAccount,
  getStatement,
  listAccountEntries,
] as const;
