import type { Work } from '@staycover/change';
import { execute, query, statesIn } from '@staycover/db';
import type { Instant } from '@staycover/kernel';
import { dueStatuses } from '../domain/invoice.ts';

export type NewAttempt = { id: string; invoiceId: string; startedAt: Instant };

/**
 * Takes the invoice's open attempt, or makes one. Returns its id, the key under which the provider charges at most
 * once, or undefined while somebody else is at it.
 */
export const takeAttempt = async (tx: Work, { id, invoiceId, startedAt }: NewAttempt): Promise<string | undefined> => {
  const [row] = await query<{ id: string }>(
    tx,
    `insert into collection_attempt as a (id, invoice_id, started_at, busy_until)
     values ($1, $2, $3, now() + interval '2 minutes')
     on conflict (invoice_id) where outcome is null do update set busy_until = excluded.busy_until
     where a.busy_until < now()
     returning id`,
    [id, invoiceId, startedAt.toString()],
  );
  return row?.id;
};

/** Notes how an attempt ended; without an outcome it stays open, to be resumed. */
export const endAttempt = (tx: Work, id: string, outcome: string | null, reason: string | null): Promise<number> =>
  execute(tx, 'update collection_attempt set outcome = $2, reason = $3, busy_until = now() where id = $1', [
    id,
    outcome,
    reason,
  ]);

/** Ids of invoices that dunning must look at, after an id, with their organizations. */
export const invoicesToDun = (
  tx: Work,
  now: Instant,
  after: string,
  limit: number,
): Promise<{ id: string; organization_id: string }[]> =>
  query(
    tx,
    `select id, organization_id from invoice where id > $1::uuid and total >= 0 and amount_disputed = 0 and (
       (status = 'SENT' and due_date < ($2::timestamptz at time zone 'UTC')::date)
       or (status = 'PAST_DUE' and next_retry_at <= $2::timestamptz))
     order by id limit $3`,
    [after, now.toString(), limit],
  );

/** Invoices of an organization that were declined for good, and wait for another payment method. */
export const declinedInvoices = (tx: Work, organizationId: string): Promise<{ id: string }[]> =>
  query(
    tx,
    `select id from invoice where organization_id = $1 and status in ${statesIn(dueStatuses)}
     and next_retry_at is null and last_failure_reason is not null order by id`,
    [organizationId],
  );
