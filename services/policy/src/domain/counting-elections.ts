import { type CalendarDate, type DateRange, FOREVER, isSameDay, merge, subtract } from '@staycover/kernel';
import { ALL_POLICIES, endDay, type KeptElection } from './election.ts';

/**
 * The elections that count for a policy: its own statements of a name stand in place of the one for all policies, from the
 * first night of each until it is withdrawn or restated.
 */
export const countingElections = (kept: readonly KeptElection[]): readonly KeptElection[] => {
  const isForAll = ({ policyId }: KeptElection): boolean => policyId === ALL_POLICIES;
  if (!kept.some(isForAll)) return kept;
  const stated = Map.groupBy(
    kept.filter((one) => !isForAll(one)),
    ({ electionId }) => electionId,
  );
  return kept.flatMap((one) => (isForAll(one) ? outside(one, standing(stated.get(one.electionId) ?? [])) : [one]));
};

const standing = (stated: readonly KeptElection[]): DateRange[] =>
  merge(stated.map(({ effectiveFrom, retiredOn }) => ({ start: effectiveFrom, end: retiredOn ?? FOREVER })));

/** The parts of an election outside of some nights. */
const outside = (election: KeptElection, nights: readonly DateRange[]): KeptElection[] => {
  if (nights.length === 0) return [election];
  const parts = subtract({ start: election.effectiveFrom, end: endDay(election) }, nights);
  return parts.map(({ start, end }) => ({ ...election, countsFrom: start, effectiveTo: lastNight(end) }));
};

const lastNight = (end: CalendarDate): CalendarDate | null =>
  isSameDay(end, FOREVER) ? null : end.subtract({ days: 1 });
