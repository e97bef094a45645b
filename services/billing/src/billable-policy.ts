import type { PolicySnapshot } from '@staycover/events';
import { calendarDate, type Rate, rateFromNumber } from '@staycover/kernel';
import type { BillablePolicy, Term } from './domain/cover.ts';

const rate = (value: number | null): Rate | null => (value === null ? null : rateFromNumber(value));

/** Later than any night that a policy can cover. */
const NEVER = Temporal.PlainDate.from('9999-12-31');

const termOf = ({ termStart, termEnd, ratePerNight, lossFundRatePerNight }: PolicySnapshot['terms'][number]): Term => ({
  start: calendarDate(termStart),
  end: calendarDate(termEnd).add({ days: 1 }),
  ...(ratePerNight === undefined ? {} : { ratePerNight: rate(ratePerNight) }),
  ...(lossFundRatePerNight === undefined ? {} : { lossFundRatePerNight: rate(lossFundRatePerNight) }),
});

const ENDED = new Set(['CANCELLED', 'EXPIRED', 'SUPERSEDED']);

/** What the policy service answered, in the domain's types. */
export const billablePolicy = ({ policy, terms, coverageEndsOn, enrollments }: PolicySnapshot): BillablePolicy => ({
  id: policy.id,
  organizationId: policy.organizationId,
  version: policy.version,
  ended: ENDED.has(policy.status),
  perReservation: policy.billingFrequency === 'PER_RESERVATION',
  currency: policy.currency,
  productLine: policy.productLine,
  planId: policy.planId,
  ratePerNight: rate(policy.ratePerNight),
  lossFundRatePerNight: rate(policy.lossFundRatePerNight),
  rateTable: policy.rateTableVersions.map((version) => ({
    version: version.version,
    planId: version.planId,
    effectiveFrom: calendarDate(version.effectiveFrom),
    ratePerNight: rateFromNumber(version.ratePerNight),
    lossFundRatePerNight: rate(version.lossFundRatePerNight),
  })),
  terms: terms.map(termOf),
  coverageEndsOn: coverageEndsOn === null ? null : calendarDate(coverageEndsOn),
  enrollments: enrollments.map((enrollment) => ({
    propertyId: enrollment.propertyId,
    propertyName: enrollment.propertyName,
    stateCode: enrollment.state,
    electionId: enrollment.electionId,
    planId: enrollment.planId,
    rateOverride: rate(enrollment.rateOverridePerNight),
    nights: {
      start: calendarDate(enrollment.enrolledDate),
      end: enrollment.unenrolledDate === null ? NEVER : calendarDate(enrollment.unenrolledDate),
    },
  })),
});
