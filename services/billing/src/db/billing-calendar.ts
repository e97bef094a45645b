import { endedStatuses } from '@staycover/api';
import { projection, type Work } from '@staycover/change';
import { execute, query, statesIn } from '@staycover/db';
import { type CalendarDate, calendarDate } from '@staycover/kernel';
import type { Fill } from '@staycover/schedules';
import type { BillingFrequency } from '../domain/billing-day.ts';

/** What the calendar knows of a policy, from the policy service's events. */
export type BilledPolicy = {
  policyId: string;
  organizationId: string;
  status: string;
  billingFrequency: BillingFrequency;
  termStart: CalendarDate;
  version: number;
  policyReference: string;
};

/** What is newest of policies; the next billing day stays, or becomes the first where there is none. */
export const billedPolicies = projection<BilledPolicy & { nextBillOn: CalendarDate | null }>('billing_calendar', {
  policyId: 'key',
  organizationId: 'once',
  status: 'value',
  billingFrequency: 'value',
  termStart: 'value',
  version: 'version',
  policyReference: 'value',
  nextBillOn: 'fill',
});

type HeardPolicy = Omit<BilledPolicy, 'policyReference'> & { heardVersion: number };

/**
 * The version with which enrollments of policies changed last; the rest of a row is for a policy of which nothing else was
 * heard yet.
 */
export const heardPolicies = projection<HeardPolicy>('billing_calendar', {
  policyId: 'key',
  organizationId: 'once',
  status: 'once',
  billingFrequency: 'once',
  termStart: 'once',
  version: 'once',
  heardVersion: 'version',
});

const HEARD = 'greatest(version, heard_version)';

export type DuePolicy = Pick<BilledPolicy, 'policyId' | 'status'> & {
  dueOn: CalendarDate;
  /** The newest version of which an event had come. */
  heardVersion: number;
};

/** One that is PENDING again, as its hand-over was undone, keeps its day: until it is bound only a person bills it. */
const IS_DUE = `next_bill_on <= $1 and status <> 'PENDING'`;

/** Policies to bill by `today`, for a run to work on. */
export const toBill = (today: CalendarDate): Fill => ({
  select: `select policy_id as id, organization_id, next_bill_on as due from billing_calendar where ${IS_DUE}`,
  params: [today.toString()],
});

/** Of these policies, those that are still to be billed by `today`. */
export const policiesToBill = async (work: Work, today: CalendarDate, ids: readonly string[]): Promise<DuePolicy[]> => {
  type Row = { policy_id: string; status: string; due_on: string; heard: number };
  const rows = await query<Row>(
    work,
    `select policy_id, status, next_bill_on::text as due_on, ${HEARD} as heard from billing_calendar
     where ${IS_DUE} and policy_id = any($2::uuid[]) order by policy_id`,
    [today.toString(), ids],
  );
  return rows.map(({ policy_id, status, due_on, heard }) => ({
    policyId: policy_id,
    status,
    dueOn: calendarDate(due_on),
    heardVersion: heard,
  }));
};

/** A policy that was billed as it was then; null: not again, unless it changes. */
export type NextBilling = DuePolicy & { nextBillOn: CalendarDate | null };

/**
 * Notes when policies are billed next. One that has come to another state since is still due: it may have been reinstated.
 * So is one that is not to be billed again, of which something else was heard since: it has no next invoice for that.
 */
export const setNextBilling = (tx: Work, next: readonly NextBilling[]): Promise<number> =>
  execute(
    tx,
    `update billing_calendar as c set next_bill_on = n.next_bill_on
     from unnest($1::uuid[], $2::text[], $3::date[], $4::date[], $5::int[]) as n (policy_id, status, next_bill_on, due_on, heard)
     where c.policy_id = n.policy_id and c.status = n.status
       and (n.next_bill_on is not null or c.next_bill_on = n.due_on and ${HEARD} = n.heard)`,
    [
      next.map(({ policyId }) => policyId),
      next.map(({ status }) => status),
      next.map(({ nextBillOn }) => nextBillOn?.toString() ?? null),
      next.map(({ dueOn }) => dueOn.toString()),
      next.map(({ heardVersion }) => heardVersion),
    ],
  );

/** The `derived_version` of a policy that waits, whatever version of it was heard. */
export const NOTHING_DERIVED = 0;

/** The predicate of the index `billing_calendar_waiting`. */
const IS_WAITING = `(derived_version is null or ${HEARD} > derived_version)`;

/** Has a policy wait for the run of credits: of its billed nights something has changed, and it is not the policy. */
export const awaitCredits = (tx: Work, policyId: string): Promise<number> =>
  execute(tx, `update billing_calendar set derived_version = ${NOTHING_DERIVED} where policy_id = $1`, [policyId]);

export type LookedAt = { policyId: string; version: number };

/** Policies that have changed, or orders of theirs, since they were looked at for credits: all or those that cover nothing any more. */
export const waitingPolicies = (which: 'ALL' | 'ENDED'): Fill => ({
  select: `select policy_id as id, organization_id, policy_id as due from billing_calendar
    where ${IS_WAITING} and ($1::boolean or status in ${statesIn(endedStatuses)})`,
  params: [which === 'ALL'],
});

/**
 * Of these policies, those that wait and have nights that could come back, or a draft that gives them back. There is nothing
 * to give back of the others: that they were looked at is noted. Those that have ended are billed once more: they have no
 * next invoice for new charges. Each comes with the last night to look at: of one that is PENDING the last that was billed,
 * as only a person bills more of it.
 */
export const stillWaiting = async (
  work: Work,
  policyIds: readonly string[],
  today: CalendarDate,
): Promise<Map<string, CalendarDate | undefined>> => {
  const ended = `c.status in ${statesIn(endedStatuses)}`;
  const rows = await query<{ policy_id: string; until: string | null }>(
    work,
    `with waiting as materialized (
       select c.policy_id, ${HEARD} as version,
         case when c.status = 'PENDING' then (select max(upper(nights)) - 1 from billed_nights as b where b.policy_id = c.policy_id)
           end as until,
         exists (select from billed_nights as b where b.policy_id = c.policy_id and balance > 0)
         or exists (select from invoice as i where i.organization_policy_id = c.policy_id and i.status = 'DRAFT' and i.total < 0)
           as may_credit
       from billing_calendar as c where c.policy_id = any($1::uuid[]) and ${IS_WAITING}),
     looked_at as (
       update billing_calendar as c set
         derived_version = case when w.may_credit then c.derived_version else greatest(c.derived_version, w.version) end,
         next_bill_on = case when ${ended} then coalesce(c.next_bill_on, $2::date) else c.next_bill_on end
       from waiting as w where c.policy_id = w.policy_id and (not w.may_credit or ${ended} and c.next_bill_on is null))
     select policy_id, until::text from waiting where may_credit order by policy_id`,
    [policyIds, today.toString()],
  );
  return new Map(rows.map(({ policy_id, until }) => [policy_id, until === null ? undefined : calendarDate(until)]));
};

/** Notes which versions of policies were looked at for credits. */
export const noteLookedAt = (tx: Work, policies: readonly LookedAt[]): Promise<number> =>
  execute(
    tx,
    `update billing_calendar as c set derived_version = greatest(derived_version, l.version)
     from unnest($1::uuid[], $2::int[]) as l (policy_id, version) where c.policy_id = l.policy_id`,
    [policies.map(({ policyId }) => policyId), policies.map(({ version }) => version)],
  );

/** The newest version of a policy of which an event has come; 0 for none. */
export const heardVersion = async (work: Work, policyId: string): Promise<number> => {
  const [row] = await query<{ version: number }>(
    work,
    `select ${HEARD} as version from billing_calendar where policy_id = $1`,
    [policyId],
  );
  return row?.version ?? 0;
};
