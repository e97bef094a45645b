import { endedStatuses } from '@staycover/api';
import type { EnrollmentFacts, InForce, PolicySnapshot } from '@staycover/events';
import {
  type CalendarDate,
  type DateRange,
  earliest,
  FIRST_DAY,
  FOREVER,
  intersect,
  isAfter,
  isSame,
  numberIfAny,
} from '@staycover/kernel';
import { toDatedMembers } from '../domain/dated-members.ts';
import { toRanges } from '../domain/eligible-nights.ts';
import type { Enrollment } from '../domain/enrollment.ts';
import { dayAfterTerm, type Policy, type PolicyStatus, type Term } from '../domain/policy.ts';
import { toDatedPolicy } from '../domain/policy-in-time.ts';
import { type Course, inForceFrom, type Stretch, stretches } from '../domain/policy-on.ts';
import { datedMembersResource } from './dated-members.ts';
import { mergedRateTable } from './merged-rate-table.ts';
import { enrollmentResource, policyState, rateVersionResource } from './policy.ts';

/** A policy with the terms before its current one, and its changes. */
type PolicyOverTime = Course & { policy: Policy; earlier: readonly Term[] };

type Stretches = (Stretch & DateRange)[];

const toStretches = ({ policy, changes, base }: PolicyOverTime): Stretches =>
  toRanges(policy.boundAt ? stretches(changes, base) : [{ from: FIRST_DAY, policy: toDatedPolicy(policy) }]);

/** In which nights are covered, or will be when the policy is bound. */
const billedStatuses: Readonly<Record<PolicyStatus, boolean>> = {
  PENDING: true,
  ACTIVE: true,
  SUSPENDED: false,
  EXPIRED: false,
  CANCELLED: false,
  SUPERSEDED: false,
};

type TermFacts = PolicySnapshot['terms'][number];

/** The terms as far as the policy covers in them, parted where flat rates change. */
const termFacts = ({ policy, earlier }: PolicyOverTime, found: Stretches): TermFacts[] => {
  const covering = found.filter(({ policy: { status } }) => billedStatuses[status]);
  return [...earlier, policy].flatMap((one) => {
    const term = { start: one.termStart, end: dayAfterTerm(one) };
    return covering.reduce<TermFacts[]>((facts, stretch) => {
      const nights = intersect(stretch, term);
      if (!nights) return facts;
      const { ratePerNight, lossFundRatePerNight } = stretch.policy.members;
      const rates = {
        ratePerNight: numberIfAny(ratePerNight),
        lossFundRatePerNight: numberIfAny(lossFundRatePerNight),
      };
      const last = facts.at(-1);
      const end = nights.end.subtract({ days: 1 }).toString();
      const runsOn = last && isNextDay(last.termEnd, nights.start) && isSame({ ...last, ...rates }, last);
      if (runsOn) return [...facts.slice(0, -1), { ...last, termEnd: end }];
      return [...facts, { termStart: nights.start.toString(), termEnd: end, ...rates }];
    }, []);
  });
};

const isNextDay = (day: string, next: CalendarDate): boolean => next.subtract({ days: 1 }).toString() === day;

/** An enrollment with the facts that billing needs, split where the policy's plan changes. */
export const snapshotEnrollments = (source: PolicyOverTime): ((row: Enrollment) => EnrollmentFacts[]) => {
  const found = toStretches(source);
  const plans = found.filter(
    ({ policy }, i) => i === 0 || found[i - 1]!.policy.members.planId !== policy.members.planId,
  );
  return (row) => {
    const { state, electionId, planId: electionPlanId } = row;
    const facts = { ...enrollmentResource(source.policy)(row), state, electionId, electionPlanId };
    if (electionPlanId !== null || plans.length < 2) return [facts];
    const nights = { start: row.enrolledDate, end: row.unenrolledDate ?? FOREVER };
    return plans.flatMap(({ policy, start }, i) => {
      const part = intersect(nights, { start, end: plans[i + 1]?.from ?? FOREVER });
      if (!part) return [];
      const unenrolledDate = part.end.equals(FOREVER) ? null : part.end.toString();
      return [{ ...facts, planId: policy.members.planId, enrolledDate: part.start.toString(), unenrolledDate }];
    });
  };
};

/** The policy as billing reads it: each night has the rates that were in force on it. */
export const policyFacts = (source: PolicyOverTime): Pick<PolicySnapshot, 'policy' | 'terms' | 'coverageEndsOn'> => {
  const { policy } = source;
  const found = toStretches(source);
  const rateTableVersions = mergedRateTable(found, policy.rateTableVersions);
  const isEnded = endedStatuses[policy.status] && !isAfter(policy.statusSince, policy.termEnd);
  return {
    policy: { ...policyState(policy), rateTableVersions: rateTableVersions.map(rateVersionResource) },
    terms: termFacts(source, found),
    coverageEndsOn: isEnded ? earliest(policy.statusSince, policy.termEnd).toString() : null,
  };
};

/** The dated members of a policy over time, for the nights from a day on. */
export const inForce = ({ policy, changes, base }: PolicyOverTime, from: CalendarDate): InForce[] => {
  const found = policy.boundAt
    ? inForceFrom(changes, from, base)
    : [{ from: policy.termStart, members: toDatedMembers(policy) }];
  return found.map(({ from: day, members }) => ({ from: day.toString(), ...datedMembersResource(members) }));
};
