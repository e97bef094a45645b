import { type Aggregate, type Context, created, type Decision } from '@staycover/kernel';
import type { Policy } from './policy.ts';

/** What a renewal was answered, once and for all; its id is the renewal's, its version counts the answers. */
export type RenewalAnswer = Aggregate & {
  policyId: string;
  event: 'term-renewed' | 'renewal-rejected';
  data: unknown;
};

export type RenewalAnswerEvent = { type: 'answered' };

export type RenewalAnswerDecision = Decision<RenewalAnswer, RenewalAnswerEvent>;

/** The first answer; one that the policy's own event gives is kept without another event. */
export const answerRenewal = (
  renewalId: string,
  { id: policyId, organizationId }: Policy,
  { event, data }: Pick<RenewalAnswer, 'event' | 'data'>,
  { actor, now }: Context,
): RenewalAnswerDecision => {
  const by = { createdBy: actor.id, createdDate: now, lastModifiedBy: actor.id, lastModifiedDate: now };
  const answer: RenewalAnswer = { id: renewalId, organizationId, policyId, event, data, ...by, version: 1 };
  return event === 'term-renewed'
    ? created(answer)
    : created<RenewalAnswer, RenewalAnswerEvent>(answer, { type: 'answered' });
};

/** The same answer once more. */
export const answerAgain = (answer: RenewalAnswer): RenewalAnswerDecision => ({
  state: answer,
  events: [{ type: 'answered' }],
});
