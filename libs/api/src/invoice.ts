import { z } from 'zod';
import { audit } from './audit.ts';
import * as f from './fields.ts';
import { component, schemaExample } from './rules.ts';

export const invoiceStatuses = ['DRAFT', 'SENT', 'PAID', 'PAST_DUE', 'SUSPENDED', 'VOID', 'UNCOLLECTIBLE'] as const;
export const lineCategories = [
  'INSURANCE_PREMIUM',
  'LOSS_FUND',
  'SERVICE_FEE',
  'PARTNER_FEE',
  'TAX',
  'ADJUSTMENT',
  'CREDIT',
] as const;

const documentTypes = ['INVOICE', 'CREDIT_NOTE'] as const;
const DocumentType = z.enum(documentTypes).meta({
  description: 'A total below 0 makes a credit note: it is used up by what the account owes',
});

export const InvoiceStatus = z.enum(invoiceStatuses).meta({ id: 'InvoiceStatus', description: 'State of an invoice' });
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;

/** Uncollected invoices: cover may end because of them, and a renewal waits. */
export const uncollectedStatuses: Readonly<Record<InvoiceStatus, boolean>> = {
  DRAFT: false,
  SENT: false,
  PAID: false,
  PAST_DUE: false,
  SUSPENDED: true,
  VOID: false,
  UNCOLLECTIBLE: true,
};

export const LineCategory = z.enum(lineCategories).meta({ id: 'LineCategory', description: 'What a line charges for' });
export type LineCategory = z.infer<typeof LineCategory>;

const nullableText = f.longText.nullable();
const nullableTimestamp = f.timestamp.nullable();

export const Component = component(
  z.object({ code: f.longText, treatment: LineCategory, amount: f.money, taxable: z.boolean() }),
  {
    id: 'Component',
    description: 'A part of a line; the parts of a line sum to its amount',
    example: { code: 'PREMIUM', treatment: 'INSURANCE_PREMIUM', amount: 94.5, taxable: true },
  },
);
export type Component = z.infer<typeof Component>;

export const Audiences = component(
  z.object({
    customerCents: f.cents.meta({ description: 'The whole line' }),
    organizationCents: f.cents.meta({ description: 'Of it, the loss fund' }),
    partnerCents: f.cents,
    serviceCostCents: f.cents,
  }),
  {
    id: 'Audiences',
    description: 'Who gets what of a line, in minor units',
    example: { customerCents: 12_750, organizationCents: 3300, partnerCents: 0, serviceCostCents: 0 },
  },
);
export type Audiences = z.infer<typeof Audiences>;

export const LineItem = component(
  z.object({
    description: f.longText,
    organizationPolicyId: nullableText,
    orderId: nullableText,
    orderLineId: nullableText,
    policyId: nullableText,
    orderReference: nullableText,
    propertyName: nullableText,
    stayMonth: f.month.nullable(),
    productLine: nullableText,
    quantity: z.number().meta({ description: 'Nights; 1 for a manual line' }),
    unitPrice: z.number().meta({ description: 'What a night costs, to 4 decimals' }),
    amount: f.money,
    tax: f.money.meta({ description: 'Of all taxable components, on top of the amount' }),
    lossFundCharge: f.money.meta({ description: 'Part of the amount that feeds the loss fund' }),
    category: LineCategory,
    manual: z.boolean(),
    correctsInvoiceId: f.uuid.nullable().meta({ description: 'The invoice that charged what this line corrects' }),
    components: f.longList(Component),
    audiences: Audiences,
  }),
  {
    id: 'LineItem',
    description: 'A charge or credit; lines with an order are immutable, manual ones can be removed from a DRAFT',
    example: {
      description: 'Beach House, 30 nights in 2026-11',
      organizationPolicyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
      orderId: '01a1f84a-95c1-7834-8791-2dcebe1f240d',
      orderLineId: '01a1f84a-95c3-775b-817b-daf9d77cf579',
      policyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
      orderReference: 'INV-2026-000311-1',
      propertyName: 'Beach House',
      stayMonth: '2026-11',
      productLine: 'DAMAGE_PROTECTION',
      quantity: 30,
      unitPrice: 4.25,
      amount: 127.5,
      tax: 0,
      lossFundCharge: 33,
      category: 'INSURANCE_PREMIUM',
      manual: false,
      correctsInvoiceId: null,
      components: [schemaExample(Component), { code: 'LOSS_FUND', treatment: 'LOSS_FUND', amount: 33, taxable: false }],
      audiences: schemaExample(Audiences),
    },
  },
);
export type LineItem = z.infer<typeof LineItem>;

const goodwill: LineItem = {
  description: 'Goodwill for the late start',
  organizationPolicyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
  orderId: null,
  orderLineId: null,
  policyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
  orderReference: null,
  propertyName: null,
  stayMonth: null,
  productLine: null,
  quantity: 1,
  unitPrice: -10,
  amount: -10,
  tax: 0,
  lossFundCharge: 0,
  category: 'CREDIT',
  manual: true,
  correctsInvoiceId: null,
  components: [{ code: 'CREDIT', treatment: 'CREDIT', amount: -10, taxable: false }],
  audiences: { customerCents: -1000, organizationCents: 0, partnerCents: 0, serviceCostCents: 0 },
};

export const Invoice = component(
  z.object({
    id: f.uuid,
    organizationId: f.organizationId,
    organizationPolicyId: f.uuid,
    invoiceReference: f.longText,
    stateCode: nullableText.meta({ description: 'State that all lines share' }),
    periodStart: f.calendarDate,
    periodEnd: f.calendarDate,
    lineItems: f.longList(LineItem).meta({ description: 'Generated lines first, then manual ones' }),
    subtotal: f.money,
    tax: f.money,
    total: f.money,
    documentType: DocumentType,
    amountDue: f.money.meta({
      description: 'What is still to be paid. Of a credit note (below 0): what is left of it',
    }),
    amountPaid: f.money,
    amountCredited: f.money.meta({ description: 'Met by credit notes; of a credit note, below 0: what it has met' }),
    amountWrittenOff: f.money,
    amountRefunded: f.money.meta({ description: 'Paid back, and not met by a credit yet' }),
    amountDisputed: f.money.meta({ description: 'Of what was paid, what a bank is asked to take back' }),
    subtotalsByCategory: f.map(f.longText, f.money, 1_000).meta({ description: 'Adds up to the subtotal' }),
    currency: f.longText,
    status: InvoiceStatus,
    dueDate: f.calendarDate.nullable(),
    paidDate: f.calendarDate.nullable(),
    paymentProviderIntentId: nullableText,
    paymentProviderInvoiceId: nullableText,
    sentAt: nullableTimestamp,
    retryAttempt: z.int(),
    lastRetryAt: nullableTimestamp,
    nextRetryAt: nullableTimestamp,
    lastFailureReason: nullableText,
    suspendedAt: nullableTimestamp,
    reserveSplitsPublishedAt: nullableTimestamp,
    ...audit,
  }),
  {
    id: 'Invoice',
    description: "An invoice over the covered nights of a policy's properties",
    example: {
      id: '01a1f84a-95c0-734f-8cde-89a26d67220d',
      organizationId: 'acme-stays',
      organizationPolicyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
      invoiceReference: 'INV-2026-000311',
      stateCode: 'FL',
      periodStart: '2026-11-01',
      periodEnd: '2026-11-30',
      lineItems: [schemaExample(LineItem), goodwill],
      subtotal: 117.5,
      tax: 0,
      total: 117.5,
      documentType: 'INVOICE',
      amountDue: 117.5,
      amountPaid: 0,
      amountCredited: 0,
      amountWrittenOff: 0,
      amountRefunded: 0,
      amountDisputed: 0,
      subtotalsByCategory: { INSURANCE_PREMIUM: 127.5, CREDIT: -10 },
      currency: 'USD',
      status: 'SENT',
      dueDate: '2026-12-20',
      paidDate: null,
      paymentProviderIntentId: null,
      paymentProviderInvoiceId: null,
      sentAt: '2026-11-20T09:30:00.000Z',
      retryAttempt: 0,
      lastRetryAt: null,
      nextRetryAt: null,
      lastFailureReason: null,
      suspendedAt: null,
      reserveSplitsPublishedAt: null,
      createdBy: 'ops@acme-stays.example',
      createdDate: '2026-11-20T09:12:44.210Z',
      lastModifiedBy: 'ops@acme-stays.example',
      lastModifiedDate: '2026-11-20T09:30:00.000Z',
      version: 3,
    },
  },
);
export type Invoice = z.infer<typeof Invoice>;
