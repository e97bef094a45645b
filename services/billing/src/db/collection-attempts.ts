import type { Work } from '@staycover/change';
import { execute, query, statesIn } from '@staycover/db';
import type { Instant } from '@staycover/kernel';
import type { Fill } from '@staycover/schedules';
import { dueStatuses } from '../domain/invoice.ts';
import type { AccountKey } from './accounts.ts';
import { LEASE } from './lease.ts';

type NewAttempt = { id: string; invoiceId: string; startedAt: Instant };

/**
 * An attempt in the hands of one worker: another that takes it over counts one more. It is resumed, and `isUnderWay` where the
 * provider has taken the payment and its bank has not answered.
 */
export type Attempt = { id: string; takes: number; isUnderWay: boolean };

const UNDER_WAY = 'under way';

/**
 * Takes the invoice's open attempt, or makes one. Its id is the key under which the provider charges at most once.
 * Undefined while somebody else is at it.
 */
export const takeAttempt = async (tx: Work, { id, invoiceId, startedAt }: NewAttempt): Promise<Attempt | undefined> =>
  (
    await query<Attempt>(
      tx,
      `insert into collection_attempt as a (id, invoice_id, started_at, busy_until)
       values ($1, $2, $3, ${LEASE})
       on conflict (invoice_id) where outcome is null do update set busy_until = excluded.busy_until, takes = a.takes + 1
       where a.busy_until < now()
       returning id, takes, reason is not distinct from '${UNDER_WAY}' as "isUnderWay"`,
      [id, invoiceId, startedAt.toString()],
    )
  )[0];

const IS_HELD = 'id = $1 and takes = $2 and outcome is null';

/** Prolongs the lease. False: somebody else has taken over. */
export const keepAttempt = async (tx: Work, { id, takes }: Attempt): Promise<boolean> =>
  (await execute(tx, `update collection_attempt set busy_until = ${LEASE} where ${IS_HELD}`, [id, takes])) > 0;

/** Notes how an attempt ended; without an outcome it stays open, to be resumed. False when somebody else has it. */
export const endAttempt = async (
  tx: Work,
  { id, takes }: Attempt,
  outcome: string | null,
  reason: string | null,
): Promise<boolean> =>
  (await execute(tx, `update collection_attempt set outcome = $3, reason = $4, busy_until = now() where ${IS_HELD}`, [
    id,
    takes,
    outcome,
    reason,
  ])) > 0;

/** Leaves an attempt open until the bank has answered. False when somebody else has it. */
export const leaveUnderWay = (tx: Work, attempt: Attempt): Promise<boolean> => endAttempt(tx, attempt, null, UNDER_WAY);

/** Ends the attempt at an invoice, if its payment was under way, as failed. Whether there was one. */
export const endUnderWay = async (tx: Work, invoiceId: string, reason: string): Promise<boolean> =>
  (await execute(
    tx,
    `update collection_attempt set outcome = 'FAILED', reason = $2
     where invoice_id = $1 and outcome is null and reason = '${UNDER_WAY}'`,
    [invoiceId, reason],
  )) > 0;

/** Invoices that dunning must look at; not of policies that wait for credits. */
export const invoicesToDun = (now: Instant): Fill => ({
  // Each half by its index, and each policy by its id, however many there are.
  select: `select id, organization_id, currency, due_date as due from (
      select * from invoice where status = 'SENT' and due_date < ($1::timestamptz at time zone 'UTC')::date
      union all select * from invoice where status = 'PAST_DUE' and next_retry_at <= $1::timestamptz
        and (due_date is null or due_date < ($1::timestamptz at time zone 'UTC')::date)) as late
    where total >= 0 and amount_disputed = 0 and (select greatest(c.version, c.heard_version) > c.derived_version from billing_calendar c
      where c.policy_id = late.organization_policy_id) is not true`,
  params: [now.toString()],
});

export type InvoiceToDun = AccountKey & { id: string };

/** Those of these invoices that dunning must look at. */
export const stillToDun = async (work: Work, now: Instant, ids: readonly string[]): Promise<InvoiceToDun[]> => {
  const { select, params } = invoicesToDun(now);
  const rows = await query<{ id: string; organization_id: string; currency: string }>(
    work,
    `select id, organization_id, currency from (${select}) as due_invoice where id = any($2::uuid[]) order by id`,
    [...params, ids],
  );
  return rows.map(({ id, organization_id, currency }) => ({ id, organizationId: organization_id, currency }));
};

/** Invoices of an organization that were declined for good, and wait for another payment method. */
export const declinedInvoices = (tx: Work, organizationId: string): Promise<{ id: string }[]> =>
  query(
    tx,
    `select id from invoice where organization_id = $1 and status in ${statesIn(dueStatuses)}
     and next_retry_at is null and last_failure_reason is not null order by id`,
    [organizationId],
  );
