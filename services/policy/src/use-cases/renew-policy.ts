import type { Work } from '@staycover/change';
import { businessDate, type Context } from '@staycover/kernel';
import { policies } from '../db/policies.ts';
import { changesFor, readChangesAhead } from '../db/policy-changes.ts';
import { renewalAnswers } from '../db/renewal-answers.ts';
import { earlierTerms } from '../db/rows.ts';
import { type PolicyDecision, type PolicyInTime, recordedBy } from '../domain/policy-in-time.ts';
import { renewTerm } from '../domain/renew.ts';
import type { RenewalRequest } from '../domain/renewal.ts';
import { answerAgain, answerRenewal } from '../domain/renewal-answer.ts';
import { renewedData, toEventData } from '../events.ts';
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
  const today = businessDate(context.now);
  const from = policy.status === 'EXPIRED' ? policy.firstTermStart : request.newTermStart;
  const changes = await changesFor(tx, policy, from, today);
  const decided = renewTerm(policy, changes, request, context);
  if (decided.outcome === 'renewed') return renew(tx, context, renewalId, policy, decided.decision);
  const data = { ...toEventData(policy), renewalId, reason: decided.reason };
  await renewalAnswers.add(tx, context, answerRenewal(renewalId, policy, { event: 'renewal-rejected', data }, context));
};

const renew = async (
  tx: Work,
  context: Context,
  renewalId: string,
  before: PolicyInTime,
  decision: PolicyDecision,
): Promise<void> => {
  await earlierTerms.put(tx, { policyId: before.id }, [before]);
  const policy = await storePolicy(tx, context, before, decision);
  const [change = null] = recordedBy(decision);
  const changesAhead = await readChangesAhead(tx, policy);
  const data = renewedData(policy, { renewalId, previousTermEnd: before.termEnd, change, changesAhead });
  await renewalAnswers.add(tx, context, answerRenewal(renewalId, policy, { event: 'term-renewed', data }, context));
};
