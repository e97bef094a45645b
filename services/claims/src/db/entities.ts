import { defineEntity, p } from '@mikro-orm/core';
import { aggregateColumns, dateColumn, jsonColumn, moneyColumn } from '@staycover/db';
import type { Adjudication } from '../domain/adjudication.ts';
import type { ClaimAssessment } from '../domain/assessment/result.ts';
import type { ClaimStatus, Payout, StatusChange } from '../domain/claim.ts';
import type { ClaimDocument, ClaimUrl, CoverageType } from '../domain/content.ts';
import type { ClaimCover } from '../domain/cover/claim-cover.ts';

export const ClaimEntity = defineEntity({
  name: 'Claim',
  tableName: 'claim',
  properties: {
    ...aggregateColumns(),
    number: p.bigint('bigint'),
    claimReference: p.text(),
    reservationReferenceId: p.text().strictNullable(),
    reservationId: p.bigint('bigint').strictNullable(),
    status: p.text().$type<ClaimStatus>(),
    damageDate: dateColumn().strictNullable(),
    damageDescription: p.text(),
    estimateAmount: moneyColumn().strictNullable(),
    category: p.text().strictNullable(),
    coverageType: p.text().$type<CoverageType>(),
    documents: jsonColumn<ClaimDocument[]>(),
    claimUrls: jsonColumn<ClaimUrl[]>(),
    followupAnswers: jsonColumn<Record<string, string>>(),
    assessment: jsonColumn<ClaimAssessment>().strictNullable(),
    statusHistory: jsonColumn<StatusChange[]>(),
    submissionHash: p.text(),
    byGuest: p.boolean(),
    policyId: p.uuid().strictNullable(),
    policyReference: p.text().strictNullable(),
    currency: p.text().strictNullable(),
    termStart: dateColumn().strictNullable(),
    selfCoverage: moneyColumn().strictNullable(),
    cover: jsonColumn<ClaimCover>().strictNullable(),
    decision: jsonColumn<Adjudication>().strictNullable(),
    insuredAmount: moneyColumn(),
    approvedAmount: moneyColumn(),
    reserveAmount: moneyColumn(),
    paidAmount: moneyColumn(),
    payouts: jsonColumn<Payout[]>(),
  },
});

export const entities = [ClaimEntity];
