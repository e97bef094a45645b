import { billingEvents } from '@staycover/events';
import { chunks, jsonBytes } from '@staycover/kernel';
import { type NewEvent, newEvent } from '@staycover/messaging';
import type { Invoice } from '../domain/invoice.ts';
import type { ReserveSplit } from '../domain/reserve-splits.ts';

type SplitData = billingEvents.ReserveSplit;

// The bytes leave room for the envelope below the 256 KiB that an event may have.
const PART = { maxCount: 500, maxSize: 240 * 1024, sizeOf: jsonBytes };

const splitData = (split: ReserveSplit): SplitData => ({
  orderId: split.orderId,
  orderLineId: split.orderLineId,
  propertyName: split.propertyName,
  stayMonth: split.stayMonth,
  premiumCents: Number(split.premium),
  lossFundCents: Number(split.lossFund),
  partnerCents: Number(split.partnerFee),
  serviceCostCents: Number(split.serviceFee),
  totalCents: Number(split.total),
});

const parts = (invoice: Invoice, splits: readonly ReserveSplit[]) => {
  const cut = chunks(splits.map(splitData), PART);
  return cut.map((of, i) => ({
    organizationId: invoice.organizationId,
    version: invoice.version,
    invoiceId: invoice.id,
    policyId: invoice.organizationPolicyId,
    periodStart: invoice.periodStart.toString(),
    periodEnd: invoice.periodEnd.toString(),
    paidDate: invoice.paidDate?.toString() ?? null,
    currency: invoice.currency,
    splits: of,
    totalCents: of.reduce((total, split) => total + split.totalCents, 0),
    part: i + 1,
    parts: cut.length,
  }));
};

export const splitEvents = (invoice: Invoice, splits: readonly ReserveSplit[]): NewEvent[] =>
  parts(invoice, splits).map((data) => newEvent(billingEvents.reserveSplit, invoice, data));

export type Reversal = { reason: 'REFUND' | 'VOID'; refundId: string | null };

export const reversalEvents = (invoice: Invoice, splits: readonly ReserveSplit[], reversal: Reversal): NewEvent[] =>
  parts(invoice, splits).map((data) => newEvent(billingEvents.reserveSplitReversed, invoice, { ...data, ...reversal }));
