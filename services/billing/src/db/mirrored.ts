import type { Work } from '@staycover/change';
import { execute, instantFromSql, query } from '@staycover/db';
import type { Minor } from '@staycover/kernel';
import type { Fill } from '@staycover/schedules';
import type { Unmirrored } from '../domain/payment.ts';
import { LEASE } from './lease.ts';

type Row = {
  allocation_id: string;
  provider_invoice_id: string;
  kind: Unmirrored['kind'];
  amount: string;
  currency: string;
  allocated_at: string;
  reference: string;
};

const IS_DUE = `m.state = 'PENDING' and m.busy_until < now()`;

/** What holds of all that one source has given an invoice, and the provider has not taken off it for that before. */
const LEFT = `(select sum(b.amount) - coalesce(sum(case when o.state = 'PENDING' then b.amount else o.taken end)
    filter (where o.state <> 'PENDING' or o.allocation_id < m.allocation_id), 0)
  from allocation b left join mirrored_allocation o on o.allocation_id = b.id and o.allocation_id <> m.allocation_id
  where b.source_id = a.source_id and b.target_id = a.target_id)`;

/**
 * What is to be made at the provider of an invoice, oldest first; of what was taken back meanwhile, what is left. What was
 * taken back after it was made there, and is given again, is made there already.
 */
export const readUnmirrored = async (work: Work, invoiceId: string): Promise<Unmirrored[]> => {
  const rows = await query<Row>(
    work,
    `select m.allocation_id, i.payment_provider_invoice_id as provider_invoice_id, i.currency,
       a.allocated_at, case when p.id is null then 'CREDIT' else 'PAYMENT' end as kind,
       coalesce(p.payment_reference, c.invoice_reference) as reference,
       case when i.status = 'VOID' then 0 else greatest(0, least(a.amount, ${LEFT})) end as amount
     from mirrored_allocation m join allocation a on a.id = m.allocation_id join invoice i on i.id = a.target_id
     left join payment p on p.id = a.source_id left join invoice c on c.id = a.source_id
     where m.invoice_id = $1 and ${IS_DUE} order by m.allocation_id`,
    [invoiceId],
  );
  return rows.map((row) => ({
    allocationId: row.allocation_id,
    providerInvoiceId: row.provider_invoice_id,
    kind: row.kind,
    amount: BigInt(row.amount),
    currency: row.currency,
    madeAt: instantFromSql(row.allocated_at),
    reference: row.reference,
  }));
};

/** Invoices of which something is to be made at the provider. */
export const invoicesToMirror: Fill = {
  select: `select invoice_id as id, (select organization_id from invoice i where i.id = invoice_id), invoice_id as due from (
    select m.invoice_id from mirrored_allocation m where ${IS_DUE}
    union select w.invoice_id from mirrored_write_off w where w.busy_until < now()) as unmirrored`,
  params: [],
};

/** An allocation in the hands of one worker: another that takes it over counts one attempt more. */
export type MirrorLease = { allocationId: string; attempts: number };

const IS_HELD = `allocation_id = $1 and attempts = $2 and state = 'PENDING'`;

/** Takes an allocation; undefined while somebody else has it, or it is made. */
export const takeMirror = async (work: Work, allocationId: string): Promise<MirrorLease | undefined> => {
  const [row] = await query<{ attempts: number }>(
    work,
    `update mirrored_allocation m set attempts = attempts + 1, busy_until = ${LEASE}
     where m.allocation_id = $1 and ${IS_DUE} returning attempts`,
    [allocationId],
  );
  return row && { allocationId, attempts: row.attempts };
};

/** Prolongs the lease. False: somebody else has taken over. */
export const keepMirror = async (work: Work, { allocationId, attempts }: MirrorLease): Promise<boolean> =>
  (await execute(work, `update mirrored_allocation set busy_until = ${LEASE} where ${IS_HELD}`, [
    allocationId,
    attempts,
  ])) > 0;

/** Notes how much the provider took off the invoice. */
export const endMirror = (work: Work, { allocationId, attempts }: MirrorLease, taken: Minor): Promise<number> =>
  execute(work, `update mirrored_allocation set state = 'DONE', taken = $3, detail = null where ${IS_HELD}`, [
    allocationId,
    attempts,
    `${taken}`,
  ]);

/** Leaves an allocation to be made later, the longer the more often it failed. */
export const leaveMirror = (work: Work, { allocationId, attempts }: MirrorLease, detail: string): Promise<number> =>
  execute(
    work,
    `update mirrored_allocation set detail = $3, busy_until = now() + least(attempts - 1, 60) * interval '1 minute'
     where ${IS_HELD}`,
    [allocationId, attempts, detail],
  );

/** What the provider has left of reductions of an invoice that it takes in coarser steps, of each at most so much. */
export const leftThere = async (work: Work, invoiceId: string, most: Minor): Promise<Minor> => {
  const [row] = await query<{ amount: string }>(
    work,
    `select coalesce(sum(a.amount - m.taken), 0) as amount from mirrored_allocation m join allocation a on a.id = m.allocation_id
     where m.invoice_id = $1 and m.state = 'DONE' and a.amount - m.taken between 0 and $2`,
    [invoiceId, `${most}`],
  );
  return BigInt(row!.amount);
};

/** An invoice that was closed as paid at the provider owes nothing there: all that has paid it counts as made. */
export const noteClosed = (tx: Work, invoiceId: string): Promise<number> =>
  execute(
    tx,
    `update mirrored_allocation m set state = 'DONE', taken = greatest(m.taken, a.amount) from allocation a
     where a.id = m.allocation_id and m.invoice_id = $1`,
    [invoiceId],
  );

/** What the provider has taken off an invoice because of us, or may have: what was tried may be made there without an answer. */
export const mirroredOn = async (work: Work, invoiceId: string): Promise<{ credits: Minor; payments: Minor }> => {
  const [row] = await query<{ credits: string; payments: string }>(
    work,
    `select coalesce(sum(taken) filter (where not paid), 0) as credits, coalesce(sum(taken) filter (where paid), 0) as payments
     from (select case when m.state = 'PENDING' and m.attempts > 0 then a.amount else m.taken end as taken,
         exists (select from payment p where p.id = a.source_id) as paid
       from mirrored_allocation m join allocation a on a.id = m.allocation_id where m.invoice_id = $1) as mirrored`,
    [invoiceId],
  );
  return { credits: BigInt(row!.credits), payments: BigInt(row!.payments) };
};
