import { fields, Invoice, schemaExample } from '@staycover/api';
import { z } from 'zod';
import { aggregate } from './common.ts';
import { defineEvent } from './define.ts';

export const channels = ['MANUAL', 'PROVIDER'] as const;

/** An invoice as events carry it. */
export const InvoiceState = Invoice.omit({ lineItems: true })
  .extend({
    // Events from before these members do not have them.
    documentType: Invoice.shape.documentType.default('INVOICE'),
    amountDue: fields.money.default(0),
    amountPaid: fields.money.default(0),
    amountCredited: fields.money.default(0),
    amountWrittenOff: fields.money.default(0),
    amountRefunded: fields.money.default(0),
    amountDisputed: fields.money.default(0),
  })
  .meta({
    id: 'InvoiceState',
    description: 'An invoice without its lines',
  });
export type InvoiceState = z.infer<typeof InvoiceState>;

const sent = InvoiceState.parse(schemaExample(Invoice));
const { id: invoiceId, organizationId, organizationPolicyId: policyId, invoiceReference } = sent;
const state = { ...aggregate, invoiceId: fields.uuid, policyId: fields.uuid, invoice: InvoiceState };

const after = (changes: Partial<InvoiceState>) => {
  const invoice = { ...sent, ...changes };
  return { organizationId, version: invoice.version, invoiceId, policyId, invoice };
};

const invoiceEvent = (name: string, summary: string, changes: Partial<InvoiceState>) =>
  defineEvent('billing', { name, summary, data: z.object(state), aggregateId: invoiceId, example: after(changes) });

const draft = { status: 'DRAFT', sentAt: null, dueDate: null } as const;

export const invoiceGenerated = invoiceEvent('invoice-generated', 'A new draft bills covered nights', {
  ...draft,
  version: 1,
});

export const invoiceChanged = invoiceEvent('invoice-changed', 'Lines, totals or retries of an invoice changed', {
  ...draft,
  version: 2,
});

export const invoiceSent = defineEvent('billing', {
  name: 'invoice-sent',
  summary: 'An invoice went to the customer, by hand or through the payment provider',
  data: z.object({
    ...state,
    invoiceReference: fields.longText,
    periodStart: fields.calendarDate,
    periodEnd: fields.calendarDate,
    total: fields.money,
    currency: fields.longText,
    dueDate: fields.calendarDate,
    sentAt: fields.timestamp,
    channel: z.enum(channels),
    paymentProviderInvoiceId: fields.longText.nullable(),
  }),
  aggregateId: invoiceId,
  example: {
    ...after({}),
    invoiceReference,
    periodStart: sent.periodStart,
    periodEnd: sent.periodEnd,
    total: sent.total,
    currency: sent.currency,
    dueDate: '2026-12-20',
    sentAt: '2026-11-20T09:30:00.000Z',
    channel: 'MANUAL',
    paymentProviderInvoiceId: null,
  },
});

export const invoicePaid = invoiceEvent('invoice-paid', 'An invoice was paid', {
  status: 'PAID',
  amountDue: 0,
  amountPaid: 117.5,
  paidDate: '2026-12-03',
  reserveSplitsPublishedAt: '2026-12-03T10:15:00.000Z',
  version: 4,
});

export const invoicePaymentFailed = defineEvent('billing', {
  name: 'invoice-payment-failed',
  summary: 'The payment provider could not collect an invoice',
  data: z.object({
    ...state,
    reason: fields.longText,
    hardDecline: z.boolean().meta({ description: 'Not retried until the payment method changes' }),
  }),
  aggregateId: invoiceId,
  example: {
    ...after({
      status: 'PAST_DUE',
      retryAttempt: 1,
      lastRetryAt: '2026-12-21T06:00:00.000Z',
      nextRetryAt: '2026-12-24T06:00:00.000Z',
      lastFailureReason: 'insufficient_funds',
      version: 5,
    }),
    reason: 'insufficient_funds',
    hardDecline: false,
  },
});

export const invoicePastDue = invoiceEvent(
  'invoice-past-due',
  'An invoice is PAST_DUE now: by its due date, by hand, or by a lost dispute',
  { status: 'PAST_DUE', version: 4 },
);

export const invoiceReopened = invoiceEvent('invoice-reopened', 'The money that had paid an invoice was taken back', {
  status: 'SENT',
  version: 5,
});

export const invoiceSuspended = invoiceEvent('invoice-suspended', 'Retries to collect an invoice are exhausted', {
  status: 'SUSPENDED',
  retryAttempt: 3,
  lastRetryAt: '2027-01-05T06:00:00.000Z',
  lastFailureReason: 'insufficient_funds',
  suspendedAt: '2027-01-05T06:00:01.000Z',
  version: 8,
});

export const invoiceVoided = invoiceEvent('invoice-voided', 'An invoice was voided and its nights released', {
  status: 'VOID',
  version: 4,
});

export const invoiceUncollectible = invoiceEvent('invoice-uncollectible', 'An invoice was written off', {
  status: 'UNCOLLECTIBLE',
  version: 9,
});
