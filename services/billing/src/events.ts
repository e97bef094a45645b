import { type Announcements, announce } from '@staycover/change';
import { billingEvents } from '@staycover/events';
import { chunks, jsonBytes } from '@staycover/kernel';
import { newEvent } from '@staycover/messaging';
import type { Invoice } from './domain/invoice.ts';
import type { InvoiceEvent } from './domain/invoice-event.ts';
import type { ReserveSplit } from './domain/reserve-splits.ts';
import { invoiceState } from './wire.ts';

const toEventData = (invoice: Invoice) => ({
  organizationId: invoice.organizationId,
  version: invoice.version,
  invoiceId: invoice.id,
  policyId: invoice.organizationPolicyId,
  invoice: invoiceState(invoice),
});

// The bytes leave room for the envelope below the 256 KiB that an event may have.
const PART = { maxCount: 500, maxSize: 240 * 1024, getSize: jsonBytes };

const splitData = (split: ReserveSplit): billingEvents.ReserveSplit => ({
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

/** How each event of an invoice is published; splits of many lines go out in several parts. */
export const announcements: Announcements<Invoice, InvoiceEvent> = {
  'invoice-generated': announce(billingEvents.invoiceGenerated, toEventData),
  'invoice-changed': announce(billingEvents.invoiceChanged, toEventData),
  'invoice-payment-failed': announce(billingEvents.invoicePaymentFailed, (invoice, { failure }) => ({
    ...toEventData(invoice),
    reason: failure.reason,
    hardDecline: failure.hard,
  })),
  'invoice-sent': announce(billingEvents.invoiceSent, (invoice, { channel }) => {
    const data = toEventData(invoice);
    const { invoiceReference, periodStart, periodEnd, total, currency, dueDate, sentAt } = data.invoice;
    const { paymentProviderInvoiceId } = invoice;
    const flat = { invoiceReference, periodStart, periodEnd, total, currency, dueDate: dueDate!, sentAt: sentAt! };
    return { ...data, ...flat, channel, paymentProviderInvoiceId };
  }),
  'invoice-paid': announce(billingEvents.invoicePaid, toEventData),
  'invoice-past-due': announce(billingEvents.invoicePastDue, toEventData),
  'invoice-reopened': announce(billingEvents.invoiceReopened, toEventData),
  'invoice-suspended': announce(billingEvents.invoiceSuspended, toEventData),
  'invoice-voided': announce(billingEvents.invoiceVoided, toEventData),
  'invoice-uncollectible': announce(billingEvents.invoiceUncollectible, toEventData),
  'reserve-split': (invoice, { splits }) =>
    parts(invoice, splits).map((data) => newEvent(billingEvents.reserveSplit, invoice, data)),
  'reserve-split-reversed': (invoice, { splits, reversal }) =>
    parts(invoice, splits).map((data) =>
      newEvent(billingEvents.reserveSplitReversed, invoice, { ...data, ...reversal }),
    ),
};
