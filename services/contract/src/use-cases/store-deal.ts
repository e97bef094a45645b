import type { PolicyTerms } from '@staycover/api';
import type { Work } from '@staycover/change';
import { type Context, type Decision, DomainError } from '@staycover/kernel';
import { contracts, findContractByDeal } from '../db/contracts.ts';
import { settleDeal, settleWithContract } from '../db/received-deals.ts';
import type { ClosedDeal, Contract, ContractEvent } from '../domain/contract.ts';

export type CloseDeal = {
  /** What the deal's bytes are kept under. */
  receivedId: string;
  deal: ClosedDeal<PolicyTerms>;
  /** The contract that it makes if it is the first. */
  decision: Decision<Contract, ContractEvent<PolicyTerms>>;
};

/**
 * Stores the contract of a closed deal, which names its policy, once per organization and deal. A repetition gets the
 * contract that is there.
 * @throws DomainError `deal-conflict` when the deal came before with other content.
 */
export const storeDeal = async (
  work: Work,
  context: Context,
  { receivedId, deal, decision }: CloseDeal,
): Promise<{ contract: Contract; created: boolean }> => {
  const { organizationId, crmDealId } = deal;
  const named = { organizationId, crmDealId };
  const made = { ...named, outcome: 'created', contractId: decision.state.id } as const;
  if (await contracts.add(work, context, decision, settleWithContract(receivedId, made))) {
    return { contract: decision.state, created: true };
  }
  const contract = await findContractByDeal(work, deal);
  if (contract.dealHash !== deal.hash) {
    const detail = `Deal ${crmDealId} made contract ${contract.contractReference} with other content.`;
    const extra = { contractId: contract.id, contractReference: contract.contractReference };
    throw new DomainError('deal-conflict', detail, extra);
  }
  await settleDeal(work, receivedId, { ...named, outcome: 'repeated', contractId: contract.id });
  return { contract, created: false };
};
