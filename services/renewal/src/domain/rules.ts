import type { Notice, RenewablePolicy } from './policy.ts';

/** Days before the end of the term at which the 60, the 30 and the 7 day notice go out. */
export type NoticeDays = readonly [number, number, number];

export type RenewalRules = {
  /** Days before the end of the term at which a renewal is decided. */
  leadDays: number;
  /** A rate that moves by more percent than this needs a person. */
  reviewPercent: number;
  noticeDays: NoticeDays;
  noticeDaysByState: Readonly<Record<string, NoticeDays>>;
  /** Minutes after which an unanswered request is repeated. */
  repeatMinutes: number;
  /** Days after the end of the term until an undecided renewal is cancelled. */
  undecidedDays: number;
};

export const notices: readonly Notice[] = [60, 30, 7];

/** The days of the states that the policy supports, which without any are all; the earliest of several. */
export const findNoticeDays = ({ supportedStates }: RenewablePolicy, rules: RenewalRules): NoticeDays => {
  const byState = new Map(Object.entries(rules.noticeDaysByState).map(([state, days]) => [state.toUpperCase(), days]));
  const ofStates =
    supportedStates.length === 0
      ? [rules.noticeDays, ...byState.values()]
      : supportedStates.map((state) => byState.get(state.toUpperCase()) ?? rules.noticeDays);
  return [0, 1, 2].map((i) => Math.max(...ofStates.map((days) => days[i]!))) as unknown as NoticeDays;
};

/** Days before the end of a term from which its renewal is looked after. */
export const horizonDays = ({ leadDays, noticeDays, noticeDaysByState }: RenewalRules): number =>
  Math.max(leadDays, ...noticeDays, ...Object.values(noticeDaysByState).flat());
