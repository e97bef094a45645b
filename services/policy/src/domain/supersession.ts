import { businessDate, type CalendarDate, isAfter, latest, unchanged } from '@staycover/kernel';
import { liveStatuses, type Policy } from './policy.ts';
import type { PolicyChange } from './policy-change.ts';
import { type Author, changeEvent, type PolicyDecision, record, showToday } from './policy-in-time.ts';

type Successor = Pick<Policy, 'id' | 'firstTermStart'>;

/** The day from which the successor covers in place of the policy, whatever its terms since. */
const handOverDay = (policy: Policy, successor: Successor): CalendarDate =>
  latest(successor.firstTermStart, policy.firstTermStart);

/** Whether a bound successor takes the policy over, suspended or not: it does not end by that day. */
export const takesOver = (policy: Policy, successor: Successor & Pick<Policy, 'status' | 'cancellation'>): boolean => {
  const { status, cancellation } = successor;
  return liveStatuses[status] && (!cancellation || isAfter(cancellation.effectiveDate, handOverDay(policy, successor)));
};

/**
 * Hands a policy over to a successor that was bound: it covers until the successor's term starts. The first successor
 * counts. A cancelled policy stays cancelled, and one that will be is handed over should its cancellation be withdrawn.
 * `changes` as for a change from that day.
 */
export const supersedeBy = (
  stored: Policy,
  changes: readonly PolicyChange[],
  successor: Successor,
  context: Author,
): PolicyDecision => {
  if (stored.supersededByPolicyId || stored.status === 'CANCELLED') return unchanged(stored);
  const today = businessDate(context.now);
  const policy = { ...showToday(stored, changes, today), supersededByPolicyId: successor.id };
  if (policy.status === 'CANCELLED') return unchanged(stored);
  if (policy.boundAt === null) return supersedeUnbound(policy, today);
  return record(policy, changes, { kind: 'SUPERSEDE', effectiveFrom: handOverDay(policy, successor) }, context);
};

const supersedeUnbound = (policy: Policy, today: CalendarDate): PolicyDecision => {
  const state: Policy = { ...policy, status: 'SUPERSEDED', statusSince: today };
  return { state, events: [changeEvent(policy, state)] };
};

/** From when a successor that was cancelled or let expire covers no more. */
const findEnd = ({ status, statusSince, cancellation }: Ending): CalendarDate | undefined =>
  status === 'EXPIRED' ? statusSince : cancellation?.effectiveDate;

type Ending = Pick<Policy, 'status' | 'statusSince' | 'cancellation'>;

/**
 * Takes the hand-over back when the successor never covers a night: it ends before the hand-over came, or is rescinded from
 * that day on, whenever that is. `changes` as for a change from that day.
 */
export const undoSupersession = (
  stored: Policy,
  changes: readonly PolicyChange[],
  successor: Successor & Ending,
  context: Author,
): PolicyDecision => {
  const today = businessDate(context.now);
  if (stored.supersededByPolicyId !== successor.id) return unchanged(stored);
  if (stored.boundAt === null) return undoUnbound(stored, successor, today);
  const handOver = changes.find(({ kind, withdrawnAt }) => kind === 'SUPERSEDE' && withdrawnAt === null);
  if (!handOver || !isUndone(handOver.effectiveFrom, successor, today)) return unchanged(stored);
  const policy = { ...showToday(stored, changes, today), supersededByPolicyId: null };
  return record(policy, changes, null, context, [handOver]);
};

const isUndone = (handOver: CalendarDate, successor: Ending, today: CalendarDate): boolean => {
  const end = findEnd(successor);
  const isRescinded = successor.cancellation?.reason === 'CORRECTION';
  return end !== undefined && !isAfter(end, handOver) && (isRescinded || isAfter(handOver, today));
};

/** A policy that was never bound is PENDING again, while it may still be bound. */
const undoUnbound = (policy: Policy, successor: Successor & Ending, today: CalendarDate): PolicyDecision => {
  if (!isUndone(handOverDay(policy, successor), successor, today) || isAfter(today, policy.termEnd))
    return unchanged(policy);
  const { termStart: statusSince } = policy;
  const state: Policy = { ...policy, status: 'PENDING', statusSince, supersededByPolicyId: null };
  return { state, events: [changeEvent(policy, state)] };
};
