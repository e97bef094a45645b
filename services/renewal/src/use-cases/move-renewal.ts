import { change, inTransaction, type Target, type Work } from '@staycover/change';
import type { Actor, Context } from '@staycover/kernel';
import { findPolicyToRenew } from '../db/policies.ts';
import { renewals } from '../db/renewals.ts';
import { humanMoves, type Move, move } from '../domain/move.ts';
import { hasEnded } from '../domain/policy.ts';
import { lossFundRateOn } from '../domain/rate.ts';
import { assertReopens, isResumable, type Renewal, type RenewalStatus } from '../domain/renewal.ts';

/** Moves a renewal as a person decides; one that has ended is taken up again as long as its policy has not. */
export const moveRenewal = (work: Work, context: Context, target: Target, wanted: Move): Promise<Renewal> =>
  inTransaction(work, async (tx) => {
    const policy = wanted.status === 'SCHEDULED' ? await findPolicyToRenew(tx, context.actor, target.id) : undefined;
    return change(tx, renewals, context, target, (before) => {
      if (policy && hasEnded(policy)) assertReopens(before);
      return move(before, wanted, policy && lossFundRateOn(policy, before.newTermStart));
    });
  });

/** The states to which a person may move the renewal now. */
export const possibleMoves = async (work: Work, actor: Actor, renewal: Renewal): Promise<RenewalStatus[]> => {
  const policy = isResumable(renewal) ? await findPolicyToRenew(work, actor, renewal.id) : undefined;
  return humanMoves[renewal.status].filter((to) => to !== 'SCHEDULED' || !policy || !hasEnded(policy));
};
