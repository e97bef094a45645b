import { change, type Target, type Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { hasEnded } from '../db/policies.ts';
import { renewals } from '../db/renewals.ts';
import { humanMoves, type Move, move } from '../domain/move.ts';
import { assertReopens, isResumable, type Renewal, type RenewalStatus } from '../domain/renewal.ts';

/** Moves a renewal as a person decides; one that has ended is taken up again as long as its policy has not. */
export const moveRenewal = async (work: Work, context: Context, target: Target, wanted: Move): Promise<Renewal> => {
  const isOver = wanted.status === 'SCHEDULED' && (await hasEnded(work, target.id));
  return change(work, renewals, context, target, (before) => {
    if (isOver) assertReopens(before);
    return move(before, wanted);
  });
};

/** The states to which a person may move the renewal now. */
export const possibleMoves = async (work: Work, renewal: Renewal): Promise<RenewalStatus[]> => {
  const isOver = isResumable(renewal) && (await hasEnded(work, renewal.id));
  return humanMoves[renewal.status].filter((to) => to !== 'SCHEDULED' || !isOver);
};
