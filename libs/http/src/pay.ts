import { currentOrigin } from '@staycover/db';
import type { Actor } from '@staycover/kernel';

/** What a change leaves behind beside the bytes that were sent: keys, times, who did it. */
const BESIDE = 1_024;

/** Who an actor is to others: whose idempotency keys it uses, and who pays. */
export const keyScope = (actor: Actor): string =>
  actor.organizations === '*' ? '*' : actor.organizations.toSorted().join(',');

/**
 * Charges who asks for what a request leaves behind beside events: rows of the audit trail and stored answers. Staff of
 * all organizations (`*`) and callers of none are not counted.
 * @throws DomainError `budget-exceeded`.
 */
export const payFor = (scope: string, bytes: number): void => {
  if (scope !== '*' && scope !== '') currentOrigin()?.spend?.(scope, bytes + BESIDE);
};
