import { endedStatuses } from '@staycover/api';
import { projection, type Work } from '@staycover/change';
import { execute, query, statesIn } from '@staycover/db';
import type { CalendarDate } from '@staycover/kernel';
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

export type DuePolicy = Pick<BilledPolicy, 'policyId' | 'status' | 'termStart'>;

/** Policies to bill by `today`, by id after `after`. */
export const policiesToBill = async (
  work: Work,
  today: CalendarDate,
  page: { after: string | undefined; limit: number },
): Promise<DuePolicy[]> => {
  type Row = { policy_id: string; status: string; term_start: string };
  const rows = await query<Row>(
    work,
    `select policy_id, status, term_start from billing_calendar
     where next_bill_on <= $1 and ($2::uuid is null or policy_id > $2) order by policy_id limit $3`,
    [today.toString(), page.after ?? null, page.limit],
  );
  return rows.map((row) => ({
    policyId: row.policy_id,
    status: row.status,
    termStart: Temporal.PlainDate.from(row.term_start),
  }));
};

/** Notes when a policy is billed next; null for not again, unless it changes. */
export const setNextBilling = (tx: Work, policyId: string, next: CalendarDate | null): Promise<number> =>
  execute(tx, 'update billing_calendar set next_bill_on = $2 where policy_id = $1', [
    policyId,
    next?.toString() ?? null,
  ]);

const IS_WAITING = '(derived_version is null or version > derived_version)';

export type WaitingPolicy = { policyId: string; version: number };

/**
 * Policies of which a newer version was heard than was looked at for credits, all or those that cover nothing any more,
 * by id after `after`.
 */
export const waitingPolicies = async (
  work: Work,
  which: 'ALL' | 'ENDED',
  { after, limit }: { after: string | undefined; limit: number },
): Promise<WaitingPolicy[]> => {
  const rows = await query<{ policy_id: string; version: number }>(
    work,
    `select policy_id, version from billing_calendar where ${IS_WAITING}
       and ($1 or status in ${statesIn(endedStatuses)}) and ($2::uuid is null or policy_id > $2)
     order by policy_id limit $3`,
    [which === 'ALL', after ?? null, limit],
  );
  return rows.map(({ policy_id, version }) => ({ policyId: policy_id, version }));
};

/** Notes which version of a policy was looked at for credits. */
export const noteLookedAt = (tx: Work, { policyId, version }: WaitingPolicy): Promise<number> =>
  execute(tx, 'update billing_calendar set derived_version = greatest(derived_version, $2::int) where policy_id = $1', [
    policyId,
    version,
  ]);

/** The newest version of a policy that its events have told of; 0 for none. */
export const heardVersion = async (work: Work, policyId: string): Promise<number> => {
  const [row] = await query<{ version: number }>(work, 'select version from billing_calendar where policy_id = $1', [
    policyId,
  ]);
  return row?.version ?? 0;
};
