import type { Tx } from '@staycover/db';
import { type DataOf, policyEvents } from '@staycover/events';
import { appendEvents, type NewEvent, newEvent } from '@staycover/messaging';
import { addTerm, findAndLock } from '../db/policies.ts';
import { keepAnswer, repeatAnswer } from '../db/renewal-answers.ts';
import type { Policy } from '../domain/policy.ts';
import { decideRenewal, type RenewalRequest } from '../domain/renewal.ts';
import { type Context, commitPolicy } from './commit-policy.ts';
import { stateOf } from './policy-events.ts';

type Renewed = DataOf<typeof policyEvents.termRenewed>;
type Rejected = DataOf<typeof policyEvents.renewalRejected>;

/**
 * Answers a request for a policy's next term by `term-renewed` or `renewal-rejected`. The decision is taken once per
 * renewal; asked again, the same answer is published again.
 */
export const renewPolicy = async (
  tx: Tx,
  context: Context,
  policyId: string,
  request: RenewalRequest,
): Promise<void> => {
  const stored = await findAndLock(tx, context.actor, policyId);
  if (!stored) return;
  const { renewalId } = request;
  const repeated = await repeatAnswer(tx, renewalId);
  if (repeated) {
    const { event, data, times } = repeated;
    return publish(tx, context, answerEvent(event, { ...stored, id: renewalId, version: times }, data));
  }
  const decision = decideRenewal(stored, request);
  if (decision.outcome === 'renewed') return renew(tx, context, stored, decision.policy);
  const data: Rejected = { ...stateOf(stored), renewalId, reason: decision.reason };
  await keepAnswer(tx, renewalId, stored.id, { event: 'renewal-rejected', data });
  await publish(tx, context, answerEvent('renewal-rejected', { ...stored, id: renewalId, version: 1 }, data));
};

const renew = async (tx: Tx, context: Context, stored: Policy, decided: Policy): Promise<void> => {
  const { termEnd: previousTermEnd, status: previousStatus } = stored;
  const renewalId = decided.currentRenewalId!;
  const renewed = (policy: Policy): Renewed => ({
    ...stateOf(policy),
    renewalId,
    previousTermEnd: previousTermEnd.toString(),
  });
  await addTerm(tx, stored.id, stored);
  const { policy } = await commitPolicy(tx, context, stored, decided, {
    beyondLimit: 'hold',
    announce: (after) => [
      newEvent(policyEvents.termRenewed, after, renewed(after)),
      ...(after.status === previousStatus
        ? []
        : [newEvent(policyEvents.policyStatusChanged, after, { ...stateOf(after), previousStatus })]),
    ],
  });
  await keepAnswer(tx, renewalId, policy.id, { event: 'term-renewed', data: renewed(policy) });
};

// An answer that leaves the policy's version as it is counts as the renewal's own event.
const answerEvent = (
  event: 'term-renewed' | 'renewal-rejected',
  renewal: { organizationId: string; id: string; version: number },
  data: unknown,
): NewEvent =>
  event === 'term-renewed'
    ? newEvent(policyEvents.termRenewed, renewal, data as Renewed)
    : newEvent(policyEvents.renewalRejected, renewal, data as Rejected);

const publish = (tx: Tx, context: Context, event: NewEvent): Promise<void> => appendEvents(tx, [event], context);
