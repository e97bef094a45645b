import { type CalendarDate, earliest, FIRST_DAY, FOREVER, firstIndex, isAfter, isSame } from '@staycover/kernel';
import type { Property } from './election.ts';

/** Facts of a property that decide cover or tax. */
export type PropertyFacts = Pick<Property, 'state' | 'country' | 'propertyType' | 'groupIds'>;

/** Facts as they were stated from a day on. */
export type FactChange = { effectiveFrom: CalendarDate; facts: Partial<PropertyFacts> };

/** A property and its facts over time, in order of effect. The first facts hold for all time. */
export type DatedProperty = {
  propertyId: string;
  /** From when elections of organizations and groups reach it. */
  knownFrom: CalendarDate;
  facts: readonly FactChange[];
};

/** Facts as they come along with elections: absent ones are kept. */
export type StatedFacts = {
  propertyId: string;
  effectiveFrom?: CalendarDate | null | undefined;
} & Partial<PropertyFacts>;

/** The facts that were stated for the latest day. */
export const newestFacts = (property: Pick<DatedProperty, 'facts'>): PropertyFacts => factsOn(property, FOREVER);

const unknown: PropertyFacts = { state: null, country: null, propertyType: null, groupIds: [] };

/** The facts of a property on a day. */
export const factsOn = ({ facts }: Pick<DatedProperty, 'facts'>, day: CalendarDate): PropertyFacts => {
  const known = { ...unknown };
  for (const { facts: news } of facts.slice(0, countUntil(facts, day))) Object.assign(known, news);
  return known;
};

/** How many of the changes take effect by a day. */
const countUntil = (facts: readonly FactChange[], day: CalendarDate): number =>
  firstIndex(facts, ({ effectiveFrom }) => isAfter(effectiveFrom, day));

/** The facts of a property, by the days on which they change. */
export const factStretches = ({ facts }: DatedProperty): { from: CalendarDate; facts: PropertyFacts }[] => {
  // Nearly all properties: worth it for fleets.
  if (facts.length === 1) return [{ from: facts[0]!.effectiveFrom, facts: { ...unknown, ...facts[0]!.facts } }];
  if (facts.length === 0) return [{ from: FIRST_DAY, facts: unknown }];
  let known = unknown;
  return facts.map(({ effectiveFrom, facts: news }) => {
    known = { ...known, ...news };
    return { from: effectiveFrom, facts: known };
  });
};

/** The facts of a property after a statement, which holds from its day, or from today. */
export const learnFacts = (
  known: DatedProperty | undefined,
  { propertyId, effectiveFrom, ...stated }: StatedFacts,
  today: CalendarDate,
): DatedProperty => {
  const from = effectiveFrom ?? today;
  if (!known) {
    return { propertyId, knownFrom: earliest(from, today), facts: [{ effectiveFrom: FIRST_DAY, facts: stated }] };
  }
  const before = factsOn(known, from);
  const news = Object.entries(stated).filter(([name, value]) => !isSame(before[name as keyof PropertyFacts], value));
  if (news.length === 0) return known;
  const count = countUntil(known.facts, from);
  const last = known.facts[count - 1];
  const sameDay = last?.effectiveFrom.equals(from) ? [last] : [];
  const change = { effectiveFrom: from, facts: { ...sameDay[0]?.facts, ...Object.fromEntries(news) } };
  return { ...known, facts: known.facts.toSpliced(count - sameDay.length, sameDay.length, change) };
};
