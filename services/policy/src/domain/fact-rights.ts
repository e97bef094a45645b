import { type CalendarDate, isBefore } from '@staycover/kernel';
import { ratedStill, underwritersOnly } from './customer-rights.ts';
import type { Election, KeptElection, StatedProperty } from './election.ts';
import { byPrecedence, comesBefore } from './election-timeline.ts';
import { type DatedProperty, factsOn } from './property-facts.ts';

type Known = {
  /** The elections that decide together, for each policy. */
  decidingTogether: readonly (readonly KeptElection[])[];
  properties: readonly DatedProperty[];
};

/**
 * What a customer may state of properties. Facts for days before today decide nights that have passed, and by its groups a
 * property gets its rate: both are an underwriter's. It goes neither out of a group with a rate or a plan, nor into one that
 * comes before such an election.
 * @throws DomainError `forbidden`.
 */
export const assertMayState = (
  stated: readonly StatedProperty[],
  { decidingTogether, properties }: Known,
  today: CalendarDate,
): void => {
  const past = stated.find(({ effectiveFrom }) => effectiveFrom && isBefore(effectiveFrom, today));
  if (past) throw underwritersOnly(`Facts of property ${past.propertyId} for days before today need`);
  const known = new Map(properties.map((property) => [property.propertyId, property]));
  const scopes = decidingTogether.map((elections) => readScopes(elections, today));
  for (const { propertyId, groupIds, effectiveFrom } of stated) {
    const property = known.get(propertyId);
    if (!property || groupIds === undefined) continue;
    const before = factsOn(property, effectiveFrom ?? today).groupIds;
    const left = without(before, groupIds);
    if (scopes.some(({ lastRated }) => left.some((group) => lastRated.has(group))))
      throw underwritersOnly(`To take property ${propertyId} out of a group with a rate or a plan needs`);
    const joined = without(groupIds, before);
    if (joined.length > 0 && scopes.some((one) => comeBeforeRate(joined, one, before)))
      throw underwritersOnly(`To take property ${propertyId} into a group that comes before its rate or plan needs`);
  }
};

/** The elections that count here, one for each group; null is the whole organization. */
type Scopes = {
  /** Of those that include, the one that comes before the others. */
  first: ReadonlyMap<string | null, KeptElection>;
  /** Of those with a rate or a plan, the one that comes after the others. */
  lastRated: ReadonlyMap<string | null, KeptElection>;
};

const readScopes = (elections: readonly KeptElection[], today: CalendarDate): Scopes => ({
  first: byGroup(
    elections.filter(({ action }) => action === 'INCLUDE'),
    comesBefore,
  ),
  lastRated: byGroup(ratedStill(elections, today), (one, other) => comesBefore(other, one)),
});

type Precedes = (one: Election, other: Election) => boolean;

const byGroup = (elections: readonly KeptElection[], precedes: Precedes): Map<string | null, KeptElection> => {
  const found = new Map<string | null, KeptElection>();
  for (const election of elections) {
    if (election.scopeType === 'PROPERTY') continue;
    const group = election.scopeType === 'GROUP' ? election.scopeId : null;
    const known = found.get(group);
    if (!known || precedes(election, known)) found.set(group, election);
  }
  return found;
};

const without = (groups: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others);
  return groups.filter((group) => !known.has(group));
};

/** Whether one of the joined groups comes before a rate or a plan that a property of these groups has. */
const comeBeforeRate = (
  joined: readonly string[],
  { first, lastRated }: Scopes,
  groups: readonly string[],
): boolean => {
  const foremost = joined.flatMap((group) => first.get(group) ?? []).toSorted(byPrecedence)[0];
  const hindmost = [null, ...groups]
    .flatMap((group) => lastRated.get(group) ?? [])
    .toSorted(byPrecedence)
    .at(-1);
  return foremost !== undefined && hindmost !== undefined && comesBefore(foremost, hindmost);
};
