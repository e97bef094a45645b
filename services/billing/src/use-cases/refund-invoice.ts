import type { Database, Tx } from '@staycover/db';
import { billingEvents } from '@staycover/events';
import { type Actor, type Clock, DomainError, type Instant, type NewId } from '@staycover/kernel';
import { appendEvents } from '@staycover/messaging';
import { lockInvoice, saveInvoice } from '../db/invoices.ts';
import { linesOf } from '../db/lines.ts';
import { addRefund } from '../db/refunds.ts';
import type { Invoice } from '../domain/invoice.ts';
import { isOrderLine } from '../domain/line.ts';
import type { PaidBack } from '../domain/payment.ts';
import { reversalsOf } from '../domain/reserve-splits.ts';
import { invoiceEvent } from './invoice-event.ts';
import { reversalEvents } from './split-events.ts';

export type RefundInvoice = PaidBack & { id: string };

type Deps = { database: Database; clock: Clock; newId: NewId };

/**
 * Records that a part of a paid invoice was paid back, once per `refundId`, and takes its reserve splits back pro rata.
 * More than the rest of the total counts as the rest.
 * @throws DomainError `not-found`, `invalid-transition` unless the invoice is PAID.
 */
export const refundInvoice =
  ({ database, clock, newId }: Deps) =>
  (actor: Actor, { id, ...paidBack }: RefundInvoice): Promise<Invoice> =>
    database.transaction(async (tx) =>
      refund(tx, await lockInvoice(tx, actor, id), paidBack, { actor, now: clock(), newId }),
    );

/** The same for an invoice that is locked. */
export const refund = async (
  tx: Tx,
  stored: Invoice,
  { refundId, amount }: PaidBack,
  { actor, now, newId }: { actor: Actor; now: Instant; newId: NewId },
): Promise<Invoice> => {
  assertPaid(stored);
  const { id } = stored;
  const rest = stored.total - stored.refunded;
  const due = amount < rest ? amount : rest;
  if (due <= 0n || !(await addRefund(tx, { invoiceId: id, refundId, amount: due, now }))) return stored;

  const from = { of: stored.refunded, whole: stored.total };
  const to = { of: stored.refunded + due, whole: stored.total };
  const invoice = await saveInvoice(tx, stored, { refunded: to.of }, { actor, now });
  const lines = (await linesOf(tx, id)).filter(isOrderLine);
  const reversals = invoice.reserveSplitsPublishedAt ? reversalsOf(lines, from, to) : [];
  const events = [
    invoiceEvent(billingEvents.invoiceChanged, invoice),
    ...reversalEvents(invoice, reversals, { reason: 'REFUND', refundId }),
  ];
  await appendEvents(tx, events, { now, newId });
  return invoice;
};

const assertPaid = ({ status, invoiceReference }: Invoice): void => {
  if (status === 'PAID') return;
  const extra = { from: status, to: status, allowed: [] };
  const detail = `Invoice ${invoiceReference} is ${status}; only a PAID one can be refunded.`;
  throw new DomainError('invalid-transition', detail, extra);
};
