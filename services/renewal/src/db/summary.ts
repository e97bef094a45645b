import { type Database, query, statesIn } from '@staycover/db';
import type { CalendarDate } from '@staycover/kernel';
import { livingStatuses } from '../domain/policy.ts';
import { inOrganizations } from './organizations.ts';

/** What `isNonRenewing` has, of a policy `p` before a renewal `r`. */
const IS_NON_RENEWING = `(not p.auto_renew or p.status not in ${statesIn(livingStatuses)}
  or coalesce(least(p.cancelled_from, p.hand_over_on) <= r.new_term_start, false))`;

/**
 * How many renewals of these organizations (null: of all) a person has to decide: those in review, and those that failed of
 * policies that go on and have no other term yet.
 */
export const countToDecide = async (database: Database, organizations: string[] | null): Promise<number> => {
  const params: unknown[] = [];
  const organization = inOrganizations(organizations, 'r.organization_id', params);
  const [row] = await query<{ count: string }>(
    database,
    `select count(*) from renewal r
     where r.status in ('MANUAL_REVIEW', 'FAILED') ${organization}
       and (r.status = 'MANUAL_REVIEW' or exists (select from renewable_policy p
         where p.id = r.policy_id and p.term_end = r.previous_term_end and not ${IS_NON_RENEWING}))`,
    params,
  );
  return Number(row!.count);
};

type Ends = { first: CalendarDate; last: CalendarDate };

/** How many terms of living policies end from `first` to `last`, by the Monday of the week. */
export const countEndingTerms = async (
  database: Database,
  organizations: string[] | null,
  { first, last }: Ends,
): Promise<{ monday: string; ending: number }[]> => {
  const params: unknown[] = [first.toString(), last.toString()];
  const organization = inOrganizations(organizations, 'organization_id', params);
  const rows = await query<{ monday: string; ending: string }>(
    database,
    `select date_trunc('week', term_end)::date::text as monday, count(*) as ending from renewable_policy
     where status in ${statesIn(livingStatuses)} and term_end between $1::date and $2::date ${organization}
     group by monday order by monday`,
    params,
  );
  return rows.map(({ monday, ending }) => ({ monday, ending: Number(ending) }));
};
