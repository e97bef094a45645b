import { z } from 'zod';
import { audit } from './audit.ts';
import * as f from './fields.ts';
import { idCursor, orderedPaging } from './list.ts';
import { component, notAbove, schemaExample } from './rules.ts';

export const paymentMethods = ['MANUAL', 'PROVIDER'] as const;
export const paymentStatuses = ['RECEIVED', 'DISPUTED', 'REVERSED'] as const;
export const refundReasons = ['CREDIT', 'GOODWILL'] as const;
export const refundStatuses = ['PENDING', 'DONE', 'FAILED'] as const;

const RefundReason = z.enum(refundReasons).meta({
  id: 'RefundReason',
  description: 'CREDIT: it uses a credit that exists or will come. GOODWILL: a credit note is made for it',
});

const invoiceId = '01a1f84a-95c0-734f-8cde-89a26d67220d';

export const Refund = component(
  z.object({
    id: f.uuid,
    amount: f.money,
    reason: RefundReason,
    note: f.longText.nullable(),
    status: z.enum(refundStatuses),
    open: f.money.meta({ description: 'What no rest of the payment and no credit has met yet' }),
    providerRefundId: f.longText.nullable(),
    createdBy: f.longText,
    createdDate: f.timestamp,
  }),
  {
    id: 'Refund',
    description: 'Money of a payment that went back',
    example: {
      id: '01a2d1c0-6b52-7c39-8a39-4a1c6b1d2f10',
      amount: 42.5,
      reason: 'CREDIT',
      note: 'Cover ended on 21 November',
      status: 'DONE',
      open: 42.5,
      providerRefundId: null,
      createdBy: 'ops@acme-stays.example',
      createdDate: '2026-12-05T09:30:00.000Z',
    },
  },
);
export type Refund = z.infer<typeof Refund>;

export const Payment = component(
  z.object({
    id: f.uuid,
    organizationId: f.organizationId,
    paymentReference: f.longText,
    amount: f.money,
    unallocated: f.money.meta({
      description: 'What has met no invoice and no refund: it is held for the next invoice',
    }),
    currency: f.longText,
    method: z.enum(paymentMethods),
    status: z.enum(paymentStatuses),
    receivedOn: f.calendarDate,
    reference: f.longText.nullable().meta({ description: "The payer's own, for example of a bank transfer" }),
    paymentProviderIntentId: f.longText.nullable(),
    disputed: f.money,
    lost: f.money.meta({ description: 'What banks have taken back' }),
    reversalReason: f.longText.nullable(),
    invoiceIds: f.longList(f.uuid).meta({ description: 'Invoices that it is for, before others' }),
    allocations: f.longList(z.object({ invoiceId: f.uuid, amount: f.money })).meta({ description: 'What it has paid' }),
    refunds: f.longList(Refund),
    ...audit,
  }),
  {
    id: 'Payment',
    description: 'Money that came in, and where it went',
    example: {
      id: '01a2c0a1-77c1-7a5d-9a5e-0d6f1a2b3c4d',
      organizationId: 'acme-stays',
      paymentReference: 'PAY-2026-000042',
      amount: 127.5,
      unallocated: 0,
      currency: 'USD',
      method: 'MANUAL',
      status: 'RECEIVED',
      receivedOn: '2026-12-03',
      reference: 'Wire 8841',
      paymentProviderIntentId: null,
      disputed: 0,
      lost: 0,
      reversalReason: null,
      invoiceIds: [invoiceId],
      allocations: [{ invoiceId, amount: 127.5 }],
      refunds: [schemaExample(Refund)],
      createdBy: 'ops@acme-stays.example',
      createdDate: '2026-12-03T10:15:00.000Z',
      lastModifiedBy: 'ops@acme-stays.example',
      lastModifiedDate: '2026-12-05T09:30:00.000Z',
      version: 2,
    },
  },
);
export type Payment = z.infer<typeof Payment>;

const amountPennies = f.integer(1, 1_000_000_000_000).meta({ description: 'Minor units of the currency, more than 0' });

export const PaymentBody = component(
  z.object({
    organizationId: f.organizationId,
    currency: f.currency,
    amountPennies,
    receivedOn: f.calendarDate.optional().meta({ description: 'Today unless given; not in the future' }),
    reference: f.name.nullish(),
    invoiceIds: f.list(f.uuid, 1_000).optional().meta({ description: 'Invoices that it is for, before others' }),
  }),
  {
    id: 'PaymentBody',
    description: 'Money that came in otherwise than by the payment provider',
    example: {
      organizationId: 'acme-stays',
      currency: 'USD',
      amountPennies: 12_750,
      reference: 'Wire 8841',
    },
  },
);
export type PaymentBody = z.infer<typeof PaymentBody>;

export const ReversePaymentBody = component(z.object({ reason: f.description }), {
  id: 'ReversePaymentBody',
  description: 'Why a payment has not come after all',
  example: { reason: 'The bank returned it' },
});

export const RefundBody = component(
  z.object({ amountPennies, reason: RefundReason.default('CREDIT'), note: f.description.nullish() }),
  {
    id: 'RefundBody',
    description: 'What of a payment goes back',
    example: { amountPennies: 4250, reason: 'CREDIT', note: 'Cover ended on 21 November' },
  },
);
export type RefundBody = z.infer<typeof RefundBody>;

export const RefundReasonBody = component(z.object({ reason: RefundReason }), {
  id: 'RefundReasonBody',
  description: 'Why money went back: GOODWILL makes a credit note for what is open of it',
  example: { reason: 'GOODWILL' },
});

export const PaymentQuery = z.object({
  organizationId: f.organizationId.optional(),
  invoiceId: f.uuid.optional().meta({ description: 'Only payments that have paid of this invoice' }),
  ...orderedPaging(idCursor),
});

const balances = {
  currency: f.longText,
  due: f.money.meta({ description: 'Of invoices that are out' }),
  overdue: f.money.meta({ description: 'Of these, past their due date' }),
  held: f.money.meta({ description: 'Payments and credits that wait for the next invoice' }),
  openRefunds: f.money.meta({ description: 'Paid back, and not met by a credit yet' }),
  disputed: f.money,
  balance: f.money.meta({ description: 'What the organization owes: due and open refunds less what is held' }),
};

export const AccountBalance = component(
  z.object({ organizationId: f.organizationId, balances: f.longList(z.object(balances)) }),
  {
    id: 'AccountBalance',
    description: 'What an organization owes, by currency',
    example: {
      organizationId: 'acme-stays',
      balances: [{ currency: 'USD', due: 110, overdue: 0, held: 89.25, openRefunds: 0, disputed: 0, balance: 20.75 }],
    },
  },
);
export type AccountBalance = z.infer<typeof AccountBalance>;

export const ledgerAccounts = ['RECEIVABLE', 'CASH', 'BILLED', 'TAX', 'ADJUSTMENT', 'WRITTEN_OFF', 'DISPUTED'] as const;

export const Statement = component(
  z.object({
    organizationId: f.organizationId,
    currency: f.longText,
    from: f.calendarDate,
    to: f.calendarDate,
    opening: f.money.meta({ description: 'What the organization owed before the first day' }),
    closing: f.money,
    postings: f.longList(
      z.object({
        entryId: f.uuid,
        line: z.int(),
        postedOn: f.calendarDate,
        account: z.enum(ledgerAccounts),
        itemId: f.uuid.meta({ description: 'The invoice, credit note, payment or refund' }),
        policyId: f.uuid.nullable(),
        amount: f.money.meta({ description: 'Debits above 0, credits below; those of one entry sum to 0' }),
      }),
    ),
  }),
  {
    id: 'Statement',
    description: 'The ledger of an account over some days',
    example: {
      organizationId: 'acme-stays',
      currency: 'USD',
      from: '2026-11-01',
      to: '2026-11-30',
      opening: 0,
      closing: 127.5,
      postings: [
        {
          entryId: '01a1f84a-95c1-7aaa-8791-2dcebe1f240d',
          line: 0,
          postedOn: '2026-11-20',
          account: 'RECEIVABLE',
          itemId: invoiceId,
          policyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
          amount: 127.5,
        },
        {
          entryId: '01a1f84a-95c1-7aaa-8791-2dcebe1f240d',
          line: 1,
          postedOn: '2026-11-20',
          account: 'BILLED',
          itemId: invoiceId,
          policyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
          amount: -127.5,
        },
      ],
    },
  },
);
export type Statement = z.infer<typeof Statement>;

export const StatementQuery = z
  .object({ currency: f.currency, from: f.calendarDate, to: f.calendarDate })
  .refine(...notAbove('from', 'to'));
