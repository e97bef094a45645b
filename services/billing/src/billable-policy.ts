import { endedStatuses } from '@staycover/api';
import type { EnrollmentFacts, InForce as InForceFacts, PolicySnapshot } from '@staycover/events';
import {
  type CalendarDate,
  calendarDate,
  calendarDateIfAny,
  type DateRange,
  earliest,
  FOREVER,
  rateFromNumber,
  rateIfAny,
  remembering,
} from '@staycover/kernel';
import { PERIOD_MONTHS } from './domain/billing-day.ts';
import type { BillablePolicy, Enrollment, InForce } from './domain/policy.ts';

/** A policy as it was read, and the first night that may differ from what was known of it, if that is known. */
export type PolicyRead = { policy: BillablePolicy; changedFrom: CalendarDate | null | undefined };

/** What the policy service answered, in the domain's types; its enrollments may have come in pages. */
export const policyRead = (snapshot: PolicySnapshot, enrollments = toEnrollments(snapshot)): PolicyRead => {
  const { changedFrom } = snapshot;
  const policy = billablePolicy(snapshot, enrollments);
  return { policy, changedFrom: typeof changedFrom === 'string' ? calendarDate(changedFrom) : changedFrom };
};

const billablePolicy = (snapshot: PolicySnapshot, enrollments: readonly Enrollment[]): BillablePolicy => {
  const { policy, terms, coverageEndsOn } = snapshot;
  return {
    id: policy.id,
    organizationId: policy.organizationId,
    version: policy.version,
    ended: endedStatuses[policy.status] ?? false,
    currency: policy.currency,
    productLine: policy.productLine,
    periodMonths: PERIOD_MONTHS[policy.billingFrequency],
    termStart: calendarDate(policy.termStart),
    inForce: (snapshot.inForce?.length ? snapshot.inForce : fromTerms(snapshot)).map(inForce),
    terms: terms.map(({ termStart, termEnd }) => ({
      start: calendarDate(termStart),
      end: calendarDate(termEnd).add({ days: 1 }),
    })),
    coverageEndsOn: calendarDateIfAny(coverageEndsOn),
    enrollments,
  };
};

/** The enrollments of a page. */
export const toEnrollments = ({ enrollments }: Pick<PolicySnapshot, 'enrollments'>): Enrollment[] =>
  enrollments.map(enrollment);

const enrollment = (facts: EnrollmentFacts): Enrollment => ({
  propertyId: facts.propertyId,
  propertyName: facts.propertyName,
  stateCode: facts.state,
  electionId: facts.electionId,
  planId: facts.electionPlanId === undefined ? facts.planId : facts.electionPlanId,
  rateOverride: rateIfAny(facts.rateOverridePerNight),
  nights: nightsBetween(`${facts.enrolledDate} ${facts.unenrolledDate ?? ''}`),
});

const nightsBetween = remembering((days): DateRange => {
  const [first, end] = days.split(' ') as [string, string];
  return { start: calendarDate(first), end: end === '' ? FOREVER : calendarDate(end) };
});

type PriceFacts = Omit<InForceFacts, 'coverage' | 'supportedStates' | 'supportedCountries'>;

const inForce = (facts: (Pick<PriceFacts, 'from'> & PolicySnapshot['policy']) | InForceFacts): InForce => ({
  from: calendarDate(facts.from),
  perReservation: facts.billingFrequency === 'PER_RESERVATION',
  planId: facts.planId,
  ratePerNight: rateIfAny(facts.ratePerNight),
  ratePerMonth: rateIfAny(facts.ratePerMonth),
  ratePerReservation: rateIfAny(facts.ratePerReservation),
  lossFundRatePerNight: rateIfAny(facts.lossFundRatePerNight),
  minNights: facts.minNights,
  maxNights: facts.maxNights,
  rateTable: facts.rateTableVersions.map((version) => ({
    version: version.version,
    planId: version.planId,
    effectiveFrom: calendarDate(version.effectiveFrom),
    ratePerNight: rateFromNumber(version.ratePerNight),
    lossFundRatePerNight: rateIfAny(version.lossFundRatePerNight),
  })),
});

/** A policy service that knows of no dated members has the flat rates of each term. */
const fromTerms = ({ policy, terms }: PolicySnapshot) => {
  const found = terms.map(({ termStart, ratePerNight, lossFundRatePerNight }) => ({
    ...policy,
    from: termStart,
    ...(ratePerNight === undefined ? {} : { ratePerNight }),
    ...(lossFundRatePerNight === undefined ? {} : { lossFundRatePerNight }),
  }));
  return found.length > 0 ? found : [{ ...policy, from: policy.termStart }];
};

/** The first night that a derivation has to look at; null for all. */
export const derivesFrom = ({ changedFrom }: PolicyRead, openFrom: CalendarDate | null): CalendarDate | null => {
  if (openFrom === null || changedFrom === undefined) return null;
  return changedFrom === null ? openFrom : earliest(changedFrom, openFrom);
};
