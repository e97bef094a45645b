import {
  assertTransition,
  businessDate,
  type CalendarDate,
  DomainError,
  earliest,
  isBefore,
  latest,
  unchanged,
} from '@staycover/kernel';
import { type CancellationReason, earliestCancellation, type Notice } from './cancellation.ts';
import { toDatedMembers } from './dated-members.ts';
import { manualTransitions, type Policy, type PolicyStatus } from './policy.ts';
import type { ChangeKind, PolicyChange } from './policy-change.ts';
import {
  type Author,
  changeEvent,
  dated,
  type PolicyDecision,
  record,
  retroactive,
  showToday,
} from './policy-in-time.ts';
import { isSuspendedByInvoices } from './policy-on.ts';

/** A PATCH of the status: from today on, or from a later day. */
export type StatusMove = {
  status: PolicyStatus;
  effectiveDate?: CalendarDate | undefined;
  reason?: CancellationReason | undefined;
  note?: string | null | undefined;
};

const kinds: Record<PolicyStatus, ChangeKind | null> = {
  PENDING: null,
  ACTIVE: 'RESUME',
  SUSPENDED: 'SUSPEND',
  CANCELLED: 'CANCEL',
  EXPIRED: 'EXPIRE',
  SUPERSEDED: null,
};

/**
 * Moves a policy to another state from a day on; the state that it has on that day changes nothing. `changes` are those
 * that are ahead, or all for a day before the one that the row shows.
 * @throws DomainError `invalid-transition`, `retroactive-change`, `notice-too-short`, or `invalid-request`.
 */
export const moveStatus = (
  stored: Policy,
  changes: readonly PolicyChange[],
  move: StatusMove,
  notice: Notice,
  context: Author,
): PolicyDecision => {
  if (stored.boundAt === null) return moveUnbound(stored, move, context);
  const today = businessDate(context.now);
  const policy = showToday(stored, changes, today);
  const { status, note = null } = move;
  const first = status === 'CANCELLED' ? earliestCancellation(move.reason ?? 'AGREED', notice, today) : today;
  const asked = move.effectiveDate ?? first;
  const from = latest(asked, policy.firstTermStart);
  const before = dated(policy, changes, isBefore(from, today) ? today : from, today);
  // A person who suspends what unpaid invoices have suspended decides on it: it does not resume when these are paid.
  if (status !== 'SUSPENDED' || !isSuspendedByInvoices(before)) {
    if (before.status === status) return unchanged(stored);
    assertTransition('policy', manualTransitions, before.status, status);
  }
  assertNotBefore(asked, { first, today, isCancellation: status === 'CANCELLED' });
  const reason = status === 'CANCELLED' ? (move.reason ?? 'AGREED') : null;
  return record(policy, changes, { kind: kinds[status]!, effectiveFrom: from, reason, note }, context);
};

type Limits = { first: CalendarDate; today: CalendarDate; isCancellation: boolean };

const assertNotBefore = (asked: CalendarDate, { first, today, isCancellation }: Limits): void => {
  if (isBefore(asked, earliest(first, today))) throw retroactive(`The state would change before ${today}.`, first);
  if (isCancellation && isBefore(asked, first)) {
    throw new DomainError(
      'notice-too-short',
      `With its notice the cancellation takes effect on ${first} at the earliest.`,
      {
        earliest: first.toString(),
      },
    );
  }
};

const moveUnbound = (policy: Policy, move: StatusMove, context: Author): PolicyDecision => {
  const { status, effectiveDate, reason = 'AGREED', note = null } = move;
  if (policy.status === status) return unchanged(policy);
  assertTransition('policy', manualTransitions, policy.status, status);
  if (effectiveDate) {
    throw DomainError.invalid([{ pointer: '/effectiveDate', detail: 'must be absent: the policy is PENDING' }]);
  }
  return status === 'ACTIVE' ? bind(policy, context) : cancelUnbound(policy, { reason, note }, context);
};

/** Makes a PENDING policy cover from its termStart: the first of its changes is its issue, with all dated members. */
export const bind = (policy: Policy, context: Author): PolicyDecision => {
  const { termStart } = policy;
  const bound = { ...policy, boundAt: context.now, firstTermStart: termStart };
  return record(bound, [], { kind: 'ISSUE', effectiveFrom: termStart, members: toDatedMembers(policy) }, context);
};

/** A policy that was never bound never covered. */
export const cancelUnbound = (
  policy: Policy,
  { reason, note }: { reason: CancellationReason; note: string | null },
  context: Author,
): PolicyDecision => {
  const today = businessDate(context.now);
  const state: Policy = {
    ...policy,
    status: 'CANCELLED',
    statusSince: today,
    statusReason: reason,
    statusNote: note,
    cancellation: { effectiveDate: today, reason, note },
  };
  return { state, events: [changeEvent(policy, state)] };
};
