import type { Work } from '@staycover/change';
import { type Context, unchanged } from '@staycover/kernel';
import { readCircumstances } from '../db/circumstances.ts';
import { lockPolicies, renewablePolicies } from '../db/policies.ts';
import { lockFollowingRenewals, renewals } from '../db/renewals.ts';
import { cancelWithPolicy, fail, isRefusedForPolicy, reinstate, resume } from '../domain/answer.ts';
import { noCircumstances } from '../domain/circumstances.ts';
import { followTerm } from '../domain/decide.ts';
import { isNonRenewing, type RenewablePolicy } from '../domain/policy.ts';
import { isOfTerm, isOpen, type Renewal, renewalJob, type Step } from '../domain/renewal.ts';
import { endReview } from '../domain/review.ts';

/** A decision about the renewal that a policy event answers. */
export type Answer = { renewalId: string; decide: (renewal: Renewal) => Step };

/** A policy as its event has it. */
export type News = {
  policy: RenewablePolicy;
  context: Context;
  /** Days before the end of a term from which its renewal is looked after. */
  horizon: number;
};

/**
 * Stores a policy event, and what follows for the policy's renewals: they are cancelled with a policy that does not renew,
 * and reinstated when it renews after all; an open one moves to another end of the term, unless that has its own; a review
 * ends with the suspension that caused it. An answer alone decides about its renewal, also when the policy state is known
 * already.
 */
export const followPolicy = async (tx: Work, news: News, answer?: Answer): Promise<void> => {
  const { policy, context } = news;
  const isNewer = await renewablePolicies.put(tx, policy);
  if (!isNewer && !answer) return;
  const found = await lockFollowingRenewals(tx, policy.id, { termEnd: policy.termEnd, answered: answer?.renewalId });
  const others = found.filter(({ id }) => id !== answer?.renewalId);
  const follow = isNewer ? await reactionTo(tx, news, others) : unchanged;
  const changes = found.map((before) => ({
    before,
    decision: answer && before.id === answer.renewalId ? answer.decide(before) : follow(before),
  }));
  await renewals.replaceAll(tx, { ...context, actor: renewalJob }, changes);
};

/** A refusal of a new term, with the policy as it was then. */
export type Refusal = News & { renewalId: string; reason: string };

/**
 * A refused renewal has failed, and waits for a person. Where it was refused for its policy, which may be another by now, it
 * follows that instead, as if it had not been asked for.
 */
export const followRefusal = async (tx: Work, { renewalId, reason, ...news }: Refusal): Promise<void> => {
  const { policy, context } = news;
  const [known] = await lockPolicies(tx, [policy.id]);
  const current = known && known.version >= policy.version ? known : policy;
  const found = await lockFollowingRenewals(tx, policy.id, { termEnd: current.termEnd, answered: renewalId });
  const before = found.find(({ id }) => id === renewalId);
  const failed = before && fail(before, reason, context);
  if (!failed || failed.events.length === 0) return;
  const resumed = isRefusedForPolicy(before, policy) ? resume(failed.state) : undefined;
  const after = resumed ? resumed.state : failed.state;
  const others = found.filter((renewal) => renewal !== before);
  const follow = await reactionTo(tx, { ...news, policy: current }, [...others, after]);
  const reaction = follow(after);
  const next = resumed && reaction.events.length === 0 ? resumed : reaction;
  const decisions = [failed, next].filter(({ events }) => events.length > 0);
  const changes = decisions.map((decision) => ({ before, decision }));
  await renewals.replaceAll(tx, { ...context, actor: renewalJob }, changes);
};

/** The reaction of a policy's renewals to its event. */
const reactionTo = async (
  tx: Work,
  { policy, context, horizon }: News,
  found: readonly Renewal[],
): Promise<(renewal: Renewal) => Step> => {
  const isFollowed = found.some((renewal) => isOfTerm(renewal, policy));
  const moving = isFollowed ? undefined : found.find(isOpen);
  const isAsked = moving !== undefined || found.some(({ status }) => status === 'MANUAL_REVIEW');
  const circumstances = isAsked ? (await readCircumstances(tx, [policy.id]))(policy.id) : noCircumstances;
  return (renewal) => {
    if (isNonRenewing(policy)) return cancelWithPolicy(renewal);
    if (renewal === moving) return followTerm({ ...circumstances, policy, renewal, context, horizon });
    if (!isOfTerm(renewal, policy)) return cancelWithPolicy(renewal);
    return isOpen(renewal) ? endReview(renewal, { ...circumstances, policy }) : reinstate(renewal, policy);
  };
};
