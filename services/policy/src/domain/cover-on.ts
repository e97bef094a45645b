import { type CalendarDate, type Currency, type Instant, isAfter, isBefore } from '@staycover/kernel';
import type { TermDates } from './cover-periods.ts';
import type { DatedMembers } from './dated-members.ts';
import { datedMembersOf } from './dated-members.ts';
import { electionTimeline } from './election-timeline.ts';
import { isEligible } from './eligibility.ts';
import type { NamedNights } from './named-nights.ts';
import type { PolicyChange } from './policy-change.ts';
import type { PolicyInTime } from './policy-in-time.ts';
import { type DatedPolicy, policyOn } from './policy-on.ts';
import { type DatedProperty, factStretches, factsOn } from './property-facts.ts';
import type { DatedElection } from './state-elections.ts';

type NoCover = 'NOT_ENROLLED' | 'NOT_ELIGIBLE' | 'NOT_BOUND' | 'SUSPENDED' | 'NOT_IN_FORCE';

/** Whether and how a policy covers a property on a night. */
export type NightCover = {
  policyId: string;
  policyVersion: number;
  covered: boolean;
  /** Why not; null when it does. */
  reason: NoCover | null;
  /** When the term of the night was bound: damage before it was known to nobody. */
  boundAt: Instant | null;
  termStart: CalendarDate;
  currency: Currency;
  members: DatedMembers;
};

/** What a policy's cover of one property follows from: all its terms, changes and elections that can reach it. */
export type CoverFacts = {
  policy: PolicyInTime;
  terms: readonly TermDates[];
  changes: readonly PolicyChange[];
  elections: readonly DatedElection[];
  named: NamedNights;
};

/** Whether a policy has to do with a property at all: an election of it reaches the property at some time. */
export const knows = (elections: readonly DatedElection[], property: DatedProperty): boolean =>
  elections.some(({ scopeType, scopeId }) => {
    if (scopeType === 'ORGANIZATION') return true;
    if (scopeType === 'PROPERTY') return scopeId === property.propertyId;
    return factStretches(property).some(({ facts }) => facts.groupIds.includes(scopeId!));
  });

/** The cover of a property on the night that begins on a day. */
export const coverOn = (facts: CoverFacts, property: DatedProperty, night: CalendarDate): NightCover => {
  const { policy, changes } = facts;
  const term = termOf(facts, night);
  const dated = policyOn(changes, night);
  const members = dated?.members ?? policyOn(changes, policy.firstTermStart)?.members ?? datedMembersOf(policy);
  const reason = reasonOf(facts, { property, night, dated, term, members });
  return {
    policyId: policy.id,
    policyVersion: policy.version,
    covered: reason === null,
    reason,
    boundAt: term ? boundAt(facts, term) : policy.boundAt,
    termStart: term?.termStart ?? policy.termStart,
    currency: policy.currency,
    members,
  };
};

const termOf = ({ terms }: CoverFacts, night: CalendarDate): TermDates | undefined =>
  terms.find(({ termStart, termEnd }) => !isBefore(night, termStart) && !isAfter(night, termEnd));

const boundAt = ({ policy, changes }: CoverFacts, { termStart }: TermDates): Instant | null =>
  changes.find(({ kind, effectiveFrom }) => kind === 'RENEW' && effectiveFrom.equals(termStart))?.recordedAt ??
  policy.boundAt;

type Question = {
  property: DatedProperty;
  night: CalendarDate;
  dated: DatedPolicy | null;
  term: TermDates | undefined;
  members: DatedMembers;
};

const reasonOf = (
  { policy, elections, named }: CoverFacts,
  { property, night, dated, term, members }: Question,
): NoCover | null => {
  if (policy.boundAt === null) return 'NOT_BOUND';
  if (dated?.status === 'SUSPENDED' && term) return 'SUSPENDED';
  if (dated?.status !== 'ACTIVE' || !term) return 'NOT_IN_FORCE';
  const next = night.add({ days: 1 });
  const segment = electionTimeline(elections)(property).find(
    ({ start, end }) => !isAfter(start, night) && isBefore(night, end),
  );
  const isNamedElsewhere = (named.get(property.propertyId) ?? []).some(
    ({ start, end }) => isBefore(start, next) && isBefore(night, end),
  );
  if (!segment || (isNamedElsewhere && segment.election.scopeType !== 'PROPERTY')) return 'NOT_ENROLLED';
  const facts = factsOn(property, night);
  return isEligible({ propertyId: property.propertyId, ...facts }, members) ? null : 'NOT_ELIGIBLE';
};
