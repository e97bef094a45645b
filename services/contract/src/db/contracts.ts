import { LockMode } from '@mikro-orm/postgresql';
import { query, type Tx } from '@staycover/db';
import {
  type Actor,
  businessDate,
  DomainError,
  type Instant,
  isId,
  isSame,
  mayAccess,
  reference,
} from '@staycover/kernel';
import type { Contract } from '../domain/contract.ts';
import { ContractEntity } from './entities.ts';

export type StoredContract = Contract & { dealHash: string };

/** Only this file decides which organization's rows an actor reaches. */
const scope = (actor: Actor) =>
  actor.organizations === '*' ? {} : { organizationId: { $in: [...actor.organizations] } };

/** @throws DomainError `not-found` for an unknown, malformed or foreign id. */
export const getContract = async (tx: Tx, actor: Actor, id: string, lockMode?: LockMode): Promise<StoredContract> => {
  const contract = isId(id)
    ? await tx.findOne(ContractEntity, { id, ...scope(actor) }, lockMode ? { lockMode } : {})
    : null;
  if (!contract) throw DomainError.notFound('contract', id);
  return contract;
};

/** The contract that a deal made, locked against a second delivery of the same deal. */
export const lockDeal = async (tx: Tx, organizationId: string, crmDealId: string): Promise<StoredContract | null> => {
  await query(tx, 'select pg_advisory_xact_lock(hashtextextended($1, 1))', [`${organizationId} ${crmDealId}`]);
  return tx.findOne(ContractEntity, { organizationId, crmDealId });
};

export const nextReference = async (tx: Tx, now: Instant): Promise<string> => {
  const [row] = await query<{ number: string }>(tx, `select nextval('contract_number') as number`);
  return reference('CON', businessDate(now).year, BigInt(row!.number));
};

export const addContract = async (tx: Tx, contract: Omit<StoredContract, 'version'>): Promise<StoredContract> => {
  const stored = tx.create(ContractEntity, { ...contract, version: 1 });
  await tx.persist(stored).flush();
  return stored;
};

export type Change = { actor: Actor; id: string; now: Instant; check: (contract: Contract) => void };

/**
 * Loads a contract under lock, lets `decide` make the new one and stores it. `changed` is false when it is the same:
 * then nothing is stored and the version stays.
 */
export const changeContract = async (
  tx: Tx,
  { actor, id, now, check }: Change,
  decide: (contract: Contract) => Contract,
): Promise<{ contract: Contract; changed: boolean }> => {
  const stored = await getContract(tx, actor, id, LockMode.PESSIMISTIC_WRITE);
  check(stored);
  const decided = decide(stored);
  if (isSame({ ...stored }, { ...decided })) return { contract: stored, changed: false };
  Object.assign(stored, decided, { lastModifiedBy: actor.id, lastModifiedDate: now });
  await tx.flush();
  return { contract: stored, changed: true };
};

/** Contracts of an organization from the oldest, after `cursor` (a contract's id). */
export const listContracts = async (
  tx: Tx,
  actor: Actor,
  organizationId: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<Contract[]> => {
  if (!mayAccess(actor, organizationId)) return [];
  const where = { organizationId, ...(after ? { id: { $gt: after } } : {}) };
  return tx.find(ContractEntity, where, { orderBy: { id: 'asc' }, limit });
};
