import { type Aggregate, authored, type Context, created, type Decision } from '@staycover/kernel';
import type { Policy } from './policy.ts';

/** What a renewal was answered; its id is the renewal's, its version counts the answers. */
export type RenewalAnswer = Aggregate & {
  policyId: string;
  event: 'term-renewed' | 'renewal-rejected';
  data: unknown;
};

export type RenewalAnswerEvent = { type: 'answered' };

export type RenewalAnswerDecision = Decision<RenewalAnswer, RenewalAnswerEvent>;

type Given = Pick<RenewalAnswer, 'event' | 'data'>;

/** An answer that the policy's own event gives is kept without another event. */
const answerEvents = ({ event }: Given): RenewalAnswerEvent[] =>
  event === 'term-renewed' ? [] : [{ type: 'answered' }];

/** The first answer. */
export const answerRenewal = (
  renewalId: string,
  { id: policyId, organizationId }: Policy,
  { event, data }: Given,
  context: Context,
): RenewalAnswerDecision =>
  created(
    { id: renewalId, organizationId, policyId, event, data, ...authored(context) },
    ...answerEvents({ event, data }),
  );

/** The answer to a renewal that was rejected before. */
export const answerAnew = (answer: RenewalAnswer, { event, data }: Given): RenewalAnswerDecision => ({
  state: { ...answer, event, data },
  events: answerEvents({ event, data }),
});

/** The same answer once more. */
export const answerAgain = (answer: RenewalAnswer): RenewalAnswerDecision => ({
  state: answer,
  events: [{ type: 'answered' }],
});
