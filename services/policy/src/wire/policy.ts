import type { Enrollment as EnrollmentResource, Policy as PolicyResource } from '@staycover/api';
import type { policyEvents } from '@staycover/events';
import { numberFromRate, numberIfAny, type RateVersion, timestamp, timestampIfAny } from '@staycover/kernel';
import type { Enrollment } from '../domain/enrollment.ts';
import type { Cancellation, Policy } from '../domain/policy.ts';
import type { KeptDetails, PolicyDetails } from '../domain/policy-details.ts';

const NIGHTS_A_MONTH = 30n;

export const rateVersionResource = (entry: RateVersion): PolicyResource['rateTableVersions'][number] => ({
  version: entry.version,
  planId: entry.planId,
  effectiveFrom: entry.effectiveFrom.toString(),
  ratePerNight: numberFromRate(entry.ratePerNight),
  lossFundRatePerNight: numberIfAny(entry.lossFundRatePerNight),
});

const shownDetails = ({ earlierLines: _kept, ...details }: KeptDetails): PolicyDetails => details;

/** The policy as events carry it: without its enrollments. */
export const policyState = ({ details, ...policy }: Policy): policyEvents.PolicyState => ({
  id: policy.id,
  organizationId: policy.organizationId,
  contractId: policy.contractId,
  policyReference: policy.policyReference,
  ...shownDetails(details),
  ratePerNight: numberIfAny(policy.ratePerNight),
  ratePerMonth: numberIfAny(policy.ratePerMonth),
  ratePerReservation: numberIfAny(policy.ratePerReservation),
  lossFundRatePerNight: numberIfAny(policy.lossFundRatePerNight),
  rateTableVersions: policy.rateTableVersions.map(rateVersionResource),
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
  renewalNotice60SentAt: timestampIfAny(policy.renewalNotice60SentAt),
  renewalNotice30SentAt: timestampIfAny(policy.renewalNotice30SentAt),
  renewalNotice7SentAt: timestampIfAny(policy.renewalNotice7SentAt),
  renewalManualReviewFlaggedAt: timestampIfAny(policy.renewalManualReviewFlaggedAt),
  renewalCount: policy.renewalCount,
  createdBy: policy.createdBy,
  createdDate: timestamp(policy.createdDate),
  lastModifiedBy: policy.lastModifiedBy,
  lastModifiedDate: timestamp(policy.lastModifiedDate),
  version: policy.version,
  boundAt: timestampIfAny(policy.boundAt),
  nextChangeOn: policy.changeDueOn?.toString() ?? null,
  cancellation: cancellationResource(policy.cancellation),
  coverageV4Managed: details.pricingSource === 'COVERAGE_V4',
});

/** The policy as the interface shows it. */
export const policyResource = (policy: Policy, enrollments: readonly Enrollment[]): PolicyResource => {
  const enrolledProperties = enrollments.map(enrollmentResource(policy));
  const activeEnrollments = enrolledProperties.filter(({ active }) => active);
  const activeEnrollmentCount = activeEnrollments.length;
  return { ...policyState(policy), enrolledProperties, activeEnrollments, activeEnrollmentCount };
};

/** The policy without its enrollments, of which so many cover today. */
export const policySummary = (policy: Policy, activeEnrollmentCount: number): PolicyResource => ({
  ...policyState(policy),
  enrolledProperties: [],
  activeEnrollments: [],
  activeEnrollmentCount,
});

/** An enrollment as the interface shows it: without a plan of its own it has the policy's. */
export const enrollmentResource =
  (policy: Pick<Policy, 'planId'>) =>
  (row: Enrollment): EnrollmentResource => ({
    propertyId: row.propertyId,
    propertyReferenceId: row.propertyReferenceId,
    propertyName: row.propertyName,
    enrolledDate: row.enrolledDate.toString(),
    unenrolledDate: row.unenrolledDate?.toString() ?? null,
    active: row.active,
    rateOverridePerNight: numberIfAny(row.rateOverridePerNight),
    planId: row.planId ?? policy.planId,
    endorsementSelections: row.endorsementSelections,
    computedRatePerNight: numberIfAny(row.computedRatePerNight),
    computedRatePerMonth: numberIfAny(row.computedRatePerMonth ?? thirtyNights(row)),
  });

const thirtyNights = ({ computedRatePerNight: rate }: Enrollment): bigint | null =>
  rate === null ? null : rate * NIGHTS_A_MONTH;

const cancellationResource = (cancellation: Cancellation | null): PolicyResource['cancellation'] =>
  cancellation && { ...cancellation, effectiveDate: cancellation.effectiveDate.toString() };
