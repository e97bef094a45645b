import { change, inTransaction, type Target, type Work } from '@staycover/change';
import { type Actor, type Context, invalidTransition } from '@staycover/kernel';
import { findPolicyToRenew } from '../db/policies.ts';
import { renewals } from '../db/renewals.ts';
import { humanMoves, type Move, move } from '../domain/move.ts';
import { hasEnded, type RenewablePolicy } from '../domain/policy.ts';
import { lossFundRateOn } from '../domain/rate.ts';
import { assertReopens, isOfTerm, isResumable, type Renewal, type RenewalStatus } from '../domain/renewal.ts';

/**
 * Moves a renewal as a person decides, as long as it is of the policy's own term; one that has ended is taken up again as
 * long as its policy has not.
 */
export const moveRenewal = (work: Work, context: Context, target: Target, wanted: Move): Promise<Renewal> =>
  inTransaction(work, async (tx) => {
    const policy = await findPolicyToRenew(tx, context.actor, target.id);
    return change(tx, renewals, context, target, (before) => {
      if (policy && hasEnded(policy) && wanted.status === 'SCHEDULED') assertReopens(before);
      const decision = move(before, wanted, policy && lossFundRateOn(policy, before.newTermStart));
      if (policy && decision.events.length > 0) assertOfTerm(before, policy, wanted);
      return decision;
    });
  });

const assertOfTerm = (renewal: Renewal, policy: RenewablePolicy, { status }: Move): void => {
  if (isOfTerm(renewal, policy)) return;
  const detail = `The term of the policy ends on ${policy.termEnd}, not on ${renewal.previousTermEnd}.`;
  throw invalidTransition(detail, renewal.status, status);
};

/** The states to which a person may move the renewal now. */
export const possibleMoves = async (work: Work, actor: Actor, renewal: Renewal): Promise<RenewalStatus[]> => {
  const moves = humanMoves[renewal.status];
  const policy = moves.length > 0 ? await findPolicyToRenew(work, actor, renewal.id) : undefined;
  if (!policy) return [...moves];
  if (!isOfTerm(renewal, policy)) return [];
  return moves.filter((to) => to !== 'SCHEDULED' || !isResumable(renewal) || !hasEnded(policy));
};
