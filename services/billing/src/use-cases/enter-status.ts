import type { Tx } from '@staycover/db';
import { billingEvents } from '@staycover/events';
import type { Actor, CalendarDate, Instant, NewId } from '@staycover/kernel';
import { appendEvents, type NewEvent, newEvent } from '@staycover/messaging';
import type { BillingRules } from '../config.ts';
import { billedNightsOfLines, replaceBilledNights } from '../db/billed-nights.ts';
import { saveInvoice } from '../db/invoices.ts';
import { linesOf } from '../db/lines.ts';
import { undo } from '../domain/billed-nights.ts';
import { type Invoice, type InvoiceStatus, moveInvoice } from '../domain/invoice.ts';
import { isOrderLine, type OrderLine } from '../domain/line.ts';
import type { Delivery } from '../domain/payment.ts';
import { reversalsOf, splitsOf } from '../domain/reserve-splits.ts';
import type { InvoiceWithLines } from '../wire.ts';
import { invoiceEvent, stateOf } from './invoice-event.ts';
import { reversalEvents, splitEvents } from './split-events.ts';

export type Entry = {
  status: InvoiceStatus;
  /** What the payment provider knows the invoice by, when it goes out through it, and when it is due there. */
  delivery?: Delivery & { dueDate: CalendarDate };
  /** Announced before the new state. */
  before?: (invoice: Invoice) => NewEvent[];
};

export type Context = { actor: Actor; now: Instant; newId: NewId; rules: BillingRules };

/**
 * Moves an invoice that is locked to another state, with everything that follows from it.
 * @throws DomainError `invalid-transition`, `negative-total`.
 */
export const enterStatus = async (
  tx: Tx,
  stored: Invoice,
  entry: Entry,
  context: Context,
): Promise<InvoiceWithLines> => {
  const { status, delivery, before = () => [] } = entry;
  const { actor, now, newId, rules } = context;
  const lines = await linesOf(tx, stored.id);
  const moved = moveInvoice(stored, status, now, rules.INVOICE_DUE_DAYS);
  if (moved === stored) return { invoice: stored, lines };

  const orderLines = lines.filter(isOrderLine);
  if (status === 'VOID') await releaseNights(tx, stored.organizationPolicyId, orderLines);
  const splits = publishesSplits(moved, orderLines, rules);
  const reverses = status === 'VOID' && stored.reserveSplitsPublishedAt !== null;
  const changes = { ...moved, ...delivery, ...(splits ? { reserveSplitsPublishedAt: now } : {}) };
  const { version: _version, ...stores } = changes;
  const invoice = await saveInvoice(tx, stored, stores, { actor, now });
  const events = [
    ...before(invoice),
    statusEvent(invoice, delivery ? 'PROVIDER' : 'MANUAL'),
    ...(splits ? splitEvents(invoice, splitsOf(orderLines)) : []),
    ...(reverses ? reversalEvents(invoice, reversalsOf(orderLines, NOTHING, ALL), BY_VOID) : []),
  ];
  await appendEvents(tx, events, { now, newId });
  return { invoice, lines };
};

const NOTHING = { of: 0n, whole: 1n };
const ALL = { of: 1n, whole: 1n };
const BY_VOID = { reason: 'VOID', refundId: null } as const;

const publishesSplits = (
  { status, reserveSplitsPublishedAt }: Invoice,
  lines: readonly OrderLine[],
  { RESERVE_SPLIT_ON }: BillingRules,
): boolean =>
  reserveSplitsPublishedAt === null && lines.length > 0 && (status === 'PAID' || status === RESERVE_SPLIT_ON);

/** What a void invoice charged is not billed any more, and what it credited is billed again. */
const releaseNights = async (tx: Tx, policyId: string, lines: readonly OrderLine[]): Promise<void> => {
  const touched = new Set(lines.map((line) => line.correctionOf ?? line.id));
  const billed = await billedNightsOfLines(tx, [...touched]);
  await replaceBilledNights(tx, policyId, touched, undo(billed, lines));
};

const statusEvents = {
  PAID: billingEvents.invoicePaid,
  PAST_DUE: billingEvents.invoicePastDue,
  SUSPENDED: billingEvents.invoiceSuspended,
  VOID: billingEvents.invoiceVoided,
  UNCOLLECTIBLE: billingEvents.invoiceUncollectible,
} as const;

type Channel = (typeof billingEvents.channels)[number];

/** What an invoice says when it has entered its state; none ever enters DRAFT. */
const statusEvent = (invoice: Invoice, channel: Channel): NewEvent =>
  invoice.status === 'SENT'
    ? sentEvent(invoice, channel)
    : invoiceEvent(statusEvents[invoice.status as keyof typeof statusEvents], invoice);

const sentEvent = (invoice: Invoice, channel: Channel): NewEvent => {
  const data = stateOf(invoice);
  const { invoiceReference, periodStart, periodEnd, total, currency, dueDate, sentAt } = data.invoice;
  const { paymentProviderInvoiceId } = invoice;
  const flat = { invoiceReference, periodStart, periodEnd, total, currency, dueDate: dueDate!, sentAt: sentAt! };
  return newEvent(billingEvents.invoiceSent, invoice, { ...data, ...flat, channel, paymentProviderInvoiceId });
};
