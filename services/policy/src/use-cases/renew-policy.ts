import type { Work } from '@staycover/change';
import { businessDate, type Context } from '@staycover/kernel';
import { followedRenewals, isOvertaken, openRenewalAfter } from '../db/followed-renewals.ts';
import { policies } from '../db/policies.ts';
import { changesFor, readChangesAhead } from '../db/policy-changes.ts';
import { renewalAnswers } from '../db/renewal-answers.ts';
import { earlierTerms } from '../db/rows.ts';
import type { Policy } from '../domain/policy.ts';
import { type PolicyDecision, recordedBy } from '../domain/policy-in-time.ts';
import { renewTerm } from '../domain/renew.ts';
import { type RenewalRequest, showRejected, stampNotice } from '../domain/renewal.ts';
import { answerAgain, answerAnew, answerRenewal, type RenewalAnswer } from '../domain/renewal-answer.ts';
import { rejectedData, renewedData } from '../events.ts';
import { tooLargeToPublish } from './assert-fits.ts';
import { storePolicy } from './store-policy.ts';

/** A request by a version of its renewal. */
type Request = RenewalRequest & { version: number };

/**
 * Answers a request for a policy's next term by `term-renewed` or `renewal-rejected`. A renewal gives one term: asked
 * again, the same answer is published again. A rejected one is decided anew, for it may have been resumed. A request that
 * comes late, after its renewal was cancelled or resumed, only brings its notice.
 */
export const renewPolicy = async (tx: Work, context: Context, policyId: string, request: Request): Promise<void> => {
  const policy = await policies.find(tx, context.actor, policyId);
  if (!policy) return;
  const { renewalId } = request;
  const given = await renewalAnswers.find(tx, context.actor, renewalId);
  if (given?.event === 'term-renewed') {
    await renewalAnswers.replace(tx, context, given, answerAgain(given));
    return;
  }
  if (await isOvertaken(tx, request)) return keepNotice(tx, context, policy, request);
  const answer = await decide(tx, context, policy, request);
  if (given) await renewalAnswers.replace(tx, context, given, answerAnew(given, answer));
  else await renewalAnswers.add(tx, context, answerRenewal(renewalId, policy, answer, context));
};

const keepNotice = async (tx: Work, context: Context, policy: Policy, { noticeDue, expectedTermEnd }: Request) => {
  if (noticeDue) await storePolicy(tx, context, policy, stampNotice(policy, noticeDue, expectedTermEnd));
};

/** Renews the policy, or does not; returns what to answer. */
const decide = async (
  tx: Work,
  context: Context,
  policy: Policy,
  request: Request,
): Promise<Pick<RenewalAnswer, 'event' | 'data'>> => {
  const { renewalId } = request;
  const today = businessDate(context.now);
  const from = policy.status === 'EXPIRED' ? policy.firstTermStart : request.newTermStart;
  const changes = await changesFor(tx, policy, from, today);
  const decided = renewTerm(policy, changes, request, context);
  const reject = (reason: string) => rejectTerm(tx, context, policy, { ...request, reason });
  if (decided.outcome === 'rejected') return reject(decided.reason);
  // What could not be published would leave the request without an answer.
  const tooLarge = await tooLargeToPublish(decided.decision, changes, context);
  if (tooLarge) return reject(tooLarge);
  return { event: 'term-renewed', data: await renew(tx, context, renewalId, policy, decided.decision) };
};

type Rejection = Request & { reason: string };

const rejectTerm = async (tx: Work, context: Context, before: Policy, { reason, ...request }: Rejection) => {
  const { renewalId, version, expectedTermEnd: previousTermEnd } = request;
  const known = { renewalId, policyId: before.id, version, previousTermEnd };
  // What was scheduled with the request leaves it to this answer, and may come after it.
  await followedRenewals.put(tx, { ...known, isOpen: true, withPolicy: false });
  const open = await openRenewalAfter(tx, before.id, before.termEnd);
  const policy = await storePolicy(tx, context, before, showRejected(before, open, request));
  const changesAhead = await readChangesAhead(tx, policy);
  return { event: 'renewal-rejected' as const, data: rejectedData(policy, { renewalId, reason, changesAhead }) };
};

const renew = async (tx: Work, context: Context, renewalId: string, before: Policy, decision: PolicyDecision) => {
  await earlierTerms.put(tx, { policyId: before.id }, [before]);
  const policy = await storePolicy(tx, context, before, decision);
  const [change = null] = recordedBy(decision);
  const changesAhead = await readChangesAhead(tx, policy);
  return renewedData(policy, { renewalId, previousTermEnd: before.termEnd, change, changesAhead });
};
