import { policyEvents } from '@staycover/events';
import type { Nats } from '@staycover/messaging';
import type { ExpectedPolicy } from '../use-cases/receive-deal.ts';

/**
 * Notifies waiters of new policies, by one core NATS subscription of the process, besides all durable consumers.
 * Messages are lost while the connection is down: a waiter then runs into its timeout, without harm.
 */
export const watchNewPolicies = (nats: Nats): ((policyId: string) => ExpectedPolicy) => {
  const expected = new Map<string, () => void>();
  nats.listen(`${policyEvents.policyCreated.subjectPrefix}.*`, (text) => {
    if (expected.size > 0) expected.get(parsePolicyId(text))?.();
  });
  return (policyId) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    expected.set(policyId, () => resolve(true));
    return {
      async came(withinMs) {
        const timer = setTimeout(() => resolve(false), withinMs);
        return promise.finally(() => clearTimeout(timer));
      },
      forget: () => void expected.delete(policyId),
    };
  };
};

/** The subject of the event. Empty for a message that is not an event: an error here would end the connection. */
const parsePolicyId = (text: string): string => {
  try {
    const { subject } = Object(JSON.parse(text)) as { subject?: unknown };
    return String(subject);
  } catch {
    return '';
  }
};
