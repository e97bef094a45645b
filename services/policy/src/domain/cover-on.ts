import { type CalendarDate, type Currency, type Instant, isAfter, isBefore } from '@staycover/kernel';
import type { TermDates } from './cover-periods.ts';
import type { DatedMembers } from './dated-members.ts';
import type { Election } from './election.ts';
import { electionTimeline } from './election-timeline.ts';
import { isEligible } from './eligibility.ts';
import type { EnrollmentRow } from './enrollment-rows.ts';
import { type Policy, termOn } from './policy.ts';
import type { PolicyChange } from './policy-change.ts';
import { dated } from './policy-in-time.ts';
import type { Course, DatedPolicy } from './policy-on.ts';
import { type DatedProperty, factsOn } from './property-facts.ts';

type NoCover = 'NOT_ENROLLED' | 'NOT_ELIGIBLE' | 'NOT_BOUND' | 'SUSPENDED' | 'NOT_IN_FORCE';

/** Whether and how a policy covers a property on a night. */
export type NightCover = {
  policyId: string;
  policyReference: string;
  policyVersion: number;
  covered: boolean;
  /** Why not; null when it does. */
  reason: NoCover | null;
  /** When the term of the night was bound: earlier damage was unknown at that time. */
  boundAt: Instant | null;
  termStart: CalendarDate;
  currency: Currency;
  members: DatedMembers;
};

/** What a policy's cover of one property on a night follows from, with the changes that `dated` needs for the night. */
export type CoverFacts = Course & {
  policy: Policy;
  /** All its terms. */
  terms: readonly TermDates[];
  renewals: readonly PolicyChange[];
  /** Those that can reach the property. */
  elections: readonly Election[];
  /** The enrollments of the property. */
  rows: readonly EnrollmentRow[];
};

/** The night that begins on a day, as of today. */
export type Night = { night: CalendarDate; today: CalendarDate };

/** The cover of a property on a night, as it is enrolled and billed. */
export const coverOn = (facts: CoverFacts, property: DatedProperty, { night, today }: Night): NightCover => {
  const { policy, terms, changes, base } = facts;
  const term = termOn(terms, night);
  const then = dated(policy, changes, night, today, base?.policy);
  const reason = term ? findNoCoverReason(facts, property, night, then) : notInForce(policy);
  return {
    policyId: policy.id,
    policyReference: policy.policyReference,
    policyVersion: policy.version,
    covered: reason === null,
    reason,
    boundAt: term ? boundAt(facts, term) : policy.boundAt,
    termStart: term?.termStart ?? policy.termStart,
    currency: policy.currency,
    members: then.members,
  };
};

const boundAt = ({ policy, renewals }: CoverFacts, { termStart }: TermDates): Instant | null =>
  renewals.find(({ effectiveFrom }) => effectiveFrom.equals(termStart))?.recordedAt ?? policy.boundAt;

const notInForce = ({ boundAt: bound }: Policy): NoCover => (bound === null ? 'NOT_BOUND' : 'NOT_IN_FORCE');

const findNoCoverReason = (
  { policy, elections, rows }: CoverFacts,
  property: DatedProperty,
  night: CalendarDate,
  { status, members }: DatedPolicy,
): NoCover | null => {
  if (policy.boundAt === null) return 'NOT_BOUND';
  if (status === 'SUSPENDED') return 'SUSPENDED';
  if (status !== 'ACTIVE') return 'NOT_IN_FORCE';
  if (rows.some((row) => isIn(night, row.enrolledDate, row.unenrolledDate))) return null;
  const isElected = electionTimeline(elections)(property).some(({ start, end }) => isIn(night, start, end));
  const facts = { propertyId: property.propertyId, ...factsOn(property, night) };
  return isElected && !isEligible(facts, members) ? 'NOT_ELIGIBLE' : 'NOT_ENROLLED';
};

const isIn = (night: CalendarDate, start: CalendarDate, end: CalendarDate | null): boolean =>
  !isAfter(start, night) && (end === null || isBefore(night, end));
