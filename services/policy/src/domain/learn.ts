import {
  type CalendarDate,
  EARLIEST_STATEMENT,
  type Instant,
  isLater,
  isSame,
  lastInstant,
  soonest,
} from '@staycover/kernel';
import { learn, type Property, type StatedProperty } from './election.ts';
import { type DatedProperty, learnFacts, newestFacts } from './property-facts.ts';

type Member = keyof Omit<Property, 'propertyId'>;

/** When each member of a property was last stated. */
export type MemberTimes = Readonly<Partial<Record<Member, Instant>>>;

/** A property with its facts over time; `Property` has the newest facts. */
export type KeptProperty = Property & DatedProperty & { statedAt: Instant; memberTimes: MemberTimes };

/** What was stated of properties, and the first night on which it may count; undefined when it was known. */
export type Learned = { property: KeptProperty; from: CalendarDate | undefined };

const MEMBERS: readonly Member[] = [
  'propertyReferenceId',
  'propertyName',
  'state',
  'country',
  'propertyType',
  'groupIds',
];

const namesOnly = (stated: StatedProperty): boolean => Object.keys(stated).length === 1;

/**
 * The properties of which facts were stated, each with all its facts after the statement. What is older than the last
 * statement of a member does not change that member.
 */
export const learnAll = (
  known: readonly KeptProperty[],
  stated: readonly StatedProperty[],
  statedAt: Instant,
  today: CalendarDate,
): Learned[] => {
  const byId = new Map(known.map((property) => [property.propertyId, property]));
  const learned = new Map<string, Learned>();
  const { named = [], described = [] } = Object.groupBy(stated, (one) => (namesOnly(one) ? 'named' : 'described'));
  // The first facts of a property hold for all time, also where the same statement names it before.
  for (const facts of [...described, ...named]) {
    const news = learned.get(facts.propertyId);
    const before = news?.property ?? byId.get(facts.propertyId);
    const next = learnOne(before, facts, statedAt, today);
    if (next) learned.set(facts.propertyId, { ...next, from: soonest([news?.from, next.from]) });
  }
  return [...learned.values()];
};

const learnOne = (
  before: KeptProperty | undefined,
  { propertyId, effectiveFrom, ...stated }: StatedProperty,
  statedAt: Instant,
  today: CalendarDate,
): Learned | undefined => {
  const members = MEMBERS.filter((name) => stated[name] !== undefined && !isLater(timeIn(before, name), statedAt));
  if (before && members.length === 0) return undefined;
  const news = pick(stated, members);
  const { propertyReferenceId: _reference, propertyName: _name, ...facts } = news;
  const dated = learnFacts(before, { propertyId, effectiveFrom, ...facts }, today);
  const after = {
    ...learn(before, { propertyId, ...news }),
    knownFrom: dated.knownFrom,
    facts: dated.facts,
    ...newestFacts(dated),
  };
  const from = before ? (effectiveFrom ?? today) : dated.knownFrom;
  return {
    property: { ...after, ...statedIn(before, members, statedAt) },
    from: before && isSame({ ...before, ...after }, before) ? undefined : from,
  };
};

const pick = (stated: Omit<StatedProperty, 'propertyId'>, members: readonly Member[]) =>
  Object.fromEntries(members.map((name) => [name, stated[name]])) as Omit<StatedProperty, 'propertyId'>;

/** What never was stated, or was only named, has the earliest time: whatever is stated counts as later. */
const timeIn = (property: KeptProperty | undefined, member: Member): Instant => {
  if (!property) return EARLIEST_STATEMENT;
  const { statedAt, memberTimes } = property;
  // Earlier releases keep one time for all members.
  const isKept = Object.values(memberTimes).some((time) => time.equals(statedAt));
  return isKept ? (memberTimes[member] ?? EARLIEST_STATEMENT) : statedAt;
};

/** When a property and its members were stated, after some of them were. */
const statedIn = (
  before: KeptProperty | undefined,
  members: readonly Member[],
  statedAt: Instant,
): Pick<KeptProperty, 'statedAt' | 'memberTimes'> => {
  const times = MEMBERS.map((name) => [name, members.includes(name) ? statedAt : timeIn(before, name)] as const);
  const kept = times.filter(([, time]) => isLater(time, EARLIEST_STATEMENT));
  const newest = lastInstant([EARLIEST_STATEMENT, ...kept.map(([, time]) => time)]);
  return { statedAt: newest, memberTimes: Object.fromEntries(kept) };
};
