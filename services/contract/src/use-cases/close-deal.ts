import type { Tx } from '@staycover/db';
import { contractEvents } from '@staycover/events';
import { type Actor, DomainError, type Instant, type NewId } from '@staycover/kernel';
import { appendEvents, newEvent } from '@staycover/messaging';
import { addContract, lockDeal, nextReference } from '../db/contracts.ts';
import type { Contract } from '../domain/contract.ts';
import { contractResource } from '../wire.ts';
import type { ReadDeal } from './read-deal.ts';

export type CloseDeal = { deal: ReadDeal; actor: Actor; now: Instant; newId: NewId; traceparent?: string | undefined };

/**
 * Makes the contract and names the policy of a closed deal, once per organization and deal. A repetition gets the
 * contract that is there.
 * @throws DomainError `deal-conflict` when the deal came before with other content.
 */
export const closeDeal = async (tx: Tx, command: CloseDeal): Promise<{ contract: Contract; created: boolean }> => {
  const { deal, actor, now, newId, traceparent } = command;
  const { organizationId, crmDealId } = deal;
  const earlier = await lockDeal(tx, organizationId, crmDealId);
  if (earlier && earlier.dealHash === deal.hash) return { contract: earlier, created: false };
  if (earlier) {
    const detail = `Deal ${crmDealId} made contract ${earlier.contractReference} with other content.`;
    const extra = { contractId: earlier.id, contractReference: earlier.contractReference };
    throw new DomainError('deal-conflict', detail, extra);
  }
  const contract = await addContract(tx, {
    ...deal.terms,
    id: newId(),
    organizationId,
    crmDealId,
    dealHash: deal.hash,
    contractReference: await nextReference(tx, now),
    policyId: newId(),
    status: 'DRAFT',
    createdBy: actor.id,
    createdDate: now,
    lastModifiedBy: actor.id,
    lastModifiedDate: now,
  });
  await appendEvents(tx, [dealClosed(contract, deal)], { now, newId, traceparent });
  return { contract, created: true };
};

const dealClosed = (contract: Contract, deal: ReadDeal) => {
  const resource = contractResource(contract);
  return newEvent(contractEvents.dealClosed, contract, {
    organizationId: contract.organizationId,
    version: contract.version,
    contractId: contract.id,
    contract: resource,
    crmDealId: contract.crmDealId,
    contractReference: contract.contractReference,
    policyId: contract.policyId,
    currency: contract.currency,
    baseRatePerNight: resource.baseRatePerNight,
    effectiveDate: resource.effectiveDate,
    expirationDate: resource.expirationDate,
    termMonths: contract.termMonths,
    policyTerms: deal.policyTerms(contract.id),
  });
};
