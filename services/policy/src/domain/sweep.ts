import { businessDate, isAfter, unchanged } from '@staycover/kernel';
import { cancelUnbound } from './move-status.ts';
import { liveStatuses, type Policy } from './policy.ts';
import type { PolicyChange } from './policy-change.ts';
import { type Author, changeEvent, type PolicyDecision, record, showToday } from './policy-in-time.ts';

/**
 * Applies the passage of time to a policy: a change reaches its day, or the term ends without a renewal. `changes` are the
 * changes after the row's day.
 */
export const sweep = (
  stored: Policy,
  changes: readonly PolicyChange[],
  renewal: { isDeclined: boolean },
  context: Author,
): PolicyDecision => {
  const today = businessDate(context.now);
  const shown = showToday(stored, changes, today);
  const isOver = isAfter(today, shown.termEnd);
  if (isOver && shown.status === 'PENDING') {
    return cancelUnbound(shown, { reason: 'AGREED', note: null }, context);
  }
  const isLeaving = !shown.autoRenew || renewal.isDeclined;
  if (isOver && liveStatuses[shown.status] && isLeaving) {
    const expired = record(shown, changes, { kind: 'EXPIRE', effectiveFrom: today }, context);
    return withPreviousStatus(expired, stored);
  }
  return bringToToday(stored, shown);
};

/** The decision for a policy with a change that takes effect: the row shows it from its day on. */
export const bringToToday = (stored: Policy, shown: Policy): PolicyDecision =>
  shown === stored ? unchanged(stored) : { state: shown, events: [changeEvent(stored, shown)] };

const withPreviousStatus = ({ state, events }: PolicyDecision, { status }: Policy): PolicyDecision => ({
  state,
  events: events.map((event) =>
    event.type === 'policy-status-changed' ? { ...event, previousStatus: status } : event,
  ),
});
