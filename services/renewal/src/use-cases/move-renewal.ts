import { change, type Target, type Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { hasExpired } from '../db/policies.ts';
import { renewals } from '../db/renewals.ts';
import { type Move, move } from '../domain/move.ts';
import { assertReopens, type Renewal } from '../domain/renewal.ts';

/** Moves a renewal as a person decides; one that was cancelled or failed is taken up again as long as its policy has not expired. */
export const moveRenewal = async (work: Work, context: Context, target: Target, wanted: Move): Promise<Renewal> => {
  const isExpired = wanted.status === 'SCHEDULED' && (await hasExpired(work, target.id));
  return change(work, renewals, context, target, (before) => {
    if (isExpired) assertReopens(before);
    return move(before, wanted);
  });
};
