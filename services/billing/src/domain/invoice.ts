import {
  type Aggregate,
  businessDate,
  type CalendarDate,
  type Currency,
  DomainError,
  type Instant,
  latest,
  type Minor,
  type Transitions,
} from '@staycover/kernel';
import type { NotBilled } from './generate-invoice.ts';
import type { InvoiceLine, LineDraft, ManualLine } from './line.ts';
import type { Totals } from './totals.ts';

export type InvoiceStatus = 'DRAFT' | 'SENT' | 'PAID' | 'PAST_DUE' | 'SUSPENDED' | 'VOID' | 'UNCOLLECTIBLE';

export const invoiceTransitions: Transitions<InvoiceStatus> = {
  DRAFT: ['SENT', 'VOID'],
  SENT: ['PAID', 'PAST_DUE', 'VOID'],
  PAST_DUE: ['PAID', 'SUSPENDED', 'VOID', 'UNCOLLECTIBLE'],
  SUSPENDED: ['PAID', 'VOID', 'UNCOLLECTIBLE'],
  UNCOLLECTIBLE: ['PAID', 'VOID'],
  PAID: [],
  VOID: [],
};

/** Sent, and to be paid yet. */
export const dueStatuses: Readonly<Record<InvoiceStatus, boolean>> = {
  DRAFT: false,
  SENT: true,
  PAST_DUE: true,
  SUSPENDED: false,
  UNCOLLECTIBLE: false,
  PAID: false,
  VOID: false,
};

/** Issued, and not void: it counts on the account. */
export const standingStatuses: Readonly<Record<InvoiceStatus, boolean>> = {
  DRAFT: false,
  SENT: true,
  PAST_DUE: true,
  SUSPENDED: true,
  UNCOLLECTIBLE: true,
  PAID: true,
  VOID: false,
};

/** An invoice without its lines. */
export type Invoice = Aggregate &
  Totals & {
    organizationPolicyId: string;
    invoiceReference: string;
    periodStart: CalendarDate;
    /** Last day of the period. */
    periodEnd: CalendarDate;
    currency: Currency;
    status: InvoiceStatus;
    dueDate: CalendarDate | null;
    paidDate: CalendarDate | null;
    paymentProviderIntentId: string | null;
    paymentProviderInvoiceId: string | null;
    sentAt: Instant | null;
    retryAttempt: number;
    lastRetryAt: Instant | null;
    nextRetryAt: Instant | null;
    lastFailureReason: string | null;
    /** Outages of the payment provider in a row that the current attempt to collect met with. */
    providerOutages: number;
    suspendedAt: Instant | null;
    reserveSplitsPublishedAt: Instant | null;
    /** Of the generated lines, without what storing adds to them; empty for goodwill, which is not generated. */
    generatedHash: string;
    /** Orders numbered so far. */
    orderCount: number;
    /** Nights that it does not bill, and why. */
    notBilled: readonly NotBilled[];
    /** The first month with lines that did not fit, and wait for the next invoice. */
    waitingFrom: string | null;
    /** Of the total, what had been paid back before payments were kept, by which its splits were taken back. */
    refunded: Minor;
    amountPaid: Minor;
    /** Met by credit notes; of a credit note, below 0: what it has met. */
    amountCredited: Minor;
    amountWrittenOff: Minor;
    /** Paid back, and not met by a credit yet. */
    amountRefunded: Minor;
    /** Of what was paid, what a bank is asked to take back. */
    amountDisputed: Minor;
    /** What of the total reserve splits are published for; 1 for all of a total of 0. */
    splitsPublished: Minor;
  };

/** An invoice as it would be; its id and reference mean nothing. */
export type PreviewedInvoice = { invoice: Invoice; lines: readonly (LineDraft | ManualLine)[] };

export type InvoiceWithLines = { invoice: Invoice; lines: readonly InvoiceLine[] };

/** @throws DomainError `invoice-not-draft`. */
export const assertDraft = ({ status, invoiceReference }: Invoice): void => {
  if (status === 'DRAFT') return;
  throw new DomainError(
    'invoice-not-draft',
    `Invoice ${invoiceReference} is ${status}; only a DRAFT can be changed or sent.`,
  );
};

/** The day on which money of a day pays an invoice: not before it went out. */
export const dayPaid = (receivedOn: CalendarDate, { sentAt }: Invoice): CalendarDate =>
  sentAt ? latest(receivedOn, businessDate(sentAt)) : receivedOn;

/** What the customer gets back, instead of paying it. */
export const isCreditNote = ({ total }: Pick<Invoice, 'total'>): boolean => total < 0n;

/** Whether it is a credit note of its own that a refund got. */
export const isGoodwill = ({ generatedHash }: Pick<Invoice, 'generatedHash'>): boolean => generatedHash === '';

type Amounts = Pick<
  Invoice,
  'status' | 'total' | 'amountPaid' | 'amountCredited' | 'amountWrittenOff' | 'amountRefunded'
>;

/** What is still to be paid; of a credit note, below 0: what is left of it. */
export const amountDue = (invoice: Amounts): Minor =>
  invoice.status === 'VOID'
    ? 0n
    : invoice.total - invoice.amountPaid - invoice.amountCredited - invoice.amountWrittenOff;

/** What an invoice still takes: what is due, and what of it was given up. */
export const amountMissing = (invoice: Amounts): Minor => amountDue(invoice) + invoice.amountWrittenOff;

/** What of the total has come, by money or credit, and was not paid back. */
export const amountSettled = ({ amountPaid, amountCredited, amountRefunded }: Amounts): Minor =>
  amountPaid + amountCredited - amountRefunded;
