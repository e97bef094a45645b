import {
  type CalendarDate,
  type Decision,
  DomainError,
  isAfter,
  isSame,
  mapInSlices,
  partsBy,
  slice,
  soonest,
} from '@staycover/kernel';
import { rowsChangedFrom } from './changed-from.ts';
import { coverRules } from './cover-rules.ts';
import { toDatedMembers } from './dated-members.ts';
import type { Election } from './election.ts';
import { byPropertyAndDate, type Enrollment, limitBrokenBy, showOn, sweepDay, toRow } from './enrollment.ts';
import { type EnrollmentRow, propertyRows, rowKey } from './enrollment-rows.ts';
import type { KeptProperty } from './learn.ts';
import { type NamedNights, namedByProperty } from './named-nights.ts';
import { dayAfterTerm, type Policy, type Term } from './policy.ts';
import type { PolicyDecision, PolicyEvent } from './policy-in-time.ts';
import { type Course, changesAhead, policyOn } from './policy-on.ts';
import type { DatedProperty } from './property-facts.ts';
import { isPast, rederiveRows } from './rederive-rows.ts';

/** The enrollments of a policy changed with it. */
export type EnrollmentEvent = { type: 'enrollments-changed'; changes: readonly Enrollment[] };

/** The inputs of a policy's enrollments, besides the policy itself. */
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

/** For a change that would enroll too many properties: reject it, or apply it without enrolling new ones. */
export type BeyondLimit = 'refuse' | 'hold';

export type Enrolled = {
  decision: Decision<Policy, PolicyEvent | EnrollmentEvent>;
  /** All enrollments, and those that differ from before. */
  rows: Enrollment[];
  changes: Enrollment[];
  /** The first night that is covered differently; undefined when none is. */
  changedFrom: CalendarDate | undefined;
};

export type Deriving = {
  /** The first day after the previous last term. */
  endBefore: CalendarDate;
  facts: EnrollmentFacts;
  /** What decides the nights to derive. */
  course: Course;
  /** The first night that may differ; rows that end before it stay. */
  from: CalendarDate;
  today: CalendarDate;
  beyondLimit: BeyondLimit;
};

/**
 * A decision with the enrollments that follow from it. When neither changes anything, only the notes of the state may
 * differ. Takes its time in slices, as a policy may have ten thousand properties.
 * @throws DomainError `enrollment-limit`.
 */
export const enroll = async ({ state, events }: PolicyDecision, deriving: Deriving): Promise<Enrolled> => {
  const { facts, today } = deriving;
  const { rows: derived, changedFrom } = await rowsWithinLimit(state, deriving);
  await slice();
  const before = new Map(facts.enrolled.map((row) => [rowKey(row), row]));
  await slice();
  const show = showingOn(state, before, deriving);
  const rows = (await mapInSlices(derived, show)).toSorted(byPropertyAndDate);
  const isChanged = await mapInSlices(rows, (row) => !isSame(row, before.get(rowKey(row))));
  await slice();
  const changes = rows.filter((_row, i) => isChanged[i]);
  const sweepOn = sweepDay({ rows, policy: state, nextChange: nextChange(state, deriving) }, today);
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

/** When the next change takes effect: before a term that was renewed early the row shows only those of its state. */
const nextChange = (state: Policy, { course, today }: Deriving): CalendarDate | null => {
  const [ahead] = changesAhead(course.changes, today);
  return soonest([state.changeDueOn ?? undefined, ahead?.effectiveFrom]) ?? null;
};

/** Properties that are looked at in one go; between these parts other work has its turn. */
export const PROPERTIES_A_PART = 100;
/** The same in facts and rows: as much for properties with one of each. */
const FACTS_A_PART = 200;

/** Properties with many facts or rows are looked at fewer at a time. */
const propertiesAPart = (properties: readonly DatedProperty[], live: readonly EnrollmentRow[]): number => {
  const facts = properties.reduce((count, property) => count + property.facts.length, 0);
  const each = (facts + live.length) / Math.max(1, properties.length);
  return Math.min(PROPERTIES_A_PART, Math.max(1, Math.floor(FACTS_A_PART / Math.max(1, each))));
};

type Rederived = { rows: EnrollmentRow[]; changedFrom: CalendarDate | undefined };

const rowsWithinLimit = async (policy: Policy, deriving: Deriving): Promise<Rederived> => {
  const { facts, today, beyondLimit } = deriving;
  const stored = facts.enrolled.map(toRow);
  const rederived = await rederive(policy, stored, deriving);
  await slice();
  const broken = limitBrokenBy(rederived.rows, today);
  if (!broken) return rederived;
  if (beyondLimit === 'refuse') throw new DomainError('enrollment-limit', broken);
  const enrolled = new Set(facts.enrolled.map(({ propertyId }) => propertyId));
  const properties = facts.properties.filter(({ propertyId }) => enrolled.has(propertyId));
  return rederive(policy, stored, { ...deriving, facts: { ...facts, properties } });
};

/** All rows, kept and derived ones, and the first night with changed cover. */
const rederive = async (policy: Policy, stored: EnrollmentRow[], deriving: Deriving): Promise<Rederived> => {
  const { facts, course, from } = deriving;
  const cover = coverRules(policy, [...facts.earlier, policy], course);
  const named = namedByProperty(policy.boundAt ? facts.named : [], policy.details);
  const deriveRows = propertyRows({ ...cover, elections: facts.elections, named }, from);
  const live = stored.filter((row) => !isPast(row, from));
  await slice();
  // The rows of a property do not depend on other properties.
  const parts = partsBy(
    { properties: facts.properties, live },
    ({ propertyId }) => propertyId,
    propertiesAPart(facts.properties, live),
  );
  const derivedParts = await mapInSlices(parts, (part) => {
    const derived = rederiveRows(part.live, part.properties.flatMap(deriveRows), from);
    const rows = withDerived(part.live, derived);
    return { derived, changedFrom: coverChangedFrom(policy, { stored: part.live, rows }, deriving) };
  });
  await slice();
  const rows = withDerived(
    stored,
    derivedParts.flatMap(({ derived }) => derived),
  );
  return { rows, changedFrom: soonest(derivedParts.map(({ changedFrom }) => changedFrom)) };
};

const withDerived = (rows: readonly EnrollmentRow[], derived: readonly EnrollmentRow[]): EnrollmentRow[] => {
  const differing = new Set(derived.map(rowKey));
  return [...rows.filter((row) => !differing.has(rowKey(row))), ...derived];
};

/** The first night that is covered differently: only properties with another row are compared, unless the term ends otherwise. */
const coverChangedFrom = (
  policy: Policy,
  { stored, rows }: { stored: readonly EnrollmentRow[]; rows: readonly EnrollmentRow[] },
  { from, endBefore }: Deriving,
): CalendarDate | undefined => {
  const end = dayAfterTerm(policy);
  const known = new Set(stored);
  const touched = new Set(rows.filter((row) => !known.has(row)).map(({ propertyId }) => propertyId));
  const compared = (some: readonly EnrollmentRow[]) =>
    some.filter((row) => !isPast(row, from) && (touched.has(row.propertyId) || !end.equals(endBefore)));
  return rowsChangedFrom({ rows: compared(stored), end: endBefore }, { rows: compared(rows), end });
};

/** Shows enrollments by the members that hold today; where the course begins later, by those of the policy's row. */
const showingOn = (
  policy: Policy,
  before: ReadonlyMap<string, Enrollment>,
  { facts, course, today }: Deriving,
): ((row: EnrollmentRow) => Enrollment) => {
  const { base, changes } = course;
  const then = base && isAfter(base.from, today) ? null : policyOn(changes, today, base?.policy);
  const show = showOn({ today, members: then?.members ?? toDatedMembers(policy), end: dayAfterTerm(policy) });
  const properties = new Map(facts.properties.map((property) => [property.propertyId, property]));
  return (row) => show(row, properties.get(row.propertyId), before.get(rowKey(row)));
};
