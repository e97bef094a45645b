import { fields } from '@staycover/api';
import { z } from 'zod';
import { aggregate } from './common.ts';
import { defineEvent } from './define.ts';

export const reversalReasons = ['REFUND', 'VOID', 'REVERSAL', 'DISPUTE', 'WRITE_OFF'] as const;

/** Where the money of one order line goes, in minor units; the four parts sum to the total. */
export const ReserveSplit = z
  .object({
    orderId: fields.longText,
    orderLineId: fields.longText,
    propertyName: fields.longText.nullable(),
    stayMonth: fields.month,
    premiumCents: fields.cents,
    lossFundCents: fields.cents,
    partnerCents: fields.cents,
    serviceCostCents: fields.cents,
    totalCents: fields.cents,
  })
  .refine((s) => s.premiumCents + s.lossFundCents + s.partnerCents + s.serviceCostCents === s.totalCents, {
    path: ['totalCents'],
    error: 'must be the sum of the parts',
  })
  .meta({ id: 'ReserveSplit', description: 'Where the money of one order line goes, in minor units' });
export type ReserveSplit = z.infer<typeof ReserveSplit>;

const splitData = {
  ...aggregate,
  invoiceId: fields.uuid,
  policyId: fields.uuid,
  periodStart: fields.calendarDate,
  periodEnd: fields.calendarDate,
  paidDate: fields.calendarDate.nullable().meta({
    description:
      'When the invoice was paid; null when splits go out with the invoice or with a part payment, and when a reversal makes it open again',
  }),
  currency: fields.longText,
  splits: fields.list(ReserveSplit, 500, 1),
  totalCents: fields.cents.meta({ description: 'Sum of the splits of this part' }),
  part: z.int().min(1),
  parts: z.int().min(1),
};

const sumsUp = (data: { splits: ReserveSplit[]; totalCents: number }): boolean =>
  data.splits.reduce((sum, split) => sum + split.totalCents, 0) === data.totalCents;
const sumFault = { path: ['totalCents'], error: 'must be the sum of the splits' };

const invoiceId = '01a1f84a-95c0-734f-8cde-89a26d67220d';
const beachHouse = {
  orderId: '01a1f84a-95c1-7834-8791-2dcebe1f240d',
  orderLineId: '01a1f84a-95c3-775b-817b-daf9d77cf579',
  propertyName: 'Beach House',
  stayMonth: '2026-11',
  premiumCents: 9450,
  lossFundCents: 3300,
  partnerCents: 0,
  serviceCostCents: 0,
  totalCents: 12_750,
};

const example = {
  organizationId: 'acme-stays',
  version: 4,
  invoiceId,
  policyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
  periodStart: '2026-11-01',
  periodEnd: '2026-11-30',
  paidDate: '2026-12-03',
  currency: 'USD',
  splits: [beachHouse],
  totalCents: 12_750,
  part: 1,
  parts: 1,
};

export const reserveSplit = defineEvent('billing', {
  name: 'reserve-split',
  summary: 'How the collected premium of an invoice is split into reserves; more than 500 lines come in several parts',
  data: z.object(splitData).refine(sumsUp, sumFault),
  aggregateId: invoiceId,
  example,
});

export const reserveSplitReversed = defineEvent('billing', {
  name: 'reserve-split-reversed',
  summary: 'Splits are taken back, pro rata, with the opposite sign: all splits together sum to what is reserved',
  data: z
    .object({ ...splitData, reason: z.enum(reversalReasons), refundId: fields.longText.nullable() })
    .refine(sumsUp, sumFault),
  aggregateId: invoiceId,
  example: {
    ...example,
    version: 5,
    splits: [{ ...beachHouse, premiumCents: -9450, lossFundCents: -3300, totalCents: -12_750 }],
    totalCents: -12_750,
    reason: 'REFUND',
    refundId: 're_1QxT8s',
  },
});
