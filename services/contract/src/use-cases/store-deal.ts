import type { PolicyTerms } from '@staycover/api';
import type { Work } from '@staycover/change';
import { type Context, type Decision, DomainError, isDomainError } from '@staycover/kernel';
import { contracts, findContractByDeal } from '../db/contracts.ts';
import { settleDeal, settleWithContract } from '../db/received-deals.ts';
import type { Contract, ContractEvent } from '../domain/contract.ts';
import type { ReadDeal } from './read-deal.ts';

export type DealDecision = Decision<Contract, ContractEvent<PolicyTerms>>;

type CloseDeal = {
  /** What the deal's bytes are kept under. */
  receivedId: string;
  deal: ReadDeal;
  /** The contract that it makes if it is the first; undefined: it is not. */
  decision: DealDecision | undefined;
};

/** Undefined where this deal made a contract before, and is refused only because its days have passed since. */
export const decideDeal = async (
  work: Work,
  deal: ReadDeal,
  decide: () => DealDecision,
): Promise<DealDecision | undefined> => {
  try {
    return decide();
  } catch (error) {
    const contract = isDomainError(error) ? await findContractByDeal(work, deal) : undefined;
    if (contract && isMadeBy(contract, deal)) return undefined;
    throw error;
  }
};

const isMadeBy = ({ dealHash }: Contract, { hash, formerHashes }: ReadDeal): boolean =>
  dealHash === hash || formerHashes.includes(dealHash);

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
  if (decision) {
    const made = { ...named, outcome: 'created', contractId: decision.state.id } as const;
    const isFirst = await contracts.add(work, context, decision, settleWithContract(receivedId, made));
    if (isFirst) return { contract: decision.state, created: true };
  }
  const contract = (await findContractByDeal(work, deal))!;
  if (!isMadeBy(contract, deal)) {
    const detail = `Deal ${crmDealId} made contract ${contract.contractReference} with other content.`;
    const extra = { contractId: contract.id, contractReference: contract.contractReference };
    throw new DomainError('deal-conflict', detail, extra);
  }
  await settleDeal(work, receivedId, { ...named, outcome: 'repeated', contractId: contract.id });
  return { contract, created: false };
};
