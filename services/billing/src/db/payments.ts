import { ownedRows, repository, type Work } from '@staycover/change';
import { execute, type Page, pageInSql, query, whereGiven } from '@staycover/db';
import { type Actor, businessDate, type Instant, type Minor, reference, visibleOrganizations } from '@staycover/kernel';
import type { Allocation, Payment, PaymentAnnouncement, Refund } from '../domain/receivables/item.ts';
import { paymentAnnouncements } from '../payment-events.ts';
import { PaymentEntity, RefundEntity } from './entities.ts';

/** Where payments live. Whoever changes one holds its account. */
export const payments = repository<Payment, PaymentAnnouncement>({
  resource: 'payment',
  entity: PaymentEntity,
  announcements: paymentAnnouncements,
});

type Owner = { organizationId: string; currency: string };

export const refunds = ownedRows<Refund, Owner>(RefundEntity, ['organizationId', 'currency']);

export const nextPaymentReference = async (tx: Work, now: Instant): Promise<string> => {
  const [row] = await query<{ number: string }>(tx, `select nextval('payment_number') as number`);
  return paymentReference(row!.number, now);
};

export const paymentReference = (number: string, now: Instant): string =>
  reference('PAY', businessDate(now).year, BigInt(number));

export type AllocationRow = { id: string; source_id: string; target_id: string; amount: string };

export const toAllocation = (row: AllocationRow): Allocation => ({
  id: row.id,
  sourceId: row.source_id,
  targetId: row.target_id,
  amount: BigInt(row.amount),
});

/** A payment with what it paid and what of it went back. */
export type PaymentDetails = { payment: Payment; allocations: readonly Allocation[]; refunds: readonly Refund[] };

/** Payments with their details, in the order that they come in. */
export const readDetails = async (work: Work, found: readonly Payment[]): Promise<PaymentDetails[]> => {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const allocations = await query<AllocationRow>(
    work,
    'select * from allocation where source_id = any($1::uuid[]) order by id',
    [ids],
  );
  const back = await refunds.select(work, 'where t.payment_id = any($1::uuid[]) order by t.id', [ids]);
  const bySource = Map.groupBy(allocations.map(toAllocation), ({ sourceId }) => sourceId);
  const byPayment = Map.groupBy(back, ({ paymentId }) => paymentId);
  return found.map((payment) => ({
    payment,
    allocations: bySource.get(payment.id) ?? [],
    refunds: byPayment.get(payment.id) ?? [],
  }));
};

type PaymentFilter = { organizationId?: string | undefined; invoiceId?: string | undefined };

/** Payments that fit the filter, by id. */
export const listPayments = (
  work: Work,
  actor: Actor,
  { organizationId, invoiceId }: PaymentFilter,
  { limit, after, order }: Page,
): Promise<Payment[]> => {
  const { beyond, sort } = pageInSql(order);
  const { where, params } = whereGiven({
    't.organization_id = any(?::text[])': visibleOrganizations(actor),
    't.organization_id = ?': organizationId,
    't.id = any(array(select source_id from allocation where target_id = ?::uuid))': invoiceId,
    [`t.id ${beyond} ?::uuid`]: after,
  });
  return payments.select(work, `${where} order by t.id ${sort} limit $${params.length + 1}`, [...params, limit]);
};

/** The payment that a provider's payment intent has become here. */
export const findPaymentByIntent = async (tx: Work, intentId: string): Promise<string | undefined> =>
  (await query<{ id: string }>(tx, 'select id from payment where payment_provider_intent_id = $1', [intentId]))[0]?.id;

/** What came for an invoice because it was marked as paid at the provider, whatever became of it. */
export const takenOutside = async (tx: Work, { id }: { id: string }): Promise<Minor> => {
  const [row] = await query<{ amount: string }>(
    tx,
    `select coalesce(sum(amount), 0) as amount from payment
     where method = 'PROVIDER' and payment_provider_intent_id is null and invoice_ids ->> 0 = $1`,
    [id],
  );
  return BigInt(row!.amount);
};

/**
 * The payment that a refund of a provider is about: by its intent. Those from before payments were kept may have none;
 * else the intent's payment has not come yet. Without an intent it is the newest that paid the invoice.
 */
export const findProviderPayment = async (
  tx: Work,
  { paymentIntentId, invoiceId }: { paymentIntentId: string | null; invoiceId: string },
): Promise<string | undefined> => {
  const [row] = await query<{ id: string | null }>(
    tx,
    `select coalesce(
       (select id from payment where payment_provider_intent_id = $1),
       (select p.id from payment p where p.id in (select source_id from allocation where target_id = $2::uuid)
        and ($1::text is null or p.method = 'PROVIDER' and p.payment_provider_intent_id is null)
        and p.status <> 'REVERSED' order by p.method = 'PROVIDER' desc, p.id desc limit 1)) as id`,
    [paymentIntentId, invoiceId],
  );
  return row!.id ?? undefined;
};

/** Which of the provider's refunds are known here. */
export const knownRefunds = async (tx: Work, providerRefundIds: readonly string[]): Promise<Set<string>> => {
  const rows = await query<{ provider_refund_id: string }>(
    tx,
    'select provider_refund_id from payment_refund where provider_refund_id = any($1)',
    [providerRefundIds],
  );
  return new Set(rows.map(({ provider_refund_id }) => provider_refund_id));
};

/** The refund that one of the provider's has become here. */
export const findProviderRefund = async (tx: Work, providerRefundId: string): Promise<string | undefined> =>
  (await refunds.select(tx, 'where t.provider_refund_id = $1', [providerRefundId]))[0]?.id;

export const findRefund = async (tx: Work, id: string): Promise<Refund | undefined> =>
  (await refunds.select(tx, 'where t.id = $1', [id]))[0];

/** A refund that the provider is to be asked for. */
export type PendingRefund = {
  key: { organizationId: string; currency: string };
  requestId: string;
  paymentIntentId: string;
  amount: bigint;
};

/** Refunds that the provider is to be asked for, at most so many: those not asked for yet, then the others in turn. */
export const pendingRefunds = async (work: Work, limit: number): Promise<PendingRefund[]> => {
  type Row = { id: string; organization_id: string; currency: string; amount: string; intent: string };
  const rows = await query<Row>(
    work,
    `select r.id, r.organization_id, r.currency, r.amount, p.payment_provider_intent_id as intent
     from payment_refund r join payment p on p.id = r.payment_id
       left join lateral (select busy_until from asked_refund where refund_id = r.id limit 1) as a on true
     where r.status = 'PENDING' and p.payment_provider_intent_id is not null and (a.busy_until < now()) is not false
     order by a.busy_until nulls first, r.id limit $1`,
    [limit],
  );
  return rows.map((row) => ({
    key: { organizationId: row.organization_id, currency: row.currency },
    requestId: row.id,
    paymentIntentId: row.intent,
    amount: BigInt(row.amount),
  }));
};

/** Notes that a refund is asked for: the more often, the later again. False where somebody else has just done so. */
export const noteAsked = async (work: Work, { requestId }: PendingRefund): Promise<boolean> =>
  (await execute(
    work,
    `insert into asked_refund as a (refund_id) values ($1)
     on conflict (refund_id) do update
     set attempts = a.attempts + 1, busy_until = now() + least(a.attempts + 1, 60) * interval '1 minute'
     where a.busy_until < now()`,
    [requestId],
  )) > 0;
