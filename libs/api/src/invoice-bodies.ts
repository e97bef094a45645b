import { z } from 'zod';
import * as f from './fields.ts';
import { Invoice, InvoiceStatus, LineCategory } from './invoice.ts';
import { idCursor, numberCursor, orderedPaging, paging, view } from './list.ts';
import { component, schemaExample } from './rules.ts';

export const InvoiceStatusBody = component(z.object({ status: InvoiceStatus }), {
  id: 'InvoiceStatusBody',
  description: 'The state to move the invoice to',
  example: { status: 'SENT' },
});
export type InvoiceStatusBody = z.infer<typeof InvoiceStatusBody>;

export const LineItemBody = component(
  z.object({
    description: f.filledText(500),
    amountPennies: f
      .integer(-1_000_000_000, 1_000_000_000)
      .refine((value) => value !== 0, { error: 'must not be 0' })
      .meta({ description: 'Minor units of the currency; negative for a credit, not 0', not: { const: 0 } }),
    category: LineCategory,
  }),
  {
    id: 'LineItemBody',
    description: 'A manual adjustment',
    example: { description: 'Goodwill for the late start', amountPennies: -1000, category: 'CREDIT' },
  },
);
export type LineItemBody = z.infer<typeof LineItemBody>;

const viewed = { view: view('lines, `lineItems` is empty') };

/** What the read of one invoice knows; it has always ignored what it does not. */
export const InvoiceViewQuery = z.looseObject(viewed);

export const LineItemQuery = z.object(paging(numberCursor));

export const InvoiceQuery = z.object({
  organizationId: f.organizationId.optional(),
  organizationPolicyId: f.name.optional().meta({ description: 'Only invoices of this policy' }),
  status: InvoiceStatus.optional().meta({ description: 'Only invoices in this state' }),
  ...viewed,
  ...orderedPaging(idCursor),
});
export type InvoiceQuery = z.infer<typeof InvoiceQuery>;

export const rateSources = ['OVERRIDE', 'RATE_TABLE', 'POLICY', 'ORDER'] as const;

const LineExplanation = z.object({
  index: z.int().min(0).meta({ description: 'Position in lineItems' }),
  description: f.longText,
  manual: z.boolean(),
  propertyId: f.longText.nullable(),
  propertyName: f.longText.nullable(),
  electionId: f.longText.nullable().meta({ description: 'Coverage election that enrolled the property' }),
  stayMonth: f.month.nullable(),
  nights: z.int(),
  nightRanges: f.longList(z.object({ from: f.calendarDate, to: f.calendarDate })).meta({
    description: 'First and last night of every billed or credited range',
  }),
  rateSource: z.enum(rateSources).nullable(),
  rateTableVersion: z.int().nullable(),
  planId: f.longText.nullable(),
  ratePerNight: z.number().nullable().meta({ description: 'rate / per, to 4 decimals' }),
  rate: z.number().nullable().meta({ description: 'The rate in force, for `per` nights' }),
  per: z
    .int()
    .nullable()
    .meta({ description: 'Nights of the stay or days of the month, if the rate is for these; otherwise 1' }),
  lossFundRatePerNight: z.number().nullable(),
  unroundedAmount: f.longText.meta({ description: 'Nights x rate / per, before rounding; cut after 10 decimals' }),
  amount: f.money,
});

export const notBilledReasons = ['NO_RATE', 'NOT_ENROLLED', 'STAY_TOO_SHORT', 'STAY_TOO_LONG', 'NOT_IN_FORCE'] as const;

export const NotBilled = component(
  z.object({
    propertyId: f.longText,
    orderId: f.longText.nullable(),
    nights: z.int(),
    reason: z.enum(notBilledReasons),
  }),
  {
    id: 'NotBilled',
    description: 'Nights up to the end of the period that are not billed, and why',
    example: { propertyId: 'prop-102', orderId: 'order-7', nights: 1, reason: 'STAY_TOO_SHORT' },
  },
);
export type NotBilled = z.infer<typeof NotBilled>;

export const InvoiceExplanation = component(
  z.object({
    invoiceId: f.uuid,
    invoiceReference: f.longText,
    periodStart: f.calendarDate,
    periodEnd: f.calendarDate,
    currency: f.longText,
    rounding: z.literal('HALF_AWAY_FROM_ZERO').meta({ description: 'Per line, to the decimals of the currency' }),
    lines: f.longList(LineExplanation),
    notBilled: f.longList(NotBilled),
    waitingFrom: f.month
      .nullable()
      .meta({ description: 'The first month of which lines did not fit and wait for the next invoice' }),
  }),
  {
    id: 'InvoiceExplanation',
    description: 'Which election, rate version, nights and rounding made each line',
    example: {
      invoiceId: '01a1f84a-95c0-734f-8cde-89a26d67220d',
      invoiceReference: 'INV-2026-000311',
      periodStart: '2026-11-01',
      periodEnd: '2026-11-30',
      currency: 'USD',
      rounding: 'HALF_AWAY_FROM_ZERO',
      lines: [
        {
          index: 0,
          description: 'Beach House, 30 nights in 2026-11',
          manual: false,
          propertyId: 'prop-101',
          propertyName: 'Beach House',
          electionId: 'el-1',
          stayMonth: '2026-11',
          nights: 30,
          nightRanges: [{ from: '2026-11-01', to: '2026-11-30' }],
          rateSource: 'POLICY',
          rateTableVersion: null,
          planId: 'plan-standard',
          ratePerNight: 4.25,
          rate: 4.25,
          per: 1,
          lossFundRatePerNight: 1.1,
          unroundedAmount: '127.5',
          amount: 127.5,
        },
      ],
      notBilled: [schemaExample(NotBilled)],
      waitingFrom: null,
    },
  },
);
export type InvoiceExplanation = z.infer<typeof InvoiceExplanation>;

export const GenerateQuery = z.object({
  dryRun: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true` answers the invoice to be and stores nothing' }),
});

export const InvoicePreview = component(
  Invoice.extend({
    id: z.null(),
    invoiceReference: z.null(),
    notBilled: f.longList(NotBilled),
    waitingFrom: InvoiceExplanation.shape.waitingFrom,
  }),
  {
    id: 'InvoicePreview',
    description: 'An invoice as it would be',
    example: {
      ...schemaExample(Invoice),
      id: null,
      invoiceReference: null,
      status: 'DRAFT',
      dueDate: null,
      sentAt: null,
      notBilled: [schemaExample(NotBilled)],
      waitingFrom: null,
    },
  },
);
export type InvoicePreview = z.infer<typeof InvoicePreview>;

export const PaymentEvent = component(f.map(f.longText, z.unknown(), 1_000), {
  id: 'PaymentEvent',
  description: "The payment provider's own event",
  example: {
    id: 'evt_1QK2',
    type: 'invoice.paid',
    data: { object: { id: 'in_1QK1', object: 'invoice', status: 'paid' } },
  },
});

export const PaymentWebhookResult = component(z.object({ received: z.literal(true), duplicate: z.boolean() }), {
  id: 'PaymentWebhookResult',
  description: "The provider's event is stored; a repeated one has no second effect",
  example: { received: true, duplicate: false },
});
export type PaymentWebhookResult = z.infer<typeof PaymentWebhookResult>;
