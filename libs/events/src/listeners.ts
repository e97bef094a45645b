import type { Publisher } from './envelope.ts';
import { policyCreated } from './policy.ts';

/**
 * Events that a service also hears as they are published, beside its durable consumers. What it misses it is never told:
 * nothing may depend on hearing them.
 */
export const listeners = [{ service: 'contract', event: policyCreated }] as const satisfies readonly {
  service: Publisher;
  event: object;
}[];
