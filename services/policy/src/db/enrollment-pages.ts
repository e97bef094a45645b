import { query, type Work } from '@staycover/db';
import type { CalendarDate } from '@staycover/kernel';
import type { Enrollment } from '../domain/enrollment.ts';
import type { Policy } from '../domain/policy.ts';
import { enrollments } from './rows.ts';

/** Where a page of enrollments starts: after this one, in the order of property and first night. */
export type EnrollmentCursor = { propertyId: string; enrolledDate: CalendarDate };

type EnrollmentPage = { limit: number; after: EnrollmentCursor | undefined };

/** Enrollments of a policy by property and first night. */
export const listEnrollments = async (
  work: Work,
  policyId: string,
  { limit, after }: EnrollmentPage,
): Promise<Enrollment[]> => {
  const rows = await query<object>(
    work,
    `select * from enrollment where policy_id = $1 and ($2::text is null or (property_id, enrolled_date) > ($2, $3::date))
     order by property_id, enrolled_date limit $4`,
    [policyId, after?.propertyId ?? null, after?.enrolledDate.toString() ?? null, limit],
  );
  return enrollments.read(work, rows);
};

/** How many properties each of the policies covers today, by policy id. */
export const countActive = async (
  work: Work,
  policies: readonly Policy[],
  today: CalendarDate,
): Promise<Map<string, number>> => {
  const rows = await query<{ id: string; n: number }>(
    work,
    `select p.id, (select count(*)::int from enrollment e where e.policy_id = p.id and e.enrolled_date <= $3::date
       and coalesce(e.unenrolled_date, p.term_end + 1) > $3::date) as n
     from unnest($1::uuid[], $2::date[]) as p (id, term_end)`,
    [policies.map(({ id }) => id), policies.map(({ termEnd }) => termEnd.toString()), today.toString()],
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
};
