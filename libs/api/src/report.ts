import { z } from 'zod';
import { claimStatuses, coverageTypes } from './claim.ts';
import { denialReasons } from './claim-cover.ts';
import * as f from './fields.ts';
import { component, notAbove, schemaExample } from './rules.ts';

const organization = { organizationId: f.organizationId };
const nullableText = f.longText.nullable();
const nullableDate = f.calendarDate.nullable();

export const MonthQuery = z.object({ ...organization, month: f.month });
export type MonthQuery = z.infer<typeof MonthQuery>;
export const PeriodQuery = z
  .object({ ...organization, from: f.calendarDate, to: f.calendarDate })
  .refine(...notAbove('from', 'to'));
export type PeriodQuery = z.infer<typeof PeriodQuery>;
export const AsOfQuery = z.object({
  ...organization,
  asOf: f.calendarDate.optional().meta({ description: 'Today by default' }),
});
export type AsOfQuery = z.infer<typeof AsOfQuery>;

export const PremiumBordereauRow = component(
  z.object({
    transactionDate: f.calendarDate,
    invoiceReference: f.longText,
    orderLineId: f.longText,
    type: z.enum(['PREMIUM', 'RETURN_PREMIUM', 'VOID']),
    insuredName: f.longText,
    policyReference: nullableText.meta({ description: 'null: no event of the policy has come since it is kept' }),
    propertyId: f.longText,
    propertyName: nullableText,
    stateCode: nullableText,
    stayMonth: f.month,
    nights: z.int(),
    premium: f.money,
    lossFund: f.money,
    partnerFee: f.money,
    serviceFee: f.money,
    tax: f.money,
    collected: f.money.meta({
      description:
        "The line's share of what was paid or credited by the end of the month; a refund is not taken off until a credit note meets it",
    }),
    currency: f.longText,
  }),
  {
    id: 'PremiumBordereauRow',
    description: 'An order line of an invoice or credit note that was sent or voided in the month',
    example: {
      transactionDate: '2026-11-01',
      invoiceReference: 'INV-2026-000001',
      orderLineId: '01a1f84a-95c3-775b-817b-daf9d77cf579',
      type: 'PREMIUM',
      insuredName: 'Acme Stays LLC',
      policyReference: 'POL-2026-000123',
      propertyId: 'prop-101',
      propertyName: 'Beach House',
      stateCode: 'FL',
      stayMonth: '2026-11',
      nights: 30,
      premium: 94.5,
      lossFund: 33,
      partnerFee: 0,
      serviceFee: 0,
      tax: 4.73,
      collected: 132.23,
      currency: 'USD',
    },
  },
);
export type PremiumBordereauRow = z.infer<typeof PremiumBordereauRow>;

export const ClaimsBordereauRow = component(
  z.object({
    dateOfLoss: nullableDate,
    dateNotified: f.calendarDate,
    dateDecided: nullableDate,
    claimReference: f.longText,
    policyReference: nullableText,
    coverageType: z.enum(coverageTypes),
    category: nullableText,
    status: z.enum(claimStatuses),
    lossAmount: z.number().nullable(),
    deductible: z.number().nullable(),
    approvedAmount: z.number(),
    paidThisMonth: z.number(),
    paidToDate: z.number(),
    reserveOutstanding: z.number(),
    denialReason: z.enum(denialReasons).nullable(),
    currency: nullableText,
  }),
  {
    id: 'ClaimsBordereauRow',
    description: 'A claim that moved in the month, or was open at its end, as it was then',
    example: {
      dateOfLoss: '2026-11-14',
      dateNotified: '2026-11-16',
      dateDecided: '2026-11-18',
      claimReference: 'CLM-2026-000007',
      policyReference: 'POL-2026-000123',
      coverageType: 'CONTENTS',
      category: 'ELECTRONICS',
      status: 'PAID',
      lossAmount: 600,
      deductible: 250,
      approvedAmount: 350,
      paidThisMonth: 350,
      paidToDate: 350,
      reserveOutstanding: 0,
      denialReason: null,
      currency: 'USD',
    },
  },
);
export type ClaimsBordereauRow = z.infer<typeof ClaimsBordereauRow>;

export const LossFundRow = component(
  z.object({
    policyId: f.uuid,
    currency: f.longText,
    opening: f.money,
    collected: f.money.meta({ description: 'What reserve splits brought' }),
    reversed: f.money.meta({ description: 'What they took back' }),
    reserved: f.money.meta({ description: 'What went to claims' }),
    released: f.money.meta({ description: 'What came back from claims' }),
    paid: f.money.meta({
      description:
        'Paid out for claims of the policy, from the fund and from retained premium; what was paid before a claim had a policy counts on the day on which it gets one',
    }),
    closing: f.money.meta({ description: 'opening + collected − reversed − reserved + released' }),
  }),
  {
    id: 'LossFundRow',
    description: 'The loss fund of a policy from one day to another',
    example: {
      policyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
      currency: 'USD',
      opening: 0,
      collected: 1200,
      reversed: 0,
      reserved: 750,
      released: 0,
      paid: 750,
      closing: 450,
    },
  },
);
export type LossFundRow = z.infer<typeof LossFundRow>;

export const ReceivablesRow = component(
  z.object({
    currency: f.longText,
    notDue: f.money,
    days30: f.money.meta({ description: 'Overdue for 1 to 30 days' }),
    days60: f.money.meta({ description: 'Overdue for 31 to 60 days' }),
    days90: f.money.meta({ description: 'Overdue for 61 to 90 days' }),
    over90: f.money.meta({ description: 'Overdue for more than 90 days' }),
    disputed: f.money.meta({ description: 'Of payments, in dispute' }),
    held: f.money.meta({ description: 'Payments and credits that have met nothing yet' }),
    openRefunds: f.money.meta({ description: 'Paid back, and met by no credit yet' }),
    balance: f.money.meta({ description: 'All that is due − held + openRefunds' }),
  }),
  {
    id: 'ReceivablesRow',
    description: 'What an organization owes in a currency at the end of a day, by age',
    example: {
      currency: 'USD',
      notDue: 38.25,
      days30: 0,
      days60: 0,
      days90: 0,
      over90: 0,
      disputed: 0,
      held: 0,
      openRefunds: 0,
      balance: 38.25,
    },
  },
);
export type ReceivablesRow = z.infer<typeof ReceivablesRow>;

/** A report is as long as it is. */
export const reportSchema = <Row extends z.ZodType>(row: Row) =>
  f
    .list(row, 100_000_000)
    .meta({ description: 'All rows, ordered by the first columns', example: [schemaExample(row)] });
