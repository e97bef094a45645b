import type { PolicyTerms } from '@staycover/api';
import { type Announcements, announce } from '@staycover/change';
import { contractEvents } from '@staycover/events';
import type { Contract, ContractEvent } from './domain/contract.ts';
import { contractResource } from './wire.ts';

const toEventData = (contract: Contract) => ({
  organizationId: contract.organizationId,
  version: contract.version,
  contractId: contract.id,
  contract: contractResource(contract),
});

/** How each event of a contract is published. */
export const announcements: Announcements<Contract, ContractEvent<PolicyTerms>> = {
  'deal-closed': announce(contractEvents.dealClosed, (contract, { policyTerms }) => {
    const state = toEventData(contract);
    const { crmDealId, contractReference, policyId, currency, termMonths } = contract;
    const { baseRatePerNight, effectiveDate, expirationDate } = state.contract;
    const policy = { policyId, currency, baseRatePerNight, effectiveDate, expirationDate, termMonths, policyTerms };
    return { ...state, crmDealId, contractReference, ...policy };
  }),
  'contract-changed': announce(contractEvents.contractChanged, toEventData),
  'contract-status-changed': announce(contractEvents.contractStatusChanged, (contract, { previousStatus }) => ({
    ...toEventData(contract),
    previousStatus,
  })),
};
