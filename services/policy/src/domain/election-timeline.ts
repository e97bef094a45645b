import {
  byStart,
  type CalendarDate,
  compareDates,
  compareTexts,
  type DateRange,
  dayKey,
  FIRST_DAY,
  FOREVER,
  indexesWithin,
  intersect,
  isBefore,
  overlapping,
  subtract,
} from '@staycover/kernel';
import { type Election, endDay } from './election.ts';
import { type DatedProperty, factStretches, type PropertyFacts } from './property-facts.ts';

/** Nights that one election decides, while the property's facts stay as they are. */
export type Segment = DateRange & { election: Election; facts: PropertyFacts };

type Dated = DateRange & { election: Election };

export const SPECIFICITY = { ORGANIZATION: 0, GROUP: 1, PROPERTY: 2 } as const;

/** The day by which an election comes before others. */
export const rankDay = ({ rankedFrom, effectiveFrom }: Election): CalendarDate => rankedFrom ?? effectiveFrom;

/** Which decides first: the more specific, then of a later first day, then EXCLUDE, then the greater name. */
export const byPrecedence = (a: Election, b: Election): number =>
  SPECIFICITY[b.scopeType] - SPECIFICITY[a.scopeType] ||
  compareDates(rankDay(b), rankDay(a)) ||
  Number(b.action === 'EXCLUDE') - Number(a.action === 'EXCLUDE') ||
  compareTexts(b.electionId, a.electionId);

/** Whether an election decides the nights that another reaches, too. */
export const comesBefore = (one: Election, other: Election): boolean => byPrecedence(one, other) < 0;

type Decided = { parts: readonly Dated[]; free: readonly DateRange[] };

/**
 * The nights of ranges that each election decides, and those that none does. Elections give way to those before them, so
 * the first that cover everything end it: of a property's many ranges an election begins or ends in two.
 */
const decide = (ranges: readonly DateRange[], elections: readonly Dated[]): Decided => {
  const parts: Dated[] = [];
  const free = [...ranges];
  for (const one of elections) {
    if (free.length === 0) break;
    const [first, beyond] = indexesWithin(free, one);
    if (first === beyond) continue;
    const met = free.slice(first, beyond);
    parts.push(...clip(met, one).map((nights) => ({ ...nights, election: one.election })));
    const ends = met.length > 2 ? [met[0]!, met.at(-1)!] : met;
    free.splice(first, met.length, ...ends.flatMap((part) => subtract(part, [one])));
  }
  return { parts: parts.toSorted(byStart), free };
};

/** What ranges in their order share with another. */
const clip = <R extends DateRange>(sorted: readonly R[], range: DateRange): R[] =>
  overlapping(sorted, range).flatMap((part) => {
    const shared = intersect(part, range);
    return shared ? [{ ...part, ...shared }] : [];
  });

const toDated = (election: Election): Dated => ({
  election,
  start: election.countsFrom ?? election.effectiveFrom,
  end: endDay(election),
});

/**
 * Gives each property its included nights from `from` on: by its own elections, else from the day it is known by those
 * of its groups, else of the organization.
 */
export const electionTimeline = (
  elections: readonly Election[],
  from: CalendarDate = FIRST_DAY,
): ((property: DatedProperty) => Segment[]) => {
  const ordered = elections
    .filter(({ effectiveTo }) => effectiveTo === null || !isBefore(effectiveTo, from))
    .toSorted(byPrecedence)
    .map(toDated)
    .filter(({ start, end }) => isBefore(start, end));
  const named = Map.groupBy(
    ordered.filter(({ election }) => election.scopeType === 'PROPERTY'),
    ({ election }) => election.scopeId,
  );
  const broad = ordered.filter(({ election }) => election.scopeType !== 'PROPERTY').map(withBounds);
  return (property) => {
    const own = decide([{ start: from, end: FOREVER }], named.get(property.propertyId) ?? []);
    const known = { start: property.knownFrom, end: FOREVER };
    return factStretches(property).flatMap(({ from: start, facts }, i, all) => {
      const range = { start: i === 0 ? from : start, end: all[i + 1]?.from ?? FOREVER };
      const open = clip(clip(own.free, range), known);
      const broader = decide(open, open.length > 0 ? meeting(broad, range).filter(isFor(facts)) : []);
      return [...clip(own.parts, range), ...broader.parts]
        .filter(({ election }) => election.action === 'INCLUDE')
        .toSorted(byStart)
        .map((part) => ({ ...part, facts }));
    });
  };
};

type Bounded = Dated & { first: number; beyond: number };

/** With its days as numbers: each of many stretches of facts is compared with each of many elections. */
const withBounds = (range: Dated): Bounded => ({
  ...range,
  first: dayKey(range.start),
  beyond: dayKey(range.end),
});

/** Those that share days with a range. */
const meeting = (all: readonly Bounded[], range: DateRange): Bounded[] => {
  const [first, beyond] = [dayKey(range.start), dayKey(range.end)];
  return all.filter((one) => one.first < beyond && first < one.beyond);
};

/** Whether a broad election is for a property of these facts. */
const isFor =
  ({ groupIds }: PropertyFacts) =>
  ({ election: { scopeType, scopeId } }: Dated): boolean =>
    scopeType === 'ORGANIZATION' || groupIds.includes(scopeId!);
