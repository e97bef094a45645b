import { z } from 'zod';
import { audit } from './audit.ts';
import { AdditionalInsured, Coverage, RateTableVersion } from './coverage.ts';
import { Enrollment } from './enrollment.ts';
import { calendarDate, jsonObject, longList, longText, organizationId, timestamp, uuid } from './fields.ts';
import { personal } from './personal-data.ts';
import { component, schemaExample } from './rules.ts';

export const policyStatuses = ['PENDING', 'ACTIVE', 'SUSPENDED', 'CANCELLED', 'EXPIRED', 'SUPERSEDED'] as const;
export const billingFrequencies = ['MONTHLY', 'QUARTERLY', 'ANNUAL', 'PER_RESERVATION'] as const;
export const pricingSources = ['FLAT', 'RATE_TABLE', 'COVERAGE_V4'] as const;

export const PolicyStatus = z.enum(policyStatuses).meta({ id: 'PolicyStatus', description: 'State of a policy' });
export type PolicyStatus = z.infer<typeof PolicyStatus>;

/** What covers no night to come. */
export const endedStatuses: Readonly<Record<PolicyStatus, boolean>> = {
  PENDING: false,
  ACTIVE: false,
  SUSPENDED: false,
  CANCELLED: true,
  EXPIRED: true,
  SUPERSEDED: true,
};

const nullableText = longText.nullable();
const nullableNumber = z.number().nullable();
const nullableTimestamp = timestamp.nullable();

export const cancellationReasons = ['AGREED', 'INSURED_REQUEST', 'INSURER_REQUEST', 'NON_PAYMENT'] as const;

export const Cancellation = component(
  z.object({
    effectiveDate: calendarDate,
    reason: nullableText.meta({
      description: `One of ${cancellationReasons.join(', ')}; CORRECTION, CONTRACT_TERMINATED where a rule cancels`,
    }),
    note: nullableText,
  }),
  {
    id: 'Cancellation',
    description: 'From which day a policy does not cover any more, and why',
    example: { effectiveDate: '2026-12-10', reason: 'INSURED_REQUEST', note: null },
  },
);

export const Policy = component(
  z.object({
    id: uuid,
    organizationId: organizationId,
    contractId: nullableText,
    partnerPolicyId: nullableText,
    policyReference: longText,
    name: longText,
    coverage: Coverage.nullable(),
    ratePerNight: nullableNumber,
    ratePerMonth: nullableNumber,
    ratePerReservation: nullableNumber,
    lossFundRatePerNight: nullableNumber,
    billingFrequency: z.enum(billingFrequencies),
    rateTableVersions: longList(RateTableVersion),
    eligibilityOverrides: jsonObject,
    currency: longText,
    termStart: calendarDate,
    termEnd: calendarDate.meta({ description: 'Last day of the term' }),
    autoRenew: z.boolean(),
    enrolledProperties: longList(Enrollment).meta({ description: 'Every enrollment, also ended ones' }),
    activeEnrollments: longList(Enrollment).meta({ description: 'The enrollments that cover today' }),
    activeEnrollmentCount: z.int().min(0).meta({ description: 'How many these are, with `view=summary`, too' }),
    status: PolicyStatus,
    onboardingSource: nullableText,
    productId: nullableText,
    productCode: nullableText,
    planId: nullableText,
    appliesTo: nullableText,
    supportedStates: longList(longText),
    supportedCountries: longList(longText),
    excludedPropertyTypes: longList(longText),
    coveredCategories: longList(longText),
    minNights: z.int().nullable(),
    maxNights: z.int().nullable(),
    categoryExclusions: longList(jsonObject),
    selectedSelfCoverage: nullableNumber,
    currentRenewalId: nullableText.meta({
      description: 'The open renewal of the coming term, else the one that made this term',
    }),
    previousPolicyId: nullableText,
    supersededByPolicyId: nullableText,
    renewalNotice60SentAt: nullableTimestamp,
    renewalNotice30SentAt: nullableTimestamp,
    renewalNotice7SentAt: nullableTimestamp,
    renewalManualReviewFlaggedAt: nullableTimestamp,
    renewalCount: z.int(),
    boundAt: nullableTimestamp.meta({ description: 'When it first became ACTIVE' }),
    nextChangeOn: calendarDate.nullable().meta({
      description:
        'The next day of a recorded change that is not shown yet; what it sets may hold already by then. Where the term is still to come, as after an early renewal, members are shown as of its first day: until then only changes of `status` count',
    }),
    cancellation: Cancellation.nullable().meta({ description: 'The one that holds, or is ahead' }),
    ...audit,
    ...personal({ additionalInsureds: longList(AdditionalInsured) }),
    pricingSource: z.enum(pricingSources),
    coverageV4Managed: z.boolean(),
    productLine: nullableText,
  }),
  {
    id: 'Policy',
    description: 'An insurance policy of an organization with the enrollments of its properties',
    example: {
      id: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
      organizationId: 'acme-stays',
      contractId: '01a182d4-4719-7132-888a-7f24aeff7c56',
      partnerPolicyId: null,
      policyReference: 'POL-2026-000123',
      name: 'Acme Stays damage protection',
      coverage: schemaExample(Coverage),
      ratePerNight: 4.25,
      ratePerMonth: null,
      ratePerReservation: null,
      lossFundRatePerNight: 1.1,
      billingFrequency: 'MONTHLY',
      rateTableVersions: [schemaExample(RateTableVersion)],
      eligibilityOverrides: {},
      currency: 'USD',
      termStart: '2026-11-01',
      termEnd: '2027-10-31',
      autoRenew: true,
      enrolledProperties: [schemaExample(Enrollment)],
      activeEnrollments: [schemaExample(Enrollment)],
      activeEnrollmentCount: 1,
      status: 'ACTIVE',
      onboardingSource: 'CRM',
      productId: 'prod-damage',
      productCode: 'DMG',
      planId: 'plan-standard',
      appliesTo: 'ALL_PROPERTIES',
      supportedStates: ['FL', 'GA'],
      supportedCountries: ['US'],
      excludedPropertyTypes: ['BOAT'],
      coveredCategories: ['FURNITURE', 'ELECTRONICS'],
      minNights: 1,
      maxNights: 90,
      categoryExclusions: [{ category: 'ART', above: 5000 }],
      selectedSelfCoverage: null,
      currentRenewalId: null,
      previousPolicyId: null,
      supersededByPolicyId: null,
      renewalNotice60SentAt: null,
      renewalNotice30SentAt: null,
      renewalNotice7SentAt: null,
      renewalManualReviewFlaggedAt: null,
      renewalCount: 0,
      boundAt: '2026-11-01T08:00:00.000Z',
      nextChangeOn: null,
      cancellation: null,
      createdBy: 'crm-webhook',
      createdDate: '2026-10-28T14:05:12.401Z',
      lastModifiedBy: 'ops@acme-stays.example',
      lastModifiedDate: '2026-11-01T08:00:00.000Z',
      version: 3,
      additionalInsureds: [schemaExample(AdditionalInsured)],
      pricingSource: 'FLAT',
      coverageV4Managed: false,
      productLine: 'DAMAGE_PROTECTION',
    },
  },
);
export type Policy = z.infer<typeof Policy>;
