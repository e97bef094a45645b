import { change, inTransaction, type Target, type Work } from '@staycover/change';
import type { Actor, Context } from '@staycover/kernel';
import { hasEnded } from '../db/policies.ts';
import { renewals } from '../db/renewals.ts';
import { humanMoves, type Move, move } from '../domain/move.ts';
import { assertReopens, isResumable, type Renewal, type RenewalStatus } from '../domain/renewal.ts';

/** Moves a renewal as a person decides; one that has ended is taken up again as long as its policy has not. */
export const moveRenewal = (work: Work, context: Context, target: Target, wanted: Move): Promise<Renewal> =>
  inTransaction(work, async (tx) => {
    const isOver = wanted.status === 'SCHEDULED' && (await hasEnded(tx, context.actor, target.id));
    return change(tx, renewals, context, target, (before) => {
      if (isOver) assertReopens(before);
      return move(before, wanted);
    });
  });

/** The states to which a person may move the renewal now. */
export const possibleMoves = async (work: Work, actor: Actor, renewal: Renewal): Promise<RenewalStatus[]> => {
  const isOver = isResumable(renewal) && (await hasEnded(work, actor, renewal.id));
  return humanMoves[renewal.status].filter((to) => to !== 'SCHEDULED' || !isOver);
};
