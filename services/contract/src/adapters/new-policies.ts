import { policyEvents } from '@staycover/events';
import type { Nats } from '@staycover/messaging';
import type { Expected } from '../use-cases/receive-deal.ts';

/**
 * Hears of new policies by one subscription of the process, beside all durable consumers: who waits for one is woken.
 * What is not heard, while the connection is down, is waited for in vain, and does no harm.
 */
export const newPolicies = (nats: Nats): ((policyId: string) => Expected) => {
  const expected = new Map<string, () => void>();
  nats.listen(`${policyEvents.policyCreated.subjectPrefix}.*`, (text) => {
    if (expected.size > 0) expected.get(policyOf(text))?.();
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

/** The event's subject. What is no event names none: an error here would end the connection. */
const policyOf = (text: string): string => {
  try {
    const { subject } = Object(JSON.parse(text)) as { subject?: unknown };
    return String(subject);
  } catch {
    return '';
  }
};
