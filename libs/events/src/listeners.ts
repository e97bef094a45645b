import type { Publisher } from './envelope.ts';
import { policyCreated } from './policy.ts';

/**
 * Events that a service also receives by core NATS, besides its durable consumers. They are not redelivered: nothing may
 * depend on receiving them.
 */
export const listeners = [{ service: 'contract', event: policyCreated }] as const satisfies readonly {
  service: Publisher;
  event: object;
}[];
