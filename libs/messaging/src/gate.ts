import type { JsMsg } from '@nats-io/jetstream';
import { organizationInSubject } from '@staycover/events';
import { isDomainError } from '@staycover/kernel';
import type { HandlerOptions } from './handle.ts';

const INFORM_EVERY_MS = 60_000;
const MANY_ORGANIZATIONS = 10_000;

/** Whether an event may come in, and why not; `given up` when the organization was informed already. */
type Gate = (message: JsMsg) => { refusal: string | undefined } | 'given up';

/**
 * Charges an organization for its events before they are parsed. Events beyond the budget are dropped: the first one in
 * a minute leaves a dead letter and an `event-rejected`, the others leave nothing, so that they cost no storage.
 */
export const openGate = (durable: string, { spend, metrics, logger }: HandlerOptions): Gate => {
  const informedAt = new Map<string, number>();
  const isInformed = (organizationId: string): boolean => {
    const now = performance.now();
    if (now - (informedAt.get(organizationId) ?? -Infinity) < INFORM_EVERY_MS) return true;
    if (informedAt.size >= MANY_ORGANIZATIONS) informedAt.clear();
    informedAt.set(organizationId, now);
    return false;
  };

  return (message) => {
    const organizationId = organizationInSubject(message.subject);
    const refusal = message.redelivered
      ? undefined
      : overspent(() => spend?.(organizationId, message.data.length, 'other'));
    if (refusal === undefined || !isInformed(organizationId)) return { refusal };
    message.term();
    metrics?.of('eventDuration').observe({ consumer: durable, outcome: 'over-budget' }, 0);
    logger.debug({ durable, organization: organizationId }, 'event was more than its organization may have stored');
    return 'given up';
  };
};

const overspent = (pay: () => void): string | undefined => {
  try {
    pay();
    return undefined;
  } catch (error) {
    if (!isDomainError(error, 'budget-exceeded')) throw error;
    return `budget-exceeded: ${error.message} Until then its other events are given up without a word.`;
  }
};
