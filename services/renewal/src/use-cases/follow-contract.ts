import type { Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { type RenewableContract, renewableContracts } from '../db/contracts.ts';
import { lockReviewsOfContract } from '../db/renewals.ts';
import { endReviews } from './end-reviews.ts';

/** Keeps what is new of a contract; once it is ACTIVE again the reviews for it end. */
export const followContract = async (tx: Work, contract: RenewableContract, context: Context): Promise<void> => {
  if (!(await renewableContracts.put(tx, contract)) || contract.status !== 'ACTIVE') return;
  await endReviews(tx, await lockReviewsOfContract(tx, contract), context);
};
