import { defineEntity, p } from '@mikro-orm/core';
import { aggregateColumns, dateColumn, jsonColumn, moneyColumn } from '@staycover/db';
import type { ContractDetails, ContractStatus } from '../domain/contract.ts';

export const ContractEntity = defineEntity({
  name: 'Contract',
  tableName: 'contract',
  properties: {
    ...aggregateColumns(),
    crmDealId: p.text(),
    dealHash: p.text(),
    contractReference: p.text(),
    policyId: p.uuid(),
    status: p.text().$type<ContractStatus>(),
    effectiveDate: dateColumn(),
    expirationDate: dateColumn(),
    termMonths: p.integer(),
    autoRenew: p.boolean(),
    renewalTermMonths: p.integer(),
    cancellationNoticeDays: p.integer(),
    baseRatePerNight: moneyColumn().strictNullable(),
    currency: p.text(),
    details: jsonColumn<ContractDetails>(),
  },
});

export const entities = [ContractEntity];
