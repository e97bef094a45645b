import { together, type Work } from '@staycover/change';
import { execute, instantFromSql, query } from '@staycover/db';
import { DomainError, type Instant } from '@staycover/kernel';
import type { Fill } from '@staycover/schedules';
import type { Invoice } from '../domain/invoice.ts';
import { LEASE } from './lease.ts';

/** An invoice on its way to the payment provider; it is frozen until that has ended. */
export type SendingInvoice = {
  invoiceId: string;
  /** Of this sending; one that resumes an unknown outcome keeps it. */
  deliveryId: string;
  contentHash: string;
  startedAt: Instant;
  attempts: number;
  /** Whom the provider's invoice names; null until something of it may be made there. */
  payer: NamedPayer | null;
};

export type NamedPayer = { name: string; email: string };

type Row = {
  invoice_id: string;
  id: string;
  content_hash: string;
  started_at: string;
  attempts: number;
  payer_name: string | null;
  payer_email: string | null;
};

const toSending = (row: Row): SendingInvoice => ({
  invoiceId: row.invoice_id,
  deliveryId: row.id,
  contentHash: row.content_hash,
  startedAt: instantFromSql(row.started_at),
  attempts: row.attempts,
  payer: row.payer_name === null ? null : { name: row.payer_name, email: row.payer_email! },
});

/** @throws DomainError `invoice-frozen` while the invoice is being sent. */
export const assertNotFrozen = async (tx: Work, { id, invoiceReference, status }: Invoice): Promise<void> => {
  // Only drafts are sent.
  if (status !== 'DRAFT' || !(await isFrozen(tx, id))) return;
  const detail = `Invoice ${invoiceReference} is being sent; how that ended is not known yet.`;
  throw new DomainError('invoice-frozen', detail);
};

const findingFrozen = together<{ tx: Work; invoiceId: string }, boolean>(
  ({ invoiceId }) => invoiceId,
  async (tx, asked) => {
    const rows = await query<{ invoice_id: string }>(
      tx,
      `select invoice_id from delivery where invoice_id = any($1::uuid[]) and state = 'SENDING'`,
      [asked.map(({ invoiceId }) => invoiceId)],
    );
    const frozen = new Set(rows.map(({ invoice_id }) => invoice_id));
    return asked.map(({ invoiceId }) => frozen.has(invoiceId));
  },
);

export const isFrozen = (tx: Work, invoiceId: string): Promise<boolean> =>
  findingFrozen({ tx, invoiceId: invoiceId.toLowerCase() });

/** Freezes the invoice. One that is frozen already is taken over as it is, or undefined while somebody else sends it. */
export const beginDelivery = async (
  tx: Work,
  started: Omit<SendingInvoice, 'attempts' | 'payer'> & { startedBy: string },
): Promise<SendingInvoice | undefined> => {
  const { invoiceId, deliveryId, contentHash, startedAt, startedBy } = started;
  const [row] = await query<Row>(
    tx,
    `insert into delivery as d (invoice_id, id, content_hash, state, started_at, started_by, attempts, busy_until)
     values ($1, $2, $3, 'SENDING', $4, $5, 1, ${LEASE})
     on conflict (invoice_id) do update set state = 'SENDING', busy_until = excluded.busy_until, detail = null,
       id = case when d.state = 'SENDING' then d.id else excluded.id end,
       content_hash = case when d.state = 'SENDING' then d.content_hash else excluded.content_hash end,
       started_at = case when d.state = 'SENDING' then d.started_at else excluded.started_at end,
       started_by = case when d.state = 'SENDING' then d.started_by else excluded.started_by end,
       payer_name = case when d.state = 'SENDING' then d.payer_name end,
       payer_email = case when d.state = 'SENDING' then d.payer_email end,
       attempts = case when d.state = 'SENDING' then d.attempts + 1 else 1 end
     where d.state <> 'SENDING' or d.busy_until < now()
     returning *`,
    [invoiceId, deliveryId, contentHash, startedAt.toString(), startedBy],
  );
  return row && toSending(row);
};

/** What a worker has been given: another that takes the delivery over counts one attempt more. */
type Lease = Pick<SendingInvoice, 'invoiceId' | 'deliveryId' | 'attempts'>;

const IS_HELD = `invoice_id = $1 and id = $2 and attempts = $3 and state = 'SENDING'`;

/** Prolongs a lease before a step at the provider; the first step settles the payer. False: somebody else has taken over. */
export const keepDelivery = async (
  tx: Work,
  { invoiceId, deliveryId, attempts }: Lease,
  { name, email }: NamedPayer,
): Promise<boolean> =>
  (await execute(
    tx,
    `update delivery set busy_until = ${LEASE},
       payer_name = coalesce(payer_name, $4), payer_email = coalesce(payer_email, $5) where ${IS_HELD}`,
    [invoiceId, deliveryId, attempts, name, email],
  )) > 0;

/** Thaws the invoice, the outcome being known. False, and without effect, when somebody else has taken over. */
export const endDelivery = async (
  tx: Work,
  { invoiceId, deliveryId, attempts }: Lease,
  state: 'SENT' | 'FAILED',
  detail: string | null,
): Promise<boolean> =>
  (await execute(tx, `update delivery set state = $4, detail = $5 where ${IS_HELD}`, [
    invoiceId,
    deliveryId,
    attempts,
    state,
    detail,
  ])) > 0;

/** Leaves the invoice frozen for whoever reconciles it next. */
export const leaveDelivery = (tx: Work, { invoiceId, deliveryId, attempts }: Lease, detail: string): Promise<number> =>
  execute(tx, `update delivery set busy_until = now(), detail = $4 where ${IS_HELD}`, [
    invoiceId,
    deliveryId,
    attempts,
    detail,
  ]);

/** Invoices with a sending that ended without a known outcome, with their organizations. */
export const deliveriesToReconcile: Fill = {
  select: `select invoice_id as id, (select organization_id from invoice i where i.id = invoice_id), invoice_id as due
    from delivery where state = 'SENDING' and busy_until < now()`,
  params: [],
};
