import type { Enrollment as EnrollmentResource, Policy as PolicyResource } from '@staycover/api';
import type { EnrollmentFacts, PolicySnapshot, policyEvents } from '@staycover/events';
import { type Instant, numberFromRate, type Rate, timestamp } from '@staycover/kernel';
import type { Enrollment } from '../domain/enrollment.ts';
import type { Policy, Term } from '../domain/policy.ts';

const number = (rate: Rate | null): number | null => (rate === null ? null : numberFromRate(rate));
const moment = (instant: Instant | null): string | null => (instant === null ? null : timestamp(instant));

const NIGHTS_A_MONTH = 30n;

/** The policy as events carry it: without its enrollments. */
export const policyState = (policy: Policy): policyEvents.PolicyState => ({
  id: policy.id,
  organizationId: policy.organizationId,
  contractId: policy.contractId,
  policyReference: policy.policyReference,
  ...policy.details,
  ratePerNight: number(policy.ratePerNight),
  ratePerMonth: number(policy.ratePerMonth),
  ratePerReservation: number(policy.ratePerReservation),
  lossFundRatePerNight: number(policy.lossFundRatePerNight),
  rateTableVersions: policy.rateTableVersions.map((entry) => ({
    version: entry.version,
    planId: entry.planId,
    effectiveFrom: entry.effectiveFrom.toString(),
    ratePerNight: numberFromRate(entry.ratePerNight),
    lossFundRatePerNight: number(entry.lossFundRatePerNight),
  })),
  eligibilityOverrides: policy.eligibilityOverrides,
  currency: policy.currency,
  termStart: policy.termStart.toString(),
  termEnd: policy.termEnd.toString(),
  autoRenew: policy.autoRenew,
  status: policy.status,
  planId: policy.planId,
  supportedStates: policy.supportedStates,
  supportedCountries: policy.supportedCountries,
  excludedPropertyTypes: policy.excludedPropertyTypes,
  minNights: policy.minNights,
  maxNights: policy.maxNights,
  currentRenewalId: policy.currentRenewalId,
  previousPolicyId: policy.previousPolicyId,
  supersededByPolicyId: policy.supersededByPolicyId,
  renewalNotice60SentAt: moment(policy.renewalNotice60SentAt),
  renewalNotice30SentAt: moment(policy.renewalNotice30SentAt),
  renewalNotice7SentAt: moment(policy.renewalNotice7SentAt),
  renewalManualReviewFlaggedAt: moment(policy.renewalManualReviewFlaggedAt),
  renewalCount: policy.renewalCount,
  createdBy: policy.createdBy,
  createdDate: timestamp(policy.createdDate),
  lastModifiedBy: policy.lastModifiedBy,
  lastModifiedDate: timestamp(policy.lastModifiedDate),
  version: policy.version,
  coverageV4Managed: policy.details.pricingSource === 'COVERAGE_V4',
});

/** The policy as the interface shows it. */
export const policyResource = (policy: Policy, enrollments: readonly Enrollment[]): PolicyResource => {
  const enrolledProperties = enrollments.map(enrollmentResource);
  const activeEnrollments = enrolledProperties.filter(({ active }) => active);
  return { ...policyState(policy), enrolledProperties, activeEnrollments };
};

export const enrollmentResource = (row: Enrollment): EnrollmentResource => ({
  propertyId: row.propertyId,
  propertyReferenceId: row.propertyReferenceId,
  propertyName: row.propertyName,
  enrolledDate: row.enrolledDate.toString(),
  unenrolledDate: row.unenrolledDate?.toString() ?? null,
  active: row.active,
  rateOverridePerNight: number(row.rateOverridePerNight),
  planId: row.planId,
  endorsementSelections: row.endorsementSelections,
  computedRatePerNight: number(row.computedRatePerNight),
  computedRatePerMonth: number(row.computedRatePerNight === null ? null : row.computedRatePerNight * NIGHTS_A_MONTH),
});

export const termFacts = (term: Term): PolicySnapshot['terms'][number] => ({
  termStart: term.termStart.toString(),
  termEnd: term.termEnd.toString(),
  ratePerNight: number(term.ratePerNight),
  lossFundRatePerNight: number(term.lossFundRatePerNight),
});

/** An enrollment with what billing needs beside it. */
export const enrollmentFacts = (row: Enrollment): EnrollmentFacts => ({
  ...enrollmentResource(row),
  state: row.state,
  electionId: row.electionId,
});
