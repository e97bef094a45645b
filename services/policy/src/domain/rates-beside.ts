import { type CalendarDate, isAfter } from '@staycover/kernel';
import type { KeptProperty } from './elect.ts';
import { ALL_POLICIES, isRated, type KeptElection } from './election.ts';
import type { Beside } from './election-rights.ts';
import { factStretches } from './property-facts.ts';
import { isLive } from './state-elections.ts';

/** What counts beside a policy's own elections for a caller who may not take properties away from their rates. */
type RatesBeside = Beside & {
  /** The elections that decide together, a list for each policy. */
  courses: readonly (readonly KeptElection[])[];
};

/** Sorts current elections beside those of a policy; `givingWay` are the policies that give way to what it names. */
export const ratesBeside = (
  known: { elections: readonly KeptElection[]; properties: readonly KeptProperty[] },
  beside: readonly KeptElection[],
  givingWay: readonly string[],
  today: CalendarDate,
): RatesBeside => {
  const own = known.elections.filter(isLive);
  const names = new Set(own.map(({ electionId }) => electionId));
  const { all = [], others = [] } = Object.groupBy(beside, ({ policyId }) =>
    policyId === ALL_POLICIES ? 'all' : 'others',
  );
  const forAll = all.filter(({ electionId }) => !names.has(electionId));
  const elsewhere = [...Map.groupBy(others, ({ policyId }) => policyId).values()];
  const yielding = others.filter((one) => givingWay.includes(one.policyId) && isRated(one));
  const groups = new Map(known.properties.map((one) => [one.propertyId, groupsFrom(one, today)]));
  return {
    forAll,
    courses: [[...own, ...forAll], all, ...elsewhere.map((elections) => [...elections, ...all])],
    takesByName: (propertyId) =>
      yielding.some(
        ({ scopeType, scopeId }) => scopeType === 'ORGANIZATION' || groups.get(propertyId)?.has(scopeId!) === true,
      ),
  };
};

/** The groups of a property from a day on. */
const groupsFrom = (property: KeptProperty, today: CalendarDate): Set<string> => {
  const stretches = factStretches(property);
  const current = stretches.filter(
    (_one, i) => stretches[i + 1] === undefined || isAfter(stretches[i + 1]!.from, today),
  );
  return new Set(current.flatMap(({ facts }) => facts.groupIds));
};
