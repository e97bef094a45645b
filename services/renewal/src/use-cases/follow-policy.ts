import type { Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { readCircumstances } from '../db/circumstances.ts';
import { renewablePolicies } from '../db/policies.ts';
import { lockFollowingRenewals, renewals } from '../db/renewals.ts';
import { abandon, takeUp } from '../domain/answer.ts';
import { isLeaving, noCircumstances } from '../domain/circumstances.ts';
import type { RenewablePolicy } from '../domain/policy.ts';
import { isOpen, type Renewal, renewalJob, type Step } from '../domain/renewal.ts';
import { endReview } from '../domain/review.ts';

/** A decision about the renewal that a policy event answers. */
export type Answer = { renewalId: string; decide: (renewal: Renewal) => Step };

/**
 * Stores a policy event: closes open renewals of a policy that will not continue, or of a term that is not its own any more,
 * takes up the one that was closed so when it will after all, and ends reviews because of a suspension that is over. An answer
 * to a renewal also counts when the policy state is known already.
 */
export const followPolicy = async (
  tx: Work,
  policy: RenewablePolicy,
  context: Context,
  answer?: Answer,
): Promise<void> => {
  const isNewer = await renewablePolicies.put(tx, policy);
  if (!isNewer && !answer) return;
  const found = await lockFollowingRenewals(tx, policy.id, answer?.renewalId);
  const follow = isNewer ? await reactionTo(tx, policy, found) : undefined;
  const changes = found.flatMap((before) => {
    const steps = follow ? [follow(before)] : [];
    if (before.id === answer?.renewalId) steps.push(answer.decide(steps[0]?.state ?? before));
    return steps.filter(({ events }) => events.length > 0).map((decision) => ({ before, decision }));
  });
  await renewals.replaceAll(tx, { ...context, actor: renewalJob }, changes);
};

/** Applies an answer without a new policy state. */
export const followAnswer = async (tx: Work, policyId: string, context: Context, answer: Answer): Promise<void> => {
  const found = await lockFollowingRenewals(tx, policyId, answer.renewalId);
  const changes = found
    .filter(({ id }) => id === answer.renewalId)
    .map((before) => ({ before, decision: answer.decide(before) }));
  await renewals.replaceAll(tx, { ...context, actor: renewalJob }, changes);
};

/** The reaction of a policy's renewals to its event. */
const reactionTo = async (
  tx: Work,
  policy: RenewablePolicy,
  found: readonly Renewal[],
): Promise<(renewal: Renewal) => Step> => {
  const inReview = found.some(({ status }) => status === 'MANUAL_REVIEW');
  const circumstances = inReview ? (await readCircumstances(tx, [policy.id]))(policy.id) : noCircumstances;
  const isOfTerm = ({ previousTermEnd }: Renewal): boolean => previousTermEnd.equals(policy.termEnd);
  const isFollowed = found.some(isOfTerm);
  return (renewal) => {
    // Without a renewal of the policy's own term the job gives it this one.
    const isOfOther = isFollowed && !isOfTerm(renewal);
    if (isOfOther || isLeaving(policy, renewal.newTermStart)) return abandon(renewal);
    return isOpen(renewal) ? endReview(renewal, { ...circumstances, policy }) : takeUp(renewal, policy);
  };
};
