import { projection, type Work } from '@staycover/change';
import { execute, query } from '@staycover/db';
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
};

/** What is newest of policies; the next billing day stays, or becomes the first where there is none. */
export const billedPolicies = projection<BilledPolicy & { nextBillOn: CalendarDate | null }>('billing_calendar', {
  policyId: 'key',
  organizationId: 'once',
  status: 'value',
  billingFrequency: 'value',
  termStart: 'value',
  version: 'version',
  nextBillOn: 'fill',
});

export type DuePolicy = Pick<BilledPolicy, 'policyId' | 'status' | 'billingFrequency' | 'termStart'>;

/** Policies to bill by `today`, by id after `after`. */
export const policiesToBill = async (
  work: Work,
  today: CalendarDate,
  page: { after: string | undefined; limit: number },
): Promise<DuePolicy[]> => {
  type Row = { policy_id: string; status: string; billing_frequency: BillingFrequency; term_start: string };
  const rows = await query<Row>(
    work,
    `select policy_id, status, billing_frequency, term_start from billing_calendar
     where next_bill_on <= $1 and ($2::uuid is null or policy_id > $2) order by policy_id limit $3`,
    [today.toString(), page.after ?? null, page.limit],
  );
  return rows.map((row) => ({
    policyId: row.policy_id,
    status: row.status,
    billingFrequency: row.billing_frequency,
    termStart: Temporal.PlainDate.from(row.term_start),
  }));
};

/**
 * Drafts of periods before `before` that the calendar (the actor `by`) was to send and could not, by id after `after`:
 * those whose sending was refused, and those made since a billing day that is not done with yet. What it left to a
 * person, because it is below zero or there was no provider, is not among them; neither is what others made.
 */
export const draftsLeft = async (
  work: Work,
  { before, by }: { before: CalendarDate; by: string },
  page: { after: string | undefined; limit: number },
): Promise<string[]> => {
  const rows = await query<{ id: string }>(
    work,
    `select i.id from invoice i
     join billing_calendar c on c.policy_id = i.organization_policy_id
     left join delivery d on d.invoice_id = i.id
     where i.status = 'DRAFT' and i.period_start < $1 and i.total >= 0
       and ((d.state = 'FAILED' and d.started_by = $2)
         or (d.state is null and i.created_by = $2 and i.created_date >= c.next_bill_on))
       and ($3::uuid is null or i.id > $3)
     order by i.id limit $4`,
    [before.toString(), by, page.after ?? null, page.limit],
  );
  return rows.map(({ id }) => id);
};

/** Notes when a policy is billed next; null for not again, unless it changes. */
export const setNextBilling = (tx: Work, policyId: string, next: CalendarDate | null): Promise<number> =>
  execute(tx, 'update billing_calendar set next_bill_on = $2 where policy_id = $1', [
    policyId,
    next?.toString() ?? null,
  ]);
