import { list, type Work } from '@staycover/db';
import {
  type Actor,
  businessDate,
  type CalendarDate,
  calendarDate,
  calendarDateIfAny,
  DomainError,
  type Instant,
  isId,
  visibleOrganizations,
} from '@staycover/kernel';
import type { Enrollment } from '../domain/enrollment.ts';
import type { Policy, Term } from '../domain/policy.ts';
import { isBeforeShown, toDatedPolicy } from '../domain/policy-in-time.ts';
import { type Course, changesAhead, policyOn } from '../domain/policy-on.ts';
import { EARLIER } from './enrolled-policies.ts';
import { policies } from './policies.ts';
import { changesDeciding, courseOn, keptDay } from './policy-days.ts';
import { earlierTerms, enrollments, policyChanges } from './rows.ts';

export type EnrollmentKey = { propertyId: string; enrolledDate: string };

/** The parts of a policy that a caller needs, who knows an earlier version of it. */
export type Wanted = {
  id: string;
  /** The version that is known. */
  sinceVersion: number | undefined;
  /** Nights before are of no interest unless they changed since. */
  openFrom: CalendarDate | undefined;
};

type Page = { limit: number; after?: EnrollmentKey | undefined };

/** A policy for the nights from a day on. */
export type PolicySnapshotSource = Course & {
  policy: Policy;
  /** The terms before the current one. */
  earlier: readonly Term[];
  /** The first night that may differ from the version that is known; null when none does. */
  changedFrom: CalendarDate | null;
  from: CalendarDate;
  enrollments: readonly Enrollment[];
};

/** The first night that there can be. */
const FIRST_NIGHT = '1900-01-01';

const FROM = 'day.from_day';

const CHANGES = `${changesDeciding(FROM, '$4::date')} order by sequence`;

const enrolledPage = (behind: string): string => `select * from enrollment where policy_id = t.id
  and (unenrolled_date is null or unenrolled_date > ${FROM}) ${behind} order by property_id, enrolled_date limit $5`;

type Beside = Record<'earlier' | 'kept' | 'changes' | 'enrolled', object[]> & {
  changed_from: string | null;
  from_day: string;
};

// Since an unknown version, everything may have changed. The parts that need the days do not each ask for them.
const WANTED = `join unnest($1::uuid[], $2::int[], $3::date[]) as w (id, since, open_from) on w.id = t.id
  cross join lateral (select case when w.since <= t.version
    then (select min(changed_from) from policy_effect where policy_id = t.id and version > w.since)
    else date '${FIRST_NIGHT}' end as changed_from offset 0) as effect
  cross join lateral (select effect.changed_from,
    least(coalesce(w.open_from, date '${FIRST_NIGHT}'), effect.changed_from) as from_day offset 0) as day
  where $6::text[] is null or t.organization_id = any($6)`;

/** Policies with their terms, what changes them from a day on, and a page of their enrollments, as of one moment. */
export const loadSnapshots = async (
  work: Work,
  { actor, now }: { actor: Actor; now: Instant },
  wanted: readonly Wanted[],
  { limit, after }: Page,
): Promise<PolicySnapshotSource[]> => {
  const known = wanted.filter(({ id }) => isId(id));
  const today = businessDate(now);
  const columns = [
    EARLIER,
    keptDay(FROM),
    `day.changed_from::text, ${FROM}::text, ${list(CHANGES)} as changes`,
    `${list(enrolledPage(after ? 'and (property_id, enrolled_date) > ($7, $8::date)' : ''))} as enrolled`,
  ].join(', ');
  const params = [
    known.map(({ id }) => id),
    known.map(({ sinceVersion }) => sinceVersion ?? null),
    known.map(({ openFrom }) => openFrom?.toString() ?? null),
    today.toString(),
    limit,
    visibleOrganizations(actor),
    ...(after ? [after.propertyId, after.enrolledDate] : []),
  ];
  const found = await policies.selectWith<Beside>(work, columns, WANTED, params);
  return Promise.all(found.map(([policy, beside]) => readSource(work, policy, beside, today)));
};

/**
 * The same of one policy.
 * @throws DomainError `not-found` for an unknown, malformed or foreign id.
 */
export const loadSnapshot = async (
  work: Work,
  context: { actor: Actor; now: Instant },
  wanted: Wanted,
  page: Page,
): Promise<PolicySnapshotSource> => {
  const [found] = await loadSnapshots(work, context, [wanted], page);
  if (!found) throw DomainError.notFound('policy', wanted.id);
  return found;
};

const readSource = async (
  work: Work,
  policy: Policy,
  beside: Beside,
  today: CalendarDate,
): Promise<PolicySnapshotSource> => {
  const from = calendarDate(beside.from_day);
  return {
    ...(await readCourse(work, policy, { from, today }, beside)),
    policy,
    from,
    changedFrom: calendarDateIfAny(beside.changed_from),
    earlier: await earlierTerms.read(work, beside.earlier),
    enrollments: await enrollments.read(work, beside.enrolled),
  };
};

const readCourse = async (
  work: Work,
  policy: Policy,
  { from, today }: { from: CalendarDate; today: CalendarDate },
  beside: Beside,
): Promise<Course> => {
  if (policy.boundAt === null) return { changes: [], base: null };
  if (isBeforeShown(policy, from, today)) return courseOn(work, policy, from, beside);
  const changes = await policyChanges.read(work, beside.changes);
  const base = { from, policy: policyOn(changes, from, toDatedPolicy(policy))! };
  return { changes: changesAhead(changes, from), base };
};
