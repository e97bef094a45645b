import type { Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { policies } from '../db/policies.ts';
import { renewalAnswers } from '../db/renewal-answers.ts';
import { earlierTerms } from '../db/rows.ts';
import type { Policy, PolicyDecision } from '../domain/policy.ts';
import { decideRenewal, type RenewalRequest } from '../domain/renewal.ts';
import { answerAgain, answerRenewal } from '../domain/renewal-answer.ts';
import { renewedData, stateOf } from '../events.ts';
import { storePolicy } from './store-policy.ts';

/**
 * Answers a request for a policy's next term by `term-renewed` or `renewal-rejected`. The decision is taken once per
 * renewal; asked again, the same answer is published again.
 */
export const renewPolicy = async (
  tx: Work,
  context: Context,
  policyId: string,
  request: RenewalRequest,
): Promise<void> => {
  const policy = await policies.find(tx, context.actor, policyId);
  if (!policy) return;
  const { renewalId } = request;
  const answer = await renewalAnswers.find(tx, context.actor, renewalId);
  if (answer) {
    await renewalAnswers.replace(tx, context, answer, answerAgain(answer));
    return;
  }
  const decided = decideRenewal(policy, request);
  if (decided.outcome === 'renewed') return renew(tx, context, renewalId, policy, decided.decision);
  const data = { ...stateOf(policy), renewalId, reason: decided.reason };
  await renewalAnswers.add(tx, context, answerRenewal(renewalId, policy, { event: 'renewal-rejected', data }, context));
};

const renew = async (
  tx: Work,
  context: Context,
  renewalId: string,
  before: Policy,
  decision: PolicyDecision,
): Promise<void> => {
  await earlierTerms.put(tx, { policyId: before.id }, [before]);
  const policy = await storePolicy(tx, context, before, decision);
  const data = renewedData(policy, { type: 'term-renewed', renewalId, previousTermEnd: before.termEnd });
  await renewalAnswers.add(tx, context, answerRenewal(renewalId, policy, { event: 'term-renewed', data }, context));
};
