import { charge, type Work } from '@staycover/db';
import type { Actor } from '@staycover/kernel';

/** Bytes of overhead per change besides the body: keys, times, the actor. */
const BESIDE = 1_024;

/** The organizations of a caller as one text: the scope of its idempotency keys, and of its budget. */
export const keyScope = (actor: Actor): string =>
  actor.organizations === '*' ? '*' : actor.organizations.toSorted().join(',');

/**
 * Charges the caller for what a request stores besides events: rows of the audit trail and stored responses. Staff of
 * all organizations (`*`) and callers without one are not charged, nor are those of a transaction `tx` that fails.
 * @throws DomainError `budget-exceeded`.
 */
export const payFor = (scope: string, bytes: number, tx?: Work): void => {
  if (scope !== '*' && scope !== '') charge(scope, bytes + BESIDE, tx);
};
