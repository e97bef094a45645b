import { z } from 'zod';
import { idField, list, longText } from '../fields.ts';
import { Invoice } from '../invoice.ts';
import {
  GenerateQuery,
  InvoiceExplanation,
  InvoicePreview,
  InvoiceQuery,
  InvoiceStatusBody,
  InvoiceViewQuery,
  PaymentEvent,
  PaymentWebhookResult,
} from '../invoice-bodies.ts';
import { QuoteBody } from '../policy-bodies.ts';
import { PrintedDocument } from '../printed-document.ts';
import { allowedActions, always, entityTag, guarded, location, nextPage, route, withBody } from '../route.ts';
import { addLineItem, listLineItems, removeLineItem } from './line-item.ts';

const service = 'billing';
const params = z.object({ id: idField('invoice') });
const invoice = { description: 'The invoice', body: Invoice, headers: entityTag };

export const listInvoices = route({
  operationId: 'listInvoices',
  service,
  method: 'get',
  path: '/api/invoice',
  summary: 'List invoices',
  description: 'Without a filter: all that the caller may see.',
  role: 'read',
  query: InvoiceQuery,
  responses: { 200: { description: 'The invoices', body: list(Invoice, 1_000), headers: nextPage } },
  problems: ['invalid-request', ...guarded],
});

export const getInvoice = route({
  operationId: 'getInvoice',
  service,
  method: 'get',
  path: '/api/invoice/{id}',
  summary: 'Read an invoice',
  description: 'JSON by default, or a document in HTML or PDF by `Accept`.',
  role: 'read',
  params,
  query: InvoiceViewQuery,
  responses: {
    200: { ...invoice, documents: ['text/html', 'application/pdf'], headers: { ...entityTag, ...allowedActions } },
  },
  problems: ['invalid-request', 'not-found', ...guarded],
  etag: true,
});

export const explainInvoice = route({
  operationId: 'explainInvoice',
  service,
  method: 'get',
  path: '/api/invoice/{id}/explain',
  summary: 'Explain the lines of an invoice',
  role: 'read',
  params,
  responses: { 200: { description: 'How each line came about', body: InvoiceExplanation } },
  problems: ['not-found', ...guarded],
});

export const getInvoiceDocument = route({
  operationId: 'getInvoiceDocument',
  service,
  method: 'get',
  path: '/api/invoice/{id}/document',
  summary: 'Read an invoice as a document',
  description:
    'The words and amounts of its HTML and PDF as JSON. The HTML and PDF are at `GET /api/invoice/{id}`, by `Accept`.',
  role: 'read',
  params,
  responses: { 200: { description: 'The document', body: PrintedDocument } },
  problems: ['not-found', ...guarded],
});

export const generateInvoice = route({
  operationId: 'generateInvoice',
  service,
  method: 'post',
  path: '/api/invoice/generate/{policyId}',
  summary: 'Bill the covered nights that are not billed yet',
  description:
    'If the policy has a DRAFT, it is refreshed: its generated lines are made again, manual ones stay. With `dryRun=true` nothing is stored; the answer is the invoice that would be generated. With `dryRun=true` and a change of the policy as body, it is the invoice that would follow from the change; the caller needs the roles of that change, too. Without `dryRun` a body is ignored.',
  role: 'finance',
  params: z.object({ policyId: idField('policy') }),
  query: GenerateQuery,
  body: QuoteBody,
  optionalBody: true,
  bodyWith: { parameter: 'dryRun', value: 'true' },
  responses: {
    200: {
      ...invoice,
      body: z.union([Invoice, InvoicePreview]),
      description: 'The draft, refreshed; or the invoice to be',
    },
    201: { ...invoice, description: 'The new draft', headers: { ...entityTag, ...location } },
  },
  problems: [
    ...withBody,
    'not-found',
    'nothing-to-bill',
    'invoice-frozen',
    'invalid-transition',
    'policy-final',
    'policy-not-in-force',
    'retroactive-change',
    'notice-too-short',
    'enrollment-limit',
    'version-mismatch',
    ...guarded,
  ],
  etag: true,
});

export const setInvoiceStatus = route({
  operationId: 'setInvoiceStatus',
  service,
  outlives: true,
  method: 'patch',
  path: '/api/invoice/{id}/status',
  summary: 'Move an invoice to another state',
  description: 'If the invoice was sent through the payment provider, PAID and VOID first close it there.',
  role: 'finance',
  params,
  body: InvoiceStatusBody,
  responses: { 200: invoice },
  problems: [
    ...withBody,
    'not-found',
    'invalid-transition',
    'draft-stale',
    'invoice-frozen',
    'invoice-has-payments',
    'credit-note-used',
    'version-mismatch',
    'payment-provider-failed',
    ...guarded,
  ],
  etag: true,
});

export const sendInvoice = route({
  operationId: 'sendInvoice',
  service,
  outlives: true,
  method: 'post',
  path: '/api/invoice/{id}/send',
  summary: 'Send an invoice through the payment provider',
  description: "Creates the provider's invoice, which is emailed to the customer, and moves the invoice to SENT.",
  role: 'finance',
  params,
  responses: { 200: invoice },
  problems: [
    'not-found',
    'payment-provider-not-configured',
    'draft-stale',
    'invoice-not-deliverable',
    'invoice-not-draft',
    'invoice-frozen',
    'version-mismatch',
    'payment-provider-failed',
    ...guarded,
  ],
  etag: true,
});

export const receivePaymentEvent = route({
  operationId: 'receivePaymentEvent',
  service,
  outlives: true,
  method: 'post',
  path: '/api/webhook/payment/{provider}',
  summary: "Receive a payment provider's event",
  description: 'Signed by the provider; each event id has one effect.',
  role: 'none',
  params: z.object({ provider: longText.meta({ description: 'Name of the payment provider' }) }),
  requestHeaders: { 'Stripe-Signature': 'When and with which key Stripe signed the body' },
  body: PaymentEvent,
  rawBody: true,
  responses: { 200: { description: 'The event is stored', body: PaymentWebhookResult } },
  problems: ['malformed-json', 'payload-too-large', 'unauthenticated', 'not-found', ...always],
});

export const invoiceRoutes = [
  listInvoices,
  getInvoice,
  listLineItems,
  explainInvoice,
  getInvoiceDocument,
  generateInvoice,
  setInvoiceStatus,
  sendInvoice,
  addLineItem,
  removeLineItem,
  receivePaymentEvent,
] as const;
