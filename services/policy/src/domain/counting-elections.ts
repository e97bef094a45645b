import { type CalendarDate, earliest, isBefore, merge } from '@staycover/kernel';
import { ALL_POLICIES, type KeptElection } from './elect.ts';
import { FOREVER } from './property-facts.ts';
import { endDay, isLive } from './state-elections.ts';

/**
 * The elections that count for a policy: from the first night of its own statement of a name on, that stands in place of
 * the one for all policies.
 */
export const countingElections = (kept: readonly KeptElection[]): readonly KeptElection[] => {
  const isForAll = ({ policyId }: KeptElection): boolean => policyId === ALL_POLICIES;
  if (!kept.some(isForAll)) return kept;
  const stated = Map.groupBy(
    kept.filter((one) => !isForAll(one)),
    ({ electionId }) => electionId,
  );
  return kept.flatMap((one) => (isForAll(one) ? until(one, firstNight(stated.get(one.electionId) ?? [])) : [one]));
};

/** From when on the policy states a name itself, whatever it stated without a night between. */
const firstNight = (stated: readonly KeptElection[]): CalendarDate | undefined => {
  if (!stated.some(isLive)) return undefined;
  const nights = stated.map((one) => ({ start: one.effectiveFrom, end: isLive(one) ? FOREVER : endDay(one) }));
  return merge(nights).at(-1)?.start;
};

const until = (election: KeptElection, day: CalendarDate | undefined): KeptElection[] => {
  if (!day) return [election];
  if (!isBefore(election.effectiveFrom, day)) return [];
  return [{ ...election, effectiveTo: earliest(endDay(election), day).subtract({ days: 1 }) }];
};
