import type { Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { type RenewableContract, renewableContracts } from '../db/contracts.ts';
import { lockContractReviews } from '../db/renewals.ts';
import { endReviews } from './end-reviews.ts';

/** Stores a contract event; reviews because of the contract end once it is ACTIVE again and goes on, even by a late event. */
export const followContract = async (tx: Work, contract: RenewableContract, context: Context): Promise<void> => {
  await renewableContracts.put(tx, contract);
  if (contract.status === 'ACTIVE') await endReviews(tx, await lockContractReviews(tx, contract), context);
};
