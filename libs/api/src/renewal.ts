import { z } from 'zod';
import { audit } from './audit.ts';
import * as f from './fields.ts';
import { PolicyStatus } from './policy.ts';
import { component } from './rules.ts';

export const renewalStatuses = [
  'SCHEDULED',
  'PROCESSING',
  'MANUAL_REVIEW',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
] as const;
export const rateAdjustmentReasons = ['RATE_TABLE', 'UNCHANGED', 'MANUAL'] as const;
export const runStatuses = ['RUNNING', 'COMPLETED', 'FAILED'] as const;

export const RenewalStatus = z
  .enum(renewalStatuses)
  .meta({ id: 'RenewalStatus', description: 'State of a renewal record' });
export type RenewalStatus = z.infer<typeof RenewalStatus>;

const { version, ...auditors } = audit;
const nullableText = f.longText.nullable();

export const RateAdjustment = component(
  z.object({
    reason: z.enum(rateAdjustmentReasons),
    percentageChange: z.number().meta({ description: '5.25 means 5.25 %' }),
    absoluteChange: z.number(),
  }),
  {
    id: 'RateAdjustment',
    description: 'How the rate per night moves with the new term, and why',
    example: { reason: 'RATE_TABLE', percentageChange: 5.88, absoluteChange: 0.25 },
  },
);
export type RateAdjustment = z.infer<typeof RateAdjustment>;

export const RenewalRecord = component(
  z.object({
    id: f.uuid,
    organizationPolicyId: f.uuid,
    policyReference: nullableText.meta({ description: 'null: no event of the policy has come yet' }),
    organizationId: f.organizationId,
    previousTermEnd: f.calendarDate,
    newTermStart: f.calendarDate,
    newTermEnd: f.calendarDate,
    previousRate: z.number().nullable().meta({ description: 'Rate in force on previousTermEnd' }),
    newRate: z.number().nullable(),
    rateAdjustment: RateAdjustment.nullable(),
    status: RenewalStatus,
    failureReason: nullableText,
    processedAt: f.timestamp.nullable(),
    processedBy: nullableText,
    ...auditors,
    version,
    reviewReasons: f
      .list(f.longText, 10)
      .meta({ description: 'Why a person has to decide, while it is MANUAL_REVIEW' }),
  }),
  {
    id: 'RenewalRecord',
    description: 'The renewal of a policy into one new term',
    example: {
      id: '01a7b263-1130-7e3c-8974-00e24e06a13d',
      organizationPolicyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
      policyReference: 'POL-2026-000123',
      organizationId: 'acme-stays',
      previousTermEnd: '2027-10-31',
      newTermStart: '2027-11-01',
      newTermEnd: '2028-10-31',
      previousRate: 4.25,
      newRate: 4.5,
      rateAdjustment: { reason: 'RATE_TABLE', percentageChange: 5.88, absoluteChange: 0.25 },
      status: 'SCHEDULED',
      failureReason: null,
      processedAt: null,
      processedBy: null,
      createdBy: 'renewal-job',
      createdDate: '2027-09-01T02:00:03.120Z',
      lastModifiedBy: 'renewal-job',
      lastModifiedDate: '2027-09-01T02:00:03.120Z',
      version: 1,
      reviewReasons: [],
    },
  },
);
export type RenewalRecord = z.infer<typeof RenewalRecord>;

export const UpcomingRenewal = component(
  z.object({
    id: f.uuid,
    organizationId: f.organizationId,
    contractId: nullableText,
    policyReference: f.longText,
    name: f.longText,
    currency: f.longText,
    currentRenewalId: nullableText.meta({
      description: 'The open renewal of the coming term, else the one that made this term',
    }),
    ratePerNight: z.number().nullable(),
    termStart: f.calendarDate,
    termEnd: f.calendarDate,
    autoRenew: z.boolean(),
    status: PolicyStatus,
    renewalCount: z.int(),
  }),
  {
    id: 'UpcomingRenewal',
    description: 'A policy with a term that ends soon; `id` is the policy',
    example: {
      id: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
      organizationId: 'acme-stays',
      contractId: '01a182d4-4719-7132-888a-7f24aeff7c56',
      policyReference: 'POL-2026-000123',
      name: 'Acme Stays damage protection',
      currency: 'USD',
      currentRenewalId: null,
      ratePerNight: 4.25,
      termStart: '2026-11-01',
      termEnd: '2027-10-31',
      autoRenew: true,
      status: 'ACTIVE',
      renewalCount: 0,
    },
  },
);
export type UpcomingRenewal = z.infer<typeof UpcomingRenewal>;

export const RenewalRun = component(
  z.object({
    jobId: f.uuid,
    asOf: f.calendarDate,
    dryRun: z.boolean(),
    status: z.enum(runStatuses),
    due: z.int(),
    processed: z.int(),
    completed: z.int(),
    manualReview: z.int(),
    failed: z.int(),
    skipped: z.int(),
    startedAt: f.timestamp,
    finishedAt: f.timestamp.nullable(),
  }),
  {
    id: 'RenewalRun',
    description: 'A run over all policies that are due for renewal',
    example: {
      jobId: '01a7b263-0500-7d13-804c-a4741396d951',
      asOf: '2027-10-31',
      dryRun: false,
      status: 'COMPLETED',
      due: 12,
      processed: 12,
      completed: 10,
      manualReview: 1,
      failed: 0,
      skipped: 1,
      startedAt: '2027-10-31T02:00:00.000Z',
      finishedAt: '2027-10-31T02:00:04.512Z',
    },
  },
);
export type RenewalRun = z.infer<typeof RenewalRun>;
