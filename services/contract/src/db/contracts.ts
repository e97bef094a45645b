import type { PolicyTerms } from '@staycover/api';
import { repository, type Work } from '@staycover/change';
import { type Measured, type Page, pageInSql, query, readPage, statesIn } from '@staycover/db';
import { type Actor, type CalendarDate, mayAccess } from '@staycover/kernel';
import { type Contract, type ContractEvent, type ContractStatus, type DealKey, noDetails } from '../domain/contract.ts';
import { expiringStatuses } from '../domain/expiration.ts';
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

/** The contract that a deal has made, if it has. */
export const findContractByDeal = async (
  work: Work,
  { organizationId, crmDealId }: DealKey,
): Promise<Contract | undefined> => {
  const [contract] = await contracts.select(work, 'where organization_id = $1 and crm_deal_id = $2', [
    organizationId,
    crmDealId,
  ]);
  return contract;
};

/** A page of the contracts of an organization by id, and the cursor of the next page when there is one. */
export const listContracts = async (
  work: Work,
  actor: Actor,
  { organizationId, status }: { organizationId: string; status?: ContractStatus | undefined },
  asked: Page,
): Promise<{ page: Contract[]; next: string | undefined }> => {
  if (!mayAccess(actor, organizationId)) return { page: [], next: undefined };
  const { beyond, sort } = pageInSql(asked.order);
  const fits = `where t.organization_id = $1 and ($2::uuid is null or t.id ${beyond} $2) and ($4::text is null or t.status = $4)
    order by t.id ${sort} limit $3`;
  const given = ({ limit, after }: Page) => [organizationId, after ?? null, limit, status ?? null];
  return readPage<Contract, string>(asked, {
    select: (page) => contracts.select(work, fits, given(page)),
    selectThese: (ids) => contracts.select(work, `where t.id = any($1) order by t.id ${sort}`, [ids]),
    measure: (page) =>
      query<Measured<string>>(
        work,
        `select t.id as key, octet_length(t.details::text) as bytes from contract t ${fits}`,
        given(page),
      ),
    getKey: ({ id }) => id,
  });
};

/** Ids of contracts with a last day before `today`, sorted, after `after`. */
export const contractsPastExpiration = async (
  work: Work,
  today: CalendarDate,
  { limit, after }: Page,
): Promise<string[]> => {
  const text = `select id from contract where status in ${statesIn(expiringStatuses)} and expiration_date < $1
    and ($2::uuid is null or id > $2) order by id limit $3`;
  const rows = await query<{ id: string }>(work, text, [today.toString(), after ?? null, limit]);
  return rows.map(({ id }) => id);
};

/** These contracts, locked until the end of the transaction. */
export const lockContracts = (tx: Work, ids: readonly string[]): Promise<Contract[]> =>
  contracts.select(tx, 'where t.id = any($1::uuid[]) order by t.id for update', [ids]);
