import type { Database, Tx } from '@staycover/db';
import { contractEvents } from '@staycover/events';
import type { Actor, Clock, NewId } from '@staycover/kernel';
import { appendEvents, newEvent } from '@staycover/messaging';
import { changeContract as store } from '../db/contracts.ts';
import {
  type Contract,
  type ContractChanges,
  type ContractStatus,
  changeContract,
  moveContract,
} from '../domain/contract.ts';
import { contractResource } from '../wire.ts';

type Deps = { database: Database; clock: Clock; newId: NewId };

export type ChangeContract = {
  id: string;
  /** Sees the contract before it is changed, to refuse a stale version. */
  check: (contract: Contract) => void;
};

const state = (contract: Contract) => ({
  organizationId: contract.organizationId,
  version: contract.version,
  contractId: contract.id,
  contract: contractResource(contract),
});

/** Changes what the command provides of a contract, and says so by `contract-changed`. */
export const updateContract =
  ({ database, clock, newId }: Deps) =>
  (actor: Actor, { id, check, changes }: ChangeContract & { changes: ContractChanges }): Promise<Contract> =>
    database.transaction(async (tx: Tx) => {
      const now = clock();
      const { contract, changed } = await store(tx, { actor, id, now, check }, (before) =>
        changeContract(before, changes),
      );
      if (changed) {
        const event = newEvent(contractEvents.contractChanged, contract, state(contract));
        await appendEvents(tx, [event], { now, newId });
      }
      return contract;
    });

/** Moves a contract to another state, and says so by `contract-status-changed`. */
export const setContractStatus =
  ({ database, clock, newId }: Deps) =>
  (actor: Actor, { id, check, status }: ChangeContract & { status: ContractStatus }): Promise<Contract> =>
    database.transaction(async (tx: Tx) => {
      const now = clock();
      let previousStatus = status;
      const { contract, changed } = await store(tx, { actor, id, now, check }, (before) => {
        previousStatus = before.status;
        return moveContract(before, status);
      });
      if (changed) {
        const data = { ...state(contract), previousStatus };
        await appendEvents(tx, [newEvent(contractEvents.contractStatusChanged, contract, data)], { now, newId });
      }
      return contract;
    });
