import { Contract, ContractStatus, fields, PolicyTerms, schemaExample } from '@staycover/api';
import { z } from 'zod';
import { aggregate } from './common.ts';
import { defineEvent } from './define.ts';

const contract = schemaExample(Contract);
const { id: contractId, organizationId, version } = contract;

const state = { ...aggregate, contractId: fields.uuid, contract: Contract };
const stateExample = { organizationId, version, contractId, contract };

export const dealClosed = defineEvent('contract', {
  name: 'deal-closed',
  summary: 'A closed deal made a contract; its policy gets the given id',
  data: z.object({
    ...state,
    crmDealId: fields.longText,
    contractReference: fields.longText,
    policyId: fields.uuid,
    currency: fields.longText,
    baseRatePerNight: z.number().nullable(),
    effectiveDate: fields.calendarDate,
    expirationDate: fields.calendarDate,
    termMonths: z.int(),
    policyTerms: PolicyTerms,
  }),
  aggregateId: contractId,
  example: {
    ...stateExample,
    crmDealId: contract.crmDealId,
    contractReference: contract.contractReference,
    policyId: '01a182d4-4751-79ac-8d83-fcf043f9cadb',
    currency: contract.currency,
    baseRatePerNight: contract.baseRatePerNight,
    effectiveDate: contract.effectiveDate,
    expirationDate: contract.expirationDate,
    termMonths: contract.termMonths,
    policyTerms: schemaExample(PolicyTerms),
  },
});

export const contractChanged = defineEvent('contract', {
  name: 'contract-changed',
  summary: 'A contract was changed, other than its state',
  data: z.object(state),
  aggregateId: contractId,
  example: { ...stateExample, version: 2, contract: { ...contract, notes: 'Renegotiate in spring', version: 2 } },
});

export const contractStatusChanged = defineEvent('contract', {
  name: 'contract-status-changed',
  summary: 'A contract moved to another state',
  data: z.object({ ...state, previousStatus: ContractStatus }),
  aggregateId: contractId,
  example: {
    ...stateExample,
    version: 3,
    contract: { ...contract, status: 'ACTIVE', version: 3 },
    previousStatus: 'DRAFT',
  },
});
