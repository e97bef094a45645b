import { change, inTransaction, type Target, type Work } from '@staycover/change';
import { type Actor, type Context, DomainError, invalidTransition } from '@staycover/kernel';
import { readCircumstances } from '../db/circumstances.ts';
import { findPolicyToRenew } from '../db/policies.ts';
import { renewals } from '../db/renewals.ts';
import { humanMoves, type Move, move } from '../domain/move.ts';
import { hasEnded, type RenewablePolicy } from '../domain/policy.ts';
import { lossFundRateOn } from '../domain/rate.ts';
import { isOfTerm, isResumable, type Renewal, type RenewalStatus, type ReviewReason } from '../domain/renewal.ts';
import { temporaryReasons } from '../domain/review.ts';

/**
 * Moves a renewal as a person decides, as long as it is of the policy's own term; one that has ended is taken up again as
 * long as its policy has not.
 */
export const moveRenewal = (work: Work, context: Context, target: Target, wanted: Move): Promise<Renewal> =>
  inTransaction(work, async (tx) => {
    const policy = await findPolicyToRenew(tx, context.actor, target.id);
    const holding = policy && wanted.status === 'SCHEDULED' ? await readHolding(tx, policy) : [];
    return change(tx, renewals, context, target, (before) => {
      if (policy) assertInForce(before, policy, wanted.status);
      const lossFund = policy && lossFundRateOn(policy, before.newTermStart);
      const decision = move(before, wanted, { lossFund, holding });
      if (policy && decision.events.length > 0) assertOfTerm(before, policy, wanted);
      return decision;
    });
  });

const readHolding = async (tx: Work, policy: RenewablePolicy): Promise<ReviewReason[]> => {
  const circumstances = await readCircumstances(tx, [policy.id]);
  return temporaryReasons({ ...circumstances(policy.id), policy });
};

/** Whether a move would take up a renewal that has ended, of a policy that has. */
const isTooLate = (renewal: Renewal, policy: RenewablePolicy, to: RenewalStatus): boolean =>
  to === 'SCHEDULED' && isResumable(renewal) && hasEnded(policy);

const assertInForce = (renewal: Renewal, policy: RenewablePolicy, to: RenewalStatus): void => {
  if (!isTooLate(renewal, policy, to)) return;
  throw new DomainError('policy-not-in-force', 'The policy has ended; write a new one.');
};

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
  return moves.filter((to) => !isTooLate(renewal, policy, to));
};
