import { defineEntity, p } from '@mikro-orm/core';
import { aggregateColumns, dateColumn, instantColumn, jsonColumn, moneyColumn } from '@staycover/db';
import type { RateVersion } from '@staycover/kernel';
import type { Cancellation, PolicyStatus } from '../domain/policy.ts';
import type { KeptDetails } from '../domain/policy-details.ts';
import type { RenewalAnswer } from '../domain/renewal-answer.ts';
import { jsonType } from './json-type.ts';
import { RateVersionsType } from './rate-versions.ts';

const CancellationType = jsonType(
  (cancellation: Cancellation) => ({ ...cancellation, effectiveDate: cancellation.effectiveDate.toString() }),
  (row): Cancellation => ({ ...row, effectiveDate: Temporal.PlainDate.from(row.effectiveDate) }),
);

export const PolicyEntity = defineEntity({
  name: 'Policy',
  tableName: 'policy',
  properties: {
    ...aggregateColumns(),
    policyReference: p.text(),
    contractId: p.text().strictNullable(),
    status: p.text().$type<PolicyStatus>(),
    currency: p.text(),
    termStart: dateColumn(),
    termEnd: dateColumn(),
    coverageEndsOn: dateColumn().strictNullable(),
    autoRenew: p.boolean(),
    ratePerNight: moneyColumn().strictNullable(),
    ratePerMonth: moneyColumn().strictNullable(),
    ratePerReservation: moneyColumn().strictNullable(),
    lossFundRatePerNight: moneyColumn().strictNullable(),
    rateTableVersions: p.type(RateVersionsType).$type<RateVersion[]>(),
    planId: p.text().strictNullable(),
    supportedStates: jsonColumn<string[]>(),
    supportedCountries: jsonColumn<string[]>(),
    excludedPropertyTypes: jsonColumn<string[]>(),
    eligibilityOverrides: jsonColumn<Record<string, unknown>>(),
    minNights: p.integer().strictNullable(),
    maxNights: p.integer().strictNullable(),
    details: jsonColumn<KeptDetails>(),
    previousPolicyId: p.uuid().strictNullable(),
    supersededByPolicyId: p.uuid().strictNullable(),
    currentRenewalId: p.uuid().strictNullable(),
    termRenewalId: p.uuid().strictNullable(),
    renewalNotice60SentAt: instantColumn().strictNullable(),
    renewalNotice30SentAt: instantColumn().strictNullable(),
    renewalNotice7SentAt: instantColumn().strictNullable(),
    renewalManualReviewFlaggedAt: instantColumn().strictNullable(),
    renewalCount: p.integer(),
    enrollmentVersion: p.integer(),
    enrollmentCount: p.integer(),
    // The day of the next sweep: the name of its column is older than `change_due_on`.
    sweepOn: dateColumn().fieldName('next_change_on').strictNullable(),
    boundAt: instantColumn().strictNullable(),
    firstTermStart: dateColumn(),
    statusSince: dateColumn(),
    statusReason: p.text().strictNullable(),
    statusNote: p.text().strictNullable(),
    cancellation: p.type(CancellationType).$type<Cancellation>().strictNullable(),
    changeDueOn: dateColumn().strictNullable(),
    changeCount: p.integer(),
  },
});

export const RenewalAnswerEntity = defineEntity({
  name: 'RenewalAnswer',
  tableName: 'renewal_answer',
  properties: {
    ...aggregateColumns(),
    policyId: p.uuid(),
    event: p.text().$type<RenewalAnswer['event']>(),
    data: jsonColumn<unknown>(),
  },
});

export const entities = [PolicyEntity, RenewalAnswerEntity];
