import { businessDate, DomainError, isAfter, unchanged } from '@staycover/kernel';
import { assertConsistent } from './consistent.ts';
import type { Policy } from './policy.ts';
import type { ChangeKind, PolicyChange } from './policy-change.ts';
import { type Author, dated, type PolicyDecision, record, showToday } from './policy-in-time.ts';
import { changesAhead } from './policy-on.ts';

/** What people schedule. An issue, a renewal or a hand-over stands or falls with the policy that it makes. */
const withdrawable: readonly ChangeKind[] = ['CHANGE', 'SUSPEND', 'RESUME', 'CANCEL', 'EXPIRE'];

/**
 * Withdraws a change that is not in effect yet; idempotent. `changes` has it and all future ones.
 * @throws DomainError `not-found`, `change-in-effect`, or `invalid-request` when the remaining changes contradict each other.
 */
export const withdrawChange = (
  stored: Policy,
  changes: readonly PolicyChange[],
  sequence: number,
  context: Author,
): PolicyDecision => {
  const change = changes.find((one) => one.sequence === sequence);
  if (!change) throw DomainError.notFound('change', String(sequence));
  if (change.withdrawnAt) return unchanged(stored);
  const today = businessDate(context.now);
  if (!isAfter(change.effectiveFrom, today))
    throw inEffect(`Change ${sequence} is in effect since ${change.effectiveFrom}.`);
  if (!withdrawable.includes(change.kind)) throw inEffect(`Change ${sequence} is a ${change.kind}, which stands.`);
  const policy = showToday(stored, changes, today);
  const left = changes.filter((one) => one !== change);
  assertConsistent(
    dated(policy, left, change.effectiveFrom, today),
    {},
    change.effectiveFrom,
    changesAhead(left, change.effectiveFrom),
  );
  return record(policy, changes, null, context, [change]);
};

const inEffect = (detail: string) => new DomainError('change-in-effect', detail);
