import { endedStatuses } from '@staycover/api';
import type { InForce as InForceFacts, PolicySnapshot } from '@staycover/events';
import { type CalendarDate, calendarDate, earliest, type Rate, rateFromNumber } from '@staycover/kernel';
import { PERIOD_MONTHS } from './domain/billing-day.ts';
import type { BillablePolicy, InForce } from './domain/policy.ts';

const rate = (value: number | null): Rate | null => (value === null ? null : rateFromNumber(value));

/** Later than any night that a policy can cover. */
const NEVER = Temporal.PlainDate.from('9999-12-31');

/** What the policy service answered, in the domain's types. */
export const billablePolicy = (snapshot: PolicySnapshot): BillablePolicy => {
  const { policy, terms, coverageEndsOn, enrollments } = snapshot;
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
    coverageEndsOn: coverageEndsOn === null ? null : calendarDate(coverageEndsOn),
    enrollments: enrollments.map((enrollment) => ({
      propertyId: enrollment.propertyId,
      propertyName: enrollment.propertyName,
      stateCode: enrollment.state,
      electionId: enrollment.electionId,
      planId: enrollment.electionPlanId === undefined ? enrollment.planId : enrollment.electionPlanId,
      rateOverride: rate(enrollment.rateOverridePerNight),
      nights: {
        start: calendarDate(enrollment.enrolledDate),
        end: enrollment.unenrolledDate === null ? NEVER : calendarDate(enrollment.unenrolledDate),
      },
    })),
  };
};

type PriceFacts = Omit<InForceFacts, 'coverage' | 'supportedStates' | 'supportedCountries'>;

const inForce = (facts: (Pick<PriceFacts, 'from'> & PolicySnapshot['policy']) | InForceFacts): InForce => ({
  from: calendarDate(facts.from),
  perReservation: facts.billingFrequency === 'PER_RESERVATION',
  planId: facts.planId,
  ratePerNight: rate(facts.ratePerNight),
  ratePerMonth: rate(facts.ratePerMonth),
  ratePerReservation: rate(facts.ratePerReservation),
  lossFundRatePerNight: rate(facts.lossFundRatePerNight),
  minNights: facts.minNights,
  maxNights: facts.maxNights,
  rateTable: facts.rateTableVersions.map((version) => ({
    version: version.version,
    planId: version.planId,
    effectiveFrom: calendarDate(version.effectiveFrom),
    ratePerNight: rateFromNumber(version.ratePerNight),
    lossFundRatePerNight: rate(version.lossFundRatePerNight),
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
export const derivesFrom = ({ changedFrom }: PolicySnapshot, openFrom: CalendarDate | null): CalendarDate | null => {
  if (openFrom === null || changedFrom === undefined) return null;
  return changedFrom === null ? openFrom : earliest(calendarDate(changedFrom), openFrom);
};
