import type { PolicyTerms } from '@staycover/api';
import { repository, type Work } from '@staycover/change';
import { type Actor, mayAccess } from '@staycover/kernel';
import { type Contract, type ContractEvent, noDetails } from '../domain/contract.ts';
import { announcements } from '../events.ts';
import { ContractEntity } from './entities.ts';

/** Where contracts live; one is there already when one of the same deal is. */
export const contracts = repository<Contract, ContractEvent<PolicyTerms>>({
  resource: 'contract',
  entity: ContractEntity,
  announcements,
  conflict: ['organizationId', 'crmDealId'],
  defaults: { details: noDetails },
});

/** The contract that a deal has made. */
export const contractOfDeal = async (
  work: Work,
  { organizationId, crmDealId }: Pick<Contract, 'organizationId' | 'crmDealId'>,
): Promise<Contract> => {
  const [contract] = await contracts.select(work, 'where organization_id = $1 and crm_deal_id = $2', [
    organizationId,
    crmDealId,
  ]);
  return contract!;
};

/** Contracts of an organization from the oldest, after `after` (a contract's id). */
export const listContracts = async (
  work: Work,
  actor: Actor,
  organizationId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Contract[]> => {
  if (!mayAccess(actor, organizationId)) return [];
  const page = 'where organization_id = $1 and ($2::uuid is null or id > $2) order by id limit $3';
  return contracts.select(work, page, [organizationId, after ?? null, limit]);
};
