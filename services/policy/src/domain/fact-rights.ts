import { type CalendarDate, isBefore } from '@staycover/kernel';
import type { Election, StatedProperty } from './election.ts';
import { ratedStill, underwritersOnly } from './election-rights.ts';
import { comesBefore } from './election-timeline.ts';
import { type DatedProperty, factsOn } from './property-facts.ts';
import type { DatedElection } from './state-elections.ts';

type Known = {
  /** The elections that decide together, for each policy. */
  courses: readonly (readonly DatedElection[])[];
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
  { courses, properties }: Known,
  today: CalendarDate,
): void => {
  const past = stated.find(({ effectiveFrom }) => effectiveFrom && isBefore(effectiveFrom, today));
  if (past) throw underwritersOnly(`Facts of property ${past.propertyId} for days before today need`);
  const known = new Map(properties.map((property) => [property.propertyId, property]));
  for (const { propertyId, groupIds, effectiveFrom } of stated) {
    const property = known.get(propertyId);
    if (!property || groupIds === undefined) continue;
    const before = factsOn(property, effectiveFrom ?? today).groupIds;
    if (courses.some((elections) => leavesRate(ratedStill(elections, today), before, groupIds)))
      throw underwritersOnly(`To take property ${propertyId} out of a group with a rate or a plan needs`);
    if (courses.some((elections) => joinsBeforeRate(elections, ratedStill(elections, today), before, groupIds)))
      throw underwritersOnly(`To take property ${propertyId} into a group that comes before its rate or plan needs`);
  }
};

const reaches = ({ scopeType, scopeId }: Election, groups: readonly string[]): boolean =>
  scopeType === 'ORGANIZATION' || (scopeType === 'GROUP' && groups.includes(scopeId!));

const leavesRate = (rated: readonly Election[], before: readonly string[], after: readonly string[]): boolean =>
  rated.some((one) => reaches(one, before) && !reaches(one, after));

const joinsBeforeRate = (
  elections: readonly DatedElection[],
  rated: readonly Election[],
  before: readonly string[],
  after: readonly string[],
): boolean => {
  const joined = elections.filter((one) => one.action === 'INCLUDE' && !reaches(one, before) && reaches(one, after));
  return joined.some((group) => rated.some((one) => reaches(one, before) && comesBefore(group, one)));
};
