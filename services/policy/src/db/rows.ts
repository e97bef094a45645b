import { defineEntity, p } from '@mikro-orm/core';
import { rowsOf } from '@staycover/change';
import { dateColumn, instantColumn, jsonColumn, moneyColumn } from '@staycover/db';
import type { KeptElection, KeptProperty } from '../domain/elect.ts';
import type { Enrollment } from '../domain/enrollment.ts';
import type { Term } from '../domain/policy.ts';

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
  },
});

const ElectionEntity = defineEntity({
  name: 'Election',
  tableName: 'coverage_election',
  properties: {
    organizationId: p.text().primary(),
    policyId: p.uuid().primary(),
    electionId: p.text().primary(),
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
  },
});

const PropertyEntity = defineEntity({
  name: 'Property',
  tableName: 'property',
  properties: {
    organizationId: p.text().primary(),
    propertyId: p.text().primary(),
    statedAt: instantColumn(),
    propertyReferenceId: p.text().strictNullable(),
    propertyName: p.text().strictNullable(),
    state: p.text().strictNullable(),
    country: p.text().strictNullable(),
    propertyType: p.text().strictNullable(),
    groupIds: jsonColumn<string[]>(),
  },
});

export const rowEntities = [TermEntity, EnrollmentEntity, ElectionEntity, PropertyEntity];

/** The terms before the current one. */
export const earlierTerms = rowsOf<Term, { policyId: string }>(TermEntity, ['policyId']);
export const enrollments = rowsOf<Enrollment, { policyId: string }>(EnrollmentEntity, ['policyId']);
export const elections = rowsOf<KeptElection, { organizationId: string }>(ElectionEntity, ['organizationId']);
export const properties = rowsOf<KeptProperty, { organizationId: string }>(PropertyEntity, ['organizationId']);
