import { type CalendarDate, soonest } from '@staycover/kernel';
import { withDatedMembers } from './dated-members.ts';
import type { Policy } from './policy.ts';
import type { PolicyChange } from './policy-change.ts';
import { dated, type PolicyDecision, recordedBy, shownDay } from './policy-in-time.ts';
import { changesAhead, stretches } from './policy-on.ts';

/** A policy's row as it is going to be from a day on. */
export type ComingRow = { from: CalendarDate; row: Policy };

/**
 * What a policy's row is going to be from the first day that a decision concerns. `changes` are those that the decision
 * knew.
 */
export const comingRows = (
  decision: PolicyDecision,
  changes: readonly PolicyChange[],
  today: CalendarDate,
): ComingRow[] => {
  const { state } = decision;
  if (state.boundAt === null) return [];
  const recorded = recordedBy(decision);
  const all = [...new Map([...changes, ...recorded].map((change) => [change.sequence, change])).values()];
  const from = soonest(recorded.map(({ effectiveFrom }) => effectiveFrom)) ?? shownDay(state, today);
  const base = { from, policy: dated(state, all, from, today) };
  return stretches(changesAhead(all, from), base).map((stretch) => ({
    from: stretch.from,
    row: withDatedMembers(state, stretch.policy.members),
  }));
};
