import type { JsMsg } from '@nats-io/jetstream';
import { organizationOf } from '@staycover/events';
import { isDomainError } from '@staycover/kernel';
import type { HandlerOptions } from './handle.ts';

const TELL_EVERY_MS = 60_000;
const MANY_ORGANIZATIONS = 10_000;

/** Whether an event may come in, and why not; `given up` when that was said already. */
export type Gate = (message: JsMsg) => { refusal: string | undefined } | 'given up';

/**
 * Charges an organization for what it brings before anybody reads it. What is too much is given up: the first event in a
 * minute leaves a dead letter and an `event-rejected`, the others nothing, so that they cost nobody anything.
 */
export const openGate = (durable: string, { spend, metrics, logger }: HandlerOptions): Gate => {
  const told = new Map<string, number>();
  const isTold = (organizationId: string): boolean => {
    const now = performance.now();
    if (now - (told.get(organizationId) ?? -Infinity) < TELL_EVERY_MS) return true;
    if (told.size >= MANY_ORGANIZATIONS) told.clear();
    told.set(organizationId, now);
    return false;
  };

  return (message) => {
    const organizationId = organizationOf(message.subject);
    const refusal = message.redelivered ? undefined : overspent(() => spend?.(organizationId, message.data.length));
    if (refusal === undefined || !isTold(organizationId)) return { refusal };
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
