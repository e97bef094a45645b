import { amountDue } from '../domain/invoice.ts';
import { type Dispute, openRefund } from '../domain/receivables/item.ts';
import type { Billing } from './billing.ts';
import type { TestAccount } from './receivables.ts';

/** An account as numbers, its items named by their place: the same for books in memory and for what is stored. */
type Picture = {
  invoices: unknown[];
  payments: unknown[];
  refunds: unknown[];
  allocations: string[];
  postings: string[];
  splits: string[];
};

const named = (ids: Record<'invoices' | 'payments' | 'refunds', readonly string[]>) => {
  const names = new Map(Object.entries(ids).flatMap(([kind, its]) => its.map((id, i) => [id, `${kind} ${i}`])));
  return (id: string): string => names.get(id) ?? `unknown ${id}`;
};

const onInvoices = (on: Record<string, string>, name: (id: string) => string) =>
  Object.fromEntries(Object.entries(on).map(([id, amount]) => [name(id), amount]));

const pictureDisputes = (disputes: readonly Dispute[], name: (id: string) => string) =>
  disputes.map(({ outcome, amount, on }) => ({ outcome, amount, on: onInvoices(on, name) }));

/** The books in memory. */
export const pictureBooks = ({ account, postings, events }: TestAccount): Picture => {
  const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);
  const { invoices, payments, refunds, allocations } = account;
  const name = named({ invoices: ids(invoices), payments: ids(payments), refunds: ids(refunds) });
  return {
    invoices: invoices.map((one) => ({
      status: one.status,
      total: `${one.total}`,
      due: `${amountDue(one)}`,
      paid: `${one.amountPaid}`,
      credited: `${one.amountCredited}`,
      written_off: `${one.amountWrittenOff}`,
      refunded: `${one.amountRefunded}`,
      disputed: `${one.amountDisputed}`,
      published: `${one.splitsPublished}`,
      due_date: one.dueDate?.toString() ?? null,
      paid_date: one.paidDate?.toString() ?? null,
    })),
    payments: payments.map((one) => ({
      status: one.status,
      amount: `${one.amount}`,
      unallocated: `${one.unallocated}`,
      disputed: `${one.disputed}`,
      disputes: pictureDisputes(one.disputes, name),
      lost: `${one.lost}`,
    })),
    refunds: refunds.map((one) => ({
      failed: one.status === 'FAILED',
      amount: `${one.amount}`,
      open: `${openRefund(one)}`,
      open_on: onInvoices(one.openOn, name),
    })),
    allocations: allocations.map((one) => `${name(one.sourceId)} → ${name(one.targetId)} ${one.amount}`),
    postings: postings.map((one) => `${one.account} ${name(one.itemId)} ${one.amount}`),
    splits: events
      .filter(({ splits }) => splits.length > 0)
      .map(
        ({ invoiceId, type, splits }) =>
          `${name(invoiceId)} ${type} ${splits.map(({ orderLineId, total }) => `${orderLineId} ${total}`).join(', ')}`,
      ),
  };
};

/** What the service has stored, and has published. */
export const pictureStored = async (t: Billing, organizationId: string): Promise<Picture> => {
  const rows = <Row>(text: string): Promise<(Row & { id: string })[]> =>
    t.sql<Row & { id: string }>(text, [organizationId]);
  const invoices = await rows(
    `select id, status, total, case status when 'VOID' then 0 else total - amount_paid - amount_credited - amount_written_off end as due,
       amount_paid as paid, amount_credited as credited, amount_written_off as written_off, amount_refunded as refunded,
       amount_disputed as disputed, splits_published as published, due_date::text, paid_date::text
     from invoice where organization_id = $1 order by id`,
  );
  const payments = await rows<{ disputes: readonly Dispute[] }>(
    `select id, status, amount, unallocated, disputed, disputes, lost from payment where organization_id = $1 order by id`,
  );
  const refunds = await rows<{ open_on: Record<string, string> }>(
    `select id, status = 'FAILED' as failed, amount,
       (select coalesce(sum(value::bigint), 0) from jsonb_each_text(open_on))::text as open, open_on
     from payment_refund where organization_id = $1 order by id`,
  );
  const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);
  const name = named({ invoices: ids(invoices), payments: ids(payments), refunds: ids(refunds) });
  const allocations = await t.sql<{ source_id: string; target_id: string; amount: string }>(
    'select * from allocation where source_id = any($1::uuid[]) order by id',
    [[...ids(invoices), ...ids(payments)]],
  );
  const postings = await t.sql<{ account: string; item_id: string; amount: string }>(
    'select * from ar_posting where organization_id = $1 order by entry_id, line',
    [organizationId],
  );
  const splits = await t.sql<{
    aggregate_id: string;
    type: string;
    its: { orderLineId: string; totalCents: number }[];
  }>(
    `select aggregate_id, split_part(subject, '.', 3) as type, payload::jsonb #> '{data,splits}' as its from outbox
     where aggregate_id = any($1::text[]) and subject like '%.reserve-split%' order by id`,
    [ids(invoices)],
  );
  return {
    invoices: invoices.map(({ id: _id, ...one }) => one),
    payments: payments.map(({ id: _id, ...one }) => ({ ...one, disputes: pictureDisputes(one.disputes, name) })),
    refunds: refunds.map(({ id: _id, ...one }) => ({ ...one, open_on: onInvoices(one.open_on, name) })),
    allocations: allocations.map((one) => `${name(one.source_id)} → ${name(one.target_id)} ${one.amount}`),
    postings: postings.map((one) => `${one.account} ${name(one.item_id)} ${one.amount}`),
    splits: splits.map(
      ({ aggregate_id, type, its }) =>
        `${name(aggregate_id)} ${type} ${its.map(({ orderLineId, totalCents }) => `${orderLineId} ${totalCents}`).join(', ')}`,
    ),
  };
};
