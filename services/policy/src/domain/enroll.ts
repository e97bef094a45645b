import { type CalendarDate, type Decision, DomainError, isSame } from '@staycover/kernel';
import { rowsChangedFrom } from './changed-from.ts';
import { coverRules } from './cover-input.ts';
import { datedMembersOf } from './dated-members.ts';
import type { KeptProperty } from './elect.ts';
import type { Election } from './election.ts';
import { byPropertyAndDate, type Enrollment, keyOf, limitBrokenBy, rowOf, showOn, sweepDay } from './enrollment.ts';
import type { EnrollmentRow } from './enrollment-rows.ts';
import { type NamedNights, namedByProperty } from './named-nights.ts';
import type { Term } from './policy.ts';
import type { PolicyChange } from './policy-change.ts';
import type { PolicyDecision, PolicyEvent, PolicyInTime } from './policy-in-time.ts';
import { policyOn, type Stretch } from './policy-on.ts';
import { isPast, rederiveRows } from './rederive-rows.ts';

/** The enrollments of a policy changed with it. */
export type EnrollmentEvent = { type: 'enrollments-changed'; changes: readonly Enrollment[] };

/** What a policy's enrollments follow from, beside the policy itself. */
export type EnrollmentFacts = {
  /** The terms before the current one, oldest first. */
  earlier: readonly Term[];
  elections: readonly Election[];
  properties: readonly KeptProperty[];
  /** What other policies of the organization name. */
  named: readonly NamedNights[];
  /** The enrollments so far. */
  enrolled: readonly Enrollment[];
};

/** The changes that decide the nights to derive: behind `base`, the policy as it is on some day, or all of them. */
export type Course = { changes: readonly PolicyChange[]; base: Stretch | null };

/** What becomes of a change that would enroll too many: it is refused, or made without enrolling new properties. */
export type BeyondLimit = 'refuse' | 'hold';

export type Enrolled = {
  decision: Decision<PolicyInTime, PolicyEvent | EnrollmentEvent>;
  /** All enrollments, and those that differ from before. */
  rows: Enrollment[];
  changes: Enrollment[];
  /** The first night that is covered differently; undefined when none is. */
  changedFrom: CalendarDate | undefined;
};

export type Deriving = {
  /** The first day behind the last term as it was. */
  endBefore: CalendarDate;
  facts: EnrollmentFacts;
  course: Course;
  /** The first night that may differ; rows that end before it stay. */
  from: CalendarDate;
  today: CalendarDate;
  beyondLimit: BeyondLimit;
};

/**
 * A decision with the enrollments that follow from it. When neither changes anything, only the notes of the state may
 * differ.
 * @throws DomainError `enrollment-limit`.
 */
export const enroll = ({ state, events }: PolicyDecision, deriving: Deriving): Enrolled => {
  const { facts, today } = deriving;
  const stored = facts.enrolled.map(rowOf);
  const derived = rowsWithinLimit(state, stored, deriving);
  const changedFrom = coverChangedFrom(state, { stored, derived }, deriving);
  const rows = shown(state, derived, deriving);
  const before = new Map(facts.enrolled.map((row) => [keyOf(row), row]));
  const changes = rows.filter((row) => !isSame(row, before.get(keyOf(row))));
  const sweepOn = sweepDay({ rows, terms: state, nextChangeOn: state.nextChangeOn }, today);
  const noted = { ...state, enrollmentCount: rows.length, sweepOn };
  if (changes.length === 0) return { decision: { state: noted, events }, rows, changes, changedFrom };
  const isNew = events.some(({ type }) => type === 'policy-created');
  const enrollmentVersion = isNew ? state.version : state.version + 1;
  const decision = {
    state: { ...noted, enrollmentVersion },
    events: [...events, { type: 'enrollments-changed', changes } as const],
  };
  return { decision, rows, changes, changedFrom };
};

const rowsWithinLimit = (policy: PolicyInTime, stored: EnrollmentRow[], deriving: Deriving): EnrollmentRow[] => {
  const { facts, today, beyondLimit } = deriving;
  const rows = rowsOf(policy, stored, deriving);
  const broken = limitBrokenBy(rows, today);
  if (!broken) return rows;
  if (beyondLimit === 'refuse') throw new DomainError('enrollment-limit', broken);
  const enrolled = new Set(facts.enrolled.map(({ propertyId }) => propertyId));
  const properties = facts.properties.filter(({ propertyId }) => enrolled.has(propertyId));
  return rowsOf(policy, stored, { ...deriving, facts: { ...facts, properties } });
};

/** All rows: those that stay, and those that were derived anew. */
const rowsOf = (policy: PolicyInTime, stored: EnrollmentRow[], { facts, course, from }: Deriving): EnrollmentRow[] => {
  const live = stored.filter((row) => !isPast(row, from));
  const cover = coverRules({ policy, changes: course.changes, terms: [...facts.earlier, policy] }, course.base);
  const { elections, properties } = facts;
  const named = namedByProperty(policy.boundAt ? facts.named : [], policy.details.productLine);
  const derived = rederiveRows(live, { ...cover, elections, properties, named }, from);
  const differing = new Set(derived.map(keyOf));
  return [...stored.filter((row) => !differing.has(keyOf(row))), ...derived];
};

/** The first night that is covered differently: only properties with another row are compared, unless the term ends otherwise. */
const coverChangedFrom = (
  policy: PolicyInTime,
  { stored, derived }: { stored: readonly EnrollmentRow[]; derived: readonly EnrollmentRow[] },
  { from, endBefore }: Deriving,
): CalendarDate | undefined => {
  const end = dayAfter(policy);
  const known = new Set(stored);
  const touched = new Set(derived.filter((row) => !known.has(row)).map(({ propertyId }) => propertyId));
  const compared = (rows: readonly EnrollmentRow[]) =>
    rows.filter((row) => !isPast(row, from) && (touched.has(row.propertyId) || !end.equals(endBefore)));
  return rowsChangedFrom({ rows: compared(stored), end: endBefore }, { rows: compared(derived), end });
};

const dayAfter = ({ termEnd }: PolicyInTime): CalendarDate => termEnd.add({ days: 1 });

const shown = (policy: PolicyInTime, rows: EnrollmentRow[], { facts, course, today }: Deriving): Enrollment[] => {
  const members = course.base ? undefined : policyOn(course.changes, today)?.members;
  const show = showOn({ today, members: members ?? datedMembersOf(policy), end: dayAfter(policy) });
  const properties = new Map(facts.properties.map((property) => [property.propertyId, property]));
  const before = new Map(facts.enrolled.map((row) => [keyOf(row), row]));
  return rows
    .map((row) => show(row, properties.get(row.propertyId), before.get(keyOf(row))))
    .toSorted(byPropertyAndDate);
};
