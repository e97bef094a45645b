import { type Database, query, statesIn } from '@staycover/db';
import type { CalendarDate } from '@staycover/kernel';
import { livingStatuses } from '../domain/policy.ts';

/** How many renewals of these organizations (null: of all) are in review. */
export const countInReview = async (database: Database, organizations: string[] | null): Promise<number> => {
  const [row] = await query<{ count: string }>(
    database,
    `select count(*) from renewal
     where status = 'MANUAL_REVIEW' and ($1::text[] is null or organization_id = any($1::text[]))`,
    [organizations],
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
  const rows = await query<{ monday: string; ending: string }>(
    database,
    `select date_trunc('week', term_end)::date::text as monday, count(*) as ending from renewable_policy
     where status in ${statesIn(livingStatuses)} and term_end between $2::date and $3::date
       and ($1::text[] is null or organization_id = any($1::text[]))
     group by monday order by monday`,
    [organizations, first.toString(), last.toString()],
  );
  return rows.map(({ monday, ending }) => ({ monday, ending: Number(ending) }));
};
