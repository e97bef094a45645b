import { type CalendarDate, type Decision, DomainError, isSame } from '@staycover/kernel';
import type { Election, Property } from './election.ts';
import {
  coverOf,
  deriveEnrollments,
  type Enrollment,
  type Facts,
  flatRateOn,
  keyOf,
  limitBrokenBy,
  nextChangeOn,
} from './enrollment.ts';
import type { Policy, PolicyDecision, PolicyEvent, Term } from './policy.ts';

/** The enrollments of a policy changed with it. */
export type EnrollmentEvent = { type: 'enrollments-changed'; changes: readonly Enrollment[] };

/** What a policy's enrollments follow from, beside the policy itself. */
export type EnrollmentFacts = {
  /** The terms before the current one, oldest first. */
  earlier: readonly Term[];
  elections: readonly Election[];
  properties: readonly Property[];
  /** The enrollments so far. */
  enrolled: readonly Enrollment[];
};

/** What becomes of a change that would enroll too many: it is refused, or made without enrolling new properties. */
export type BeyondLimit = 'refuse' | 'hold';

export type Enrolled = {
  decision: Decision<Policy, PolicyEvent | EnrollmentEvent>;
  /** All enrollments, and those that differ from before. */
  rows: Enrollment[];
  changes: Enrollment[];
};

/** Whether enrollments follow from what a decision changed. */
export const affectsEnrollments = (before: Policy, after: Policy): boolean =>
  before !== after && !isSame(inputsOf(before), inputsOf(after));

/** What of a policy its enrollments depend on. */
const inputsOf = (policy: Policy) => ({
  termStart: policy.termStart,
  cover: coverOf(policy, []),
  planId: policy.planId,
  ratePerNight: policy.ratePerNight,
  rateTableVersions: policy.rateTableVersions,
  supportedStates: policy.supportedStates,
  supportedCountries: policy.supportedCountries,
  excludedPropertyTypes: policy.excludedPropertyTypes,
  eligibilityOverrides: policy.eligibilityOverrides,
});

/**
 * A decision with the enrollments that follow from it. When neither changes anything, only the notes of the state may
 * differ.
 * @throws DomainError `enrollment-limit`.
 */
export const enroll = (
  { state, events }: PolicyDecision,
  facts: EnrollmentFacts,
  today: CalendarDate,
  beyondLimit: BeyondLimit,
): Enrolled => {
  const known = factsOn(state, facts, today);
  const rows = deriveWithinLimit(known, beyondLimit);
  const before = new Map(facts.enrolled.map((row) => [keyOf(row), row]));
  const changes = rows.filter((row) => !isSame(row, before.get(keyOf(row))));
  const noted = { ...state, enrollmentCount: rows.length, nextChangeOn: nextChangeOn(rows, known) };
  if (changes.length === 0) return { decision: { state: noted, events }, rows, changes };
  const isNew = events.some(({ type }) => type === 'policy-created');
  const enrollmentVersion = isNew ? state.version : state.version + 1;
  const decision = {
    state: { ...noted, enrollmentVersion },
    events: [...events, { type: 'enrollments-changed', changes } as const],
  };
  return { decision, rows, changes };
};

const factsOn = (policy: Policy, { earlier, ...facts }: EnrollmentFacts, today: CalendarDate): Facts => ({
  ...facts,
  terms: policy,
  cover: coverOf(policy, earlier),
  flatRate: flatRateOn(policy, earlier, today),
  termStarts: [...earlier, policy].map(({ termStart }) => termStart),
  today,
});

const deriveWithinLimit = (facts: Facts, beyondLimit: BeyondLimit): Enrollment[] => {
  const rows = deriveEnrollments(facts);
  const broken = limitBrokenBy(rows, facts.today);
  if (!broken) return rows;
  if (beyondLimit === 'refuse') throw new DomainError('enrollment-limit', broken);
  const enrolled = new Set(facts.enrolled.map(({ propertyId }) => propertyId));
  return deriveEnrollments({ ...facts, properties: facts.properties.filter((it) => enrolled.has(it.propertyId)) });
};
