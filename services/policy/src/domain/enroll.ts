import { type CalendarDate, type Decision, DomainError, isSame } from '@staycover/kernel';
import { coverRules } from './cover-input.ts';
import { datedMembersOf } from './dated-members.ts';
import type { KeptProperty } from './elect.ts';
import type { Election } from './election.ts';
import { byPropertyAndDate, type Enrollment, keyOf, limitBrokenBy, rowOf, showOn, sweepDay } from './enrollment.ts';
import type { EnrollmentRow } from './enrollment-rows.ts';
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
};

export type Deriving = {
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
  const rows = shown(state, rowsWithinLimit(state, deriving), deriving);
  const before = new Map(facts.enrolled.map((row) => [keyOf(row), row]));
  const changes = rows.filter((row) => !isSame(row, before.get(keyOf(row))));
  const sweepOn = sweepDay({ rows, terms: state, nextChangeOn: state.nextChangeOn }, today);
  const noted = { ...state, enrollmentCount: rows.length, sweepOn };
  if (changes.length === 0) return { decision: { state: noted, events }, rows, changes };
  const isNew = events.some(({ type }) => type === 'policy-created');
  const enrollmentVersion = isNew ? state.version : state.version + 1;
  const decision = {
    state: { ...noted, enrollmentVersion },
    events: [...events, { type: 'enrollments-changed', changes } as const],
  };
  return { decision, rows, changes };
};

const rowsWithinLimit = (policy: PolicyInTime, deriving: Deriving): EnrollmentRow[] => {
  const { facts, today, beyondLimit } = deriving;
  const rows = rowsOf(policy, deriving);
  const broken = limitBrokenBy(rows, today);
  if (!broken) return rows;
  if (beyondLimit === 'refuse') throw new DomainError('enrollment-limit', broken);
  const enrolled = new Set(facts.enrolled.map(({ propertyId }) => propertyId));
  const properties = facts.properties.filter(({ propertyId }) => enrolled.has(propertyId));
  return rowsOf(policy, { ...deriving, facts: { ...facts, properties } });
};

/** All rows: those that stay, and those that were derived anew. */
const rowsOf = (policy: PolicyInTime, { facts, course, from }: Deriving): EnrollmentRow[] => {
  const stored = facts.enrolled.map(rowOf);
  const live = stored.filter((row) => !isPast(row, from));
  const cover = coverRules({ policy, changes: course.changes, terms: [...facts.earlier, policy] }, course.base);
  const { elections, properties } = facts;
  const derived = rederiveRows(live, { ...cover, elections, properties, named: new Map() }, from);
  const differing = new Set(derived.map(keyOf));
  return [...stored.filter((row) => !differing.has(keyOf(row))), ...derived];
};

const shown = (policy: PolicyInTime, rows: EnrollmentRow[], { facts, course, today }: Deriving): Enrollment[] => {
  const members = course.base ? undefined : policyOn(course.changes, today)?.members;
  const end = policy.termEnd.add({ days: 1 });
  const show = showOn({ today, members: members ?? datedMembersOf(policy), end });
  const properties = new Map(facts.properties.map((property) => [property.propertyId, property]));
  const before = new Map(facts.enrolled.map((row) => [keyOf(row), row]));
  return rows
    .map((row) => show(row, properties.get(row.propertyId), before.get(keyOf(row))))
    .toSorted(byPropertyAndDate);
};
