import { defineEntity, p } from '@mikro-orm/core';
import { ownedRows } from '@staycover/change';
import { dateColumn, instantColumn, jsonColumn, moneyColumn } from '@staycover/db';
import { businessDate, type CalendarDate, calendarDate, FIRST_DAY } from '@staycover/kernel';
import type { KeptElection } from '../domain/election.ts';
import type { Enrollment } from '../domain/enrollment.ts';
import type { KeptProperty, MemberTimes } from '../domain/learn.ts';
import type { NamedNights } from '../domain/named-nights.ts';
import type { Term } from '../domain/policy.ts';
import type { PolicyChange } from '../domain/policy-change.ts';
import type { DatedPolicy } from '../domain/policy-on.ts';
import type { FactChange } from '../domain/property-facts.ts';
import { jsonType } from './json-type.ts';
import { MemberChangesType } from './member-changes.ts';
import { RateVersionsType } from './rate-versions.ts';

const TermEntity = defineEntity({
  name: 'Term',
  tableName: 'policy_term',
  properties: {
    policyId: p.uuid().primary(),
    termStart: dateColumn().primary(),
    termEnd: dateColumn(),
    coverageEndsOn: dateColumn().strictNullable(),
    ratePerNight: moneyColumn().strictNullable(),
    lossFundRatePerNight: moneyColumn().strictNullable(),
  },
});

const EnrollmentEntity = defineEntity({
  name: 'Enrollment',
  tableName: 'enrollment',
  properties: {
    policyId: p.uuid().primary(),
    propertyId: p.text().primary(),
    enrolledDate: dateColumn().primary(),
    unenrolledDate: dateColumn().strictNullable(),
    propertyReferenceId: p.text().strictNullable(),
    propertyName: p.text().strictNullable(),
    state: p.text().strictNullable(),
    electionId: p.text().strictNullable(),
    active: p.boolean(),
    planId: p.text().strictNullable(),
    rateOverridePerNight: moneyColumn().strictNullable(),
    endorsementSelections: jsonColumn<Enrollment['endorsementSelections']>(),
    computedRatePerNight: moneyColumn().strictNullable(),
    computedRatePerMonth: moneyColumn().strictNullable(),
  },
});

const ElectionEntity = defineEntity({
  name: 'Election',
  tableName: 'coverage_election',
  properties: {
    organizationId: p.text(),
    id: p.uuid().primary(),
    policyId: p.uuid(),
    electionId: p.text(),
    own: p.boolean(),
    statedAt: instantColumn(),
    scopeType: p.text().$type<KeptElection['scopeType']>(),
    scopeId: p.text().strictNullable(),
    action: p.text().$type<KeptElection['action']>(),
    planId: p.text().strictNullable(),
    rateOverridePerNight: moneyColumn().strictNullable(),
    endorsementSelections: jsonColumn<KeptElection['endorsementSelections']>(),
    effectiveFrom: dateColumn(),
    effectiveTo: dateColumn().strictNullable(),
    statedFrom: dateColumn().strictNullable(),
    rankedFrom: dateColumn().strictNullable(),
    retiredOn: dateColumn().strictNullable(),
  },
});

type FactRow = Omit<FactChange, 'effectiveFrom'> & { effectiveFrom: string };

const FactsType = jsonType(
  (facts: FactChange[]): FactRow[] =>
    facts.map((change) => ({ ...change, effectiveFrom: change.effectiveFrom.toString() })),
  (rows): FactChange[] => rows.map((row) => ({ ...row, effectiveFrom: calendarDate(row.effectiveFrom) })),
);

const MemberTimesType = jsonType(
  (times: MemberTimes): Record<string, string> =>
    Object.fromEntries(Object.entries(times).map(([member, time]) => [member, time.toString()])),
  (row): MemberTimes =>
    Object.fromEntries(Object.entries(row).map(([member, time]) => [member, Temporal.Instant.from(time)])),
);

const PropertyEntity = defineEntity({
  name: 'Property',
  tableName: 'property',
  properties: {
    organizationId: p.text().primary(),
    propertyId: p.text().primary(),
    statedAt: instantColumn(),
    memberTimes: p.type(MemberTimesType).$type<MemberTimes>(),
    propertyReferenceId: p.text().strictNullable(),
    propertyName: p.text().strictNullable(),
    state: p.text().strictNullable(),
    country: p.text().strictNullable(),
    propertyType: p.text().strictNullable(),
    groupIds: jsonColumn<string[]>(),
    knownFrom: dateColumn().strictNullable(),
    facts: p.type(FactsType).$type<FactChange[]>(),
  },
});

const PolicyChangeEntity = defineEntity({
  name: 'PolicyChange',
  tableName: 'policy_change',
  properties: {
    policyId: p.uuid().primary(),
    sequence: p.integer().primary(),
    kind: p.text().$type<PolicyChange['kind']>(),
    effectiveFrom: dateColumn(),
    members: p.type(MemberChangesType).$type<PolicyChange['members']>(),
    status: p.text().$type<NonNullable<PolicyChange['status']>>().strictNullable(),
    addedRates: p.type(RateVersionsType).$type<PolicyChange['addedRates']>(),
    reason: p.text().strictNullable(),
    note: p.text().strictNullable(),
    policyVersion: p.integer(),
    recordedAt: instantColumn(),
    recordedBy: p.text(),
    withdrawnAt: instantColumn().strictNullable(),
    withdrawnBy: p.text().strictNullable(),
  },
});

/** A policy as it was on a day. */
export type PolicyDay = DatedPolicy & { day: CalendarDate };

const PolicyDayEntity = defineEntity({
  name: 'PolicyDay',
  tableName: 'policy_day',
  properties: {
    policyId: p.uuid().primary(),
    day: dateColumn().primary(),
    status: p.text().$type<PolicyDay['status']>(),
    statusSince: dateColumn(),
    statusReason: p.text().strictNullable(),
    statusNote: p.text().strictNullable(),
    members: p.type(MemberChangesType).$type<PolicyChange['members']>(),
  },
});

/** The first night with cover or price changed by a version of the policy. */
export type PolicyEffect = { version: number; changedFrom: CalendarDate };

const PolicyEffectEntity = defineEntity({
  name: 'PolicyEffect',
  tableName: 'policy_effect',
  properties: {
    policyId: p.uuid().primary(),
    version: p.integer().primary(),
    changedFrom: dateColumn(),
  },
});

const NamedNightsEntity = defineEntity({
  name: 'NamedNights',
  tableName: 'named_nights',
  properties: {
    organizationId: p.text(),
    policyId: p.uuid().primary(),
    propertyId: p.text().primary(),
    start: dateColumn().primary().fieldName('first_night'),
    end: dateColumn().fieldName('free_from'),
    productLine: p.text().strictNullable(),
  },
});

export const rowEntities = [
  NamedNightsEntity,
  PolicyEffectEntity,
  PolicyDayEntity,
  PolicyChangeEntity,
  TermEntity,
  EnrollmentEntity,
  ElectionEntity,
  PropertyEntity,
];

/** The terms before the current one. */
export const earlierTerms = ownedRows<Term, { policyId: string }>(TermEntity, ['policyId']);
export const enrollments = ownedRows<Enrollment, { policyId: string }>(EnrollmentEntity, ['policyId']);
export const elections = ownedRows<KeptElection, { organizationId: string }>(ElectionEntity, ['organizationId']);
export const policyEffects = ownedRows<PolicyEffect, { policyId: string }>(PolicyEffectEntity, ['policyId']);
export const policyDays = ownedRows<PolicyDay, { policyId: string }>(PolicyDayEntity, ['policyId']);
export const namedNights = ownedRows<NamedNights, { organizationId: string; policyId: string }>(NamedNightsEntity, [
  'organizationId',
  'policyId',
]);
export const policyChanges = ownedRows<PolicyChange, { policyId: string }>(PolicyChangeEntity, ['policyId']);

const propertyRows = ownedRows<KeptProperty, { organizationId: string }>(PropertyEntity, ['organizationId']);

/** A property from before facts had dates: its facts hold for all time. */
const withFacts = (row: KeptProperty): KeptProperty => {
  const { state, country, propertyType, groupIds, statedAt } = row;
  const first = { effectiveFrom: FIRST_DAY, facts: { state, country, propertyType, groupIds } };
  return {
    ...row,
    knownFrom: row.knownFrom ?? businessDate(statedAt),
    facts: row.facts.length === 0 ? [first] : row.facts,
  };
};

export const properties: typeof propertyRows = {
  ...propertyRows,
  read: async (on, rows) => (await propertyRows.read(on, rows)).map(withFacts),
  select: async (work, rest, params) => (await propertyRows.select(work, rest, params)).map(withFacts),
};
