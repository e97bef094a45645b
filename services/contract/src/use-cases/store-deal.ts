import type { PolicyTerms } from '@staycover/api';
import type { Work } from '@staycover/change';
import { type Context, type Decision, DomainError, isDomainError } from '@staycover/kernel';
import { contracts, findContractByDeal } from '../db/contracts.ts';
import { settleDeal, settleWithContract } from '../db/received-deals.ts';
import type { Contract, ContractEvent, DealKey } from '../domain/contract.ts';
import type { ParsedDeal } from './parse-deal.ts';

export type DealDecision = Decision<Contract, ContractEvent<PolicyTerms>>;

export const dealKey = ({ organizationId, crmDealId }: DealKey): DealKey => ({ organizationId, crmDealId });

export type StoredDeal = { contract: Contract; created: boolean };

type DealToStore = {
  /** What the deal's bytes are kept under. */
  receivedId: string;
  deal: ParsedDeal;
  /** The contract that it makes if it is the first; undefined: it is not. */
  decision: DealDecision | undefined;
};

/** Undefined where this deal made a contract before, and is refused only because its days have passed since. */
export const decideDeal = async (
  work: Work,
  deal: ParsedDeal,
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

const isMadeBy = ({ dealHash }: Contract, { hash, formerHashes }: ParsedDeal): boolean =>
  dealHash === hash || formerHashes.includes(dealHash);

/**
 * Stores the contract of a closed deal, which names its policy, once per organization and deal. A repetition gets the
 * contract that is there.
 * @throws DomainError `deal-conflict` when the deal came before with other content.
 */
export const storeDeal = async (
  work: Work,
  context: Context,
  { receivedId, deal, decision }: DealToStore,
): Promise<StoredDeal> => {
  const key = dealKey(deal);
  if (decision) {
    const made = { ...key, outcome: 'created', contractId: decision.state.id } as const;
    const isFirst = await contracts.add(work, context, decision, settleWithContract(receivedId, made));
    if (isFirst) return { contract: decision.state, created: true };
  }
  const contract = (await findContractByDeal(work, deal))!;
  if (!isMadeBy(contract, deal)) {
    const detail = `Deal ${deal.crmDealId} made contract ${contract.contractReference} with other content.`;
    const extra = { contractId: contract.id, contractReference: contract.contractReference };
    throw new DomainError('deal-conflict', detail, extra);
  }
  await settleDeal(work, receivedId, { ...key, outcome: 'repeated', contractId: contract.id });
  return { contract, created: false };
};
