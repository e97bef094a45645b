import type { Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { type RenewableContract, renewableContracts } from '../db/contracts.ts';
import { lockReviewsOfContract } from '../db/renewals.ts';
import { endReviews } from './end-reviews.ts';

/** Keeps what is new of a contract; reviews for it end once it is ACTIVE again, also when that comes late. */
export const followContract = async (tx: Work, contract: RenewableContract, context: Context): Promise<void> => {
  await renewableContracts.put(tx, contract);
  if (contract.status === 'ACTIVE') await endReviews(tx, await lockReviewsOfContract(tx, contract), context);
};
