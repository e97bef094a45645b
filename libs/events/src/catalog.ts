import * as billing from './billing.ts';
import * as claims from './claims.ts';
import * as contract from './contract.ts';
import type { EventDefinition } from './define.ts';
import { eventRejections } from './event-rejected.ts';
import * as inbound from './inbound.ts';
import * as insight from './insight.ts';
import * as policy from './policy.ts';
import * as renewal from './renewal.ts';

const isDefinition = (value: unknown): value is EventDefinition =>
  typeof value === 'object' && value !== null && 'subjectPrefix' in value;

/** Every event that is published or consumed. */
export const events: readonly EventDefinition[] = [
  ...[contract, policy, billing, renewal, claims, insight, inbound].flatMap((module) => Object.values<unknown>(module)),
  ...eventRejections,
].filter(isDefinition);
