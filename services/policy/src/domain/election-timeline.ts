import { type CalendarDate, type DateRange, intersect, isBefore, subtract } from '@staycover/kernel';
import type { Election } from './election.ts';
import { type DatedProperty, FIRST_DAY, FOREVER, factStretches, type PropertyFacts } from './property-facts.ts';

/** Nights that one election decides, while the property's facts stay as they are. */
export type Segment<E extends Election> = DateRange & { election: E; facts: PropertyFacts };

type Painted<E extends Election> = DateRange & { election: E };

const SPECIFICITY = { ORGANIZATION: 0, GROUP: 1, PROPERTY: 2 } as const;

/** Whether `a` gives way to `b`: less specific, then effective earlier, then INCLUDE, then the smaller name. */
const byPrecedence = (a: Election, b: Election): number =>
  SPECIFICITY[a.scopeType] - SPECIFICITY[b.scopeType] ||
  Temporal.PlainDate.compare(a.effectiveFrom, b.effectiveFrom) ||
  Number(a.action === 'EXCLUDE') - Number(b.action === 'EXCLUDE') ||
  (a.electionId < b.electionId ? -1 : 1);

/** Lays an election over earlier ones, in the order of nights, and replaces them where they overlap. */
const paint = <E extends Election>(painted: readonly Painted<E>[], election: E): readonly Painted<E>[] => {
  const range = { start: election.effectiveFrom, end: election.effectiveTo?.add({ days: 1 }) ?? FOREVER };
  if (!isBefore(range.start, range.end)) return painted;
  const first = firstIndex(painted, ({ end }) => isBefore(range.start, end));
  const beyond = firstIndex(painted, ({ start }) => !isBefore(start, range.end));
  const covered = painted.slice(first, beyond);
  const rest = covered.length > 2 ? [covered[0]!, covered.at(-1)!] : covered;
  const parts = rest.flatMap((one) => subtract(one, [range]).map((part) => ({ ...one, ...part })));
  const [before, after] = [
    parts.filter(({ start }) => isBefore(start, range.start)),
    parts.filter(({ start }) => !isBefore(start, range.start)),
  ];
  return painted.toSpliced(first, covered.length, ...before, { ...range, election }, ...after);
};

/** The index of the first part that satisfies `holds`, by binary search: all later parts satisfy it, too. */
const firstIndex = <T>(parts: readonly T[], holds: (part: T) => boolean): number => {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(parts[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
};

const clip = <P extends DateRange>(parts: readonly P[], range: DateRange): P[] =>
  parts.flatMap((part) => {
    const shared = intersect(part, range);
    return shared ? [{ ...part, ...shared }] : [];
  });

/**
 * Gives each property its included nights from `from` on: by its own elections, else from the day it is known by those
 * of its groups, else of the organization. What properties of the same groups share is worked out once.
 */
export const electionTimeline = <E extends Election>(
  elections: readonly E[],
  from: CalendarDate = FIRST_DAY,
): ((property: DatedProperty) => Segment<E>[]) => {
  const ordered = elections
    .filter(({ effectiveTo }) => effectiveTo === null || !isBefore(effectiveTo, from))
    .toSorted(byPrecedence);
  const none: readonly Painted<E>[] = [];
  const organization = ordered.filter(({ scopeType }) => scopeType === 'ORGANIZATION').reduce(paint<E>, none);
  const byGroup = ordered.filter(({ scopeType }) => scopeType === 'GROUP');
  const named = Map.groupBy(
    ordered.filter(({ scopeType }) => scopeType === 'PROPERTY'),
    ({ scopeId }) => scopeId,
  );
  const ofGroups = memoize((groupIds) =>
    byGroup.filter(({ scopeId }) => groupIds.includes(scopeId!)).reduce(paint<E>, organization),
  );
  return (property) =>
    factStretches(property).flatMap(({ from: start, facts }, i, all) => {
      const range = { start: i === 0 ? FIRST_DAY : start, end: all[i + 1]?.from ?? FOREVER };
      const broad = clip(ofGroups(facts.groupIds), { start: property.knownFrom, end: FOREVER });
      const painted = (named.get(property.propertyId) ?? []).reduce(paint<E>, broad);
      const included = painted.filter(({ election }) => election.action === 'INCLUDE');
      return clip(clip(included, range), { start: from, end: FOREVER }).map((part) => ({ ...part, facts }));
    });
};

const memoize = <T>(work: (groupIds: readonly string[]) => T): typeof work => {
  const known = new Map<string, T>();
  return (groupIds) => {
    const key = JSON.stringify(groupIds.toSorted());
    const found = known.get(key) ?? work(groupIds);
    known.set(key, found);
    return found;
  };
};
