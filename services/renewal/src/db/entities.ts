import { defineEntity, p } from '@mikro-orm/core';
import { aggregateColumns, dateColumn, instantColumn, jsonColumn, moneyColumn } from '@staycover/db';
import type { Notice } from '../domain/policy.ts';
import type { RateReason } from '../domain/rate.ts';
import type { RenewalStatus, ReviewReason } from '../domain/renewal.ts';

export const RenewalEntity = defineEntity({
  name: 'Renewal',
  tableName: 'renewal',
  properties: {
    ...aggregateColumns(),
    policyId: p.uuid(),
    previousTermEnd: dateColumn(),
    newTermStart: dateColumn(),
    newTermEnd: dateColumn(),
    previousRate: moneyColumn().strictNullable(),
    newRate: moneyColumn().strictNullable(),
    rateReason: p.text().$type<RateReason>(),
    status: p.text().$type<RenewalStatus>(),
    failureReason: p.text().strictNullable(),
    processedAt: instantColumn().strictNullable(),
    processedBy: p.text().strictNullable(),
    reviewReasons: jsonColumn<readonly ReviewReason[]>(),
    approvedReasons: jsonColumn<readonly ReviewReason[]>(),
    noticesSent: jsonColumn<readonly Notice[]>(),
    cancelledWithPolicy: p.boolean(),
    requestedAt: instantColumn().strictNullable(),
    requestedBy: p.text().strictNullable(),
    runId: p.uuid().strictNullable(),
  },
});

export const entities = [RenewalEntity];
