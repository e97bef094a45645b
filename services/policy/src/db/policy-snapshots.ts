import type { Work } from '@staycover/db';
import { type Actor, businessDate, type CalendarDate, calendarDate, type Instant } from '@staycover/kernel';
import type { Enrollment } from '../domain/enrollment.ts';
import type { Term } from '../domain/policy.ts';
import { datedOf, isBeforeShown, type PolicyInTime } from '../domain/policy-in-time.ts';
import { type Course, changesAhead, policyOn } from '../domain/policy-on.ts';
import { list, termsOf } from './enrolled-policies.ts';
import { policies } from './policies.ts';
import { behindKeptDay, courseOn, keptDay } from './policy-days.ts';
import { earlierTerms, enrollments, policyChanges } from './rows.ts';

export type EnrollmentKey = { propertyId: string; enrolledDate: string };

/** What of a policy somebody wants to know who knows an earlier version of it. */
export type Wanted = {
  /** The version that is known. */
  sinceVersion: number | undefined;
  /** Nights before are of no interest unless they changed since. */
  openFrom: CalendarDate | undefined;
  page: { limit: number; after: EnrollmentKey | undefined };
};

/** A policy for the nights from a day on. */
export type PolicySnapshotSource = Course & {
  policy: PolicyInTime;
  /** The terms before the current one. */
  earlier: readonly Term[];
  /** The first night that may differ from the version that is known; null when none does. */
  changedFrom: CalendarDate | null;
  from: CalendarDate;
  enrollments: readonly Enrollment[];
};

/** The first night that there can be. */
const FIRST_NIGHT = '1900-01-01';

// What changed since a version that nothing is known of is everything.
const CHANGED_FROM = `case when $3::int <= t.version
  then (select min(changed_from) from policy_effect where policy_id = t.id and version > $3)
  else date '${FIRST_NIGHT}' end`;
const FROM = `least(coalesce($4::date, date '${FIRST_NIGHT}'), ${CHANGED_FROM})`;

// From the day on that the row shows, only what is ahead is to be known beside it.
const CHANGES = `select * from policy_change where policy_id = t.id and withdrawn_at is null
  and effective_from >= case when ${FROM} < greatest($5::date, t.term_start) then ${behindKeptDay(FROM)}
    else t.change_due_on end order by sequence`;

const page = (behind: string): string => `select * from enrollment where policy_id = t.id
  and (unenrolled_date is null or unenrolled_date > ${FROM}) ${behind} order by property_id, enrolled_date limit $6`;

type Beside = Record<'earlier' | 'kept' | 'changes' | 'enrolled', object[]> & {
  changed_from: string | null;
  from_day: string;
};

/** A policy with its terms, what changes it from a day on, and a page of its enrollments, as of one moment. */
export const loadSnapshot = async (
  work: Work,
  { actor, now }: { actor: Actor; now: Instant },
  id: string,
  { sinceVersion, openFrom, page: { limit, after } }: Wanted,
): Promise<PolicySnapshotSource> => {
  const today = businessDate(now);
  const columns = [
    termsOf('t.id'),
    keptDay(FROM),
    `(${CHANGED_FROM})::text as changed_from, (${FROM})::text as from_day, ${list(CHANGES)} as changes`,
    `${list(page(after ? 'and (property_id, enrolled_date) > ($7, $8::date)' : ''))} as enrolled`,
  ].join(', ');
  const key = after ? [after.propertyId, after.enrolledDate] : [];
  const params = [sinceVersion ?? null, openFrom?.toString() ?? null, today.toString(), limit, ...key];
  const [policy, beside] = await policies.loadWith<Beside>(work, actor, id, columns, params);
  const from = calendarDate(beside.from_day);
  return {
    ...(await courseOf(work, policy, { from, today }, beside)),
    policy,
    from,
    changedFrom: beside.changed_from === null ? null : calendarDate(beside.changed_from),
    earlier: await earlierTerms.read(work, beside.earlier),
    enrollments: await enrollments.read(work, beside.enrolled),
  };
};

const courseOf = async (
  work: Work,
  policy: PolicyInTime,
  { from, today }: { from: CalendarDate; today: CalendarDate },
  beside: Beside,
): Promise<Course> => {
  if (policy.boundAt === null) return { changes: [], base: null };
  if (isBeforeShown(policy, from, today)) return courseOn(work, policy, from, beside);
  const changes = await policyChanges.read(work, beside.changes);
  const base = { from, policy: policyOn(changes, from, datedOf(policy))! };
  return { changes: changesAhead(changes, from), base };
};
