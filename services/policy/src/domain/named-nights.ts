import {
  type CalendarDate,
  calendarDate,
  type DateRange,
  dayKey,
  earliest,
  FIRST_DAY,
  FOREVER,
  intersect,
  intersectAll,
  isAfter,
  isBefore,
  isSame,
  merge,
  soonest,
  subtract,
} from '@staycover/kernel';
import { namingPeriods } from './cover-periods.ts';
import type { Election } from './election.ts';
import { electionTimeline } from './election-timeline.ts';
import { eligibility } from './eligibility.ts';
import { eligibleNights, ruleStretches } from './eligible-nights.ts';
import { liveStatuses, type Policy } from './policy.ts';
import type { ChangeKind } from './policy-change.ts';
import type { KeptDetails } from './policy-details.ts';
import { type PolicyDecision, recordedBy, stateDay } from './policy-in-time.ts';
import type { Stretch } from './policy-on.ts';
import type { DatedProperty } from './property-facts.ts';

/**
 * Nights of a property that a bound policy enrolls by name, suspended or not: no broad election of another policy of
 * the organization and product line (null counts as one) enrolls these.
 */
export type NamedNights = DateRange & { propertyId: string; productLine: string | null };

type Naming = {
  productLine: string | null;
  /** The bound policy over time, from a day on that has come or is the first. */
  stretches: readonly Stretch[];
  elections: readonly Election[];
};

/** Returns a function that gives the nights of a property, from `from` on, that a bound policy names. */
export const nightsNamed = (
  { productLine, stretches, elections }: Naming,
  from: CalendarDate,
): ((property: DatedProperty) => NamedNights[]) => {
  const byName = elections.filter(({ scopeType }) => scopeType === 'PROPERTY');
  const names = new Set(byName.map(({ scopeId }) => scopeId));
  const timeline = electionTimeline(byName, from);
  const periods = intersectAll(namingPeriods(stretches), [{ start: from, end: FOREVER }]);
  const rules = ruleStretches(stretches);
  return (property) => {
    if (!names.has(property.propertyId)) return [];
    const elected = intersectAll(periods, timeline(property));
    const nights = elected.length === 0 ? [] : merge(intersectAll(elected, eligibleNights(property, rules)));
    return nights.map(({ start, end }) => ({ start, end, propertyId: property.propertyId, productLine }));
  };
};

/** Named nights as they were before a day, and from then on as they are named now: earlier nights stay. */
export const namedFrom = (
  before: readonly NamedNights[],
  now: readonly NamedNights[],
  day: CalendarDate,
): NamedNights[] => {
  const passed = before.flatMap((one) => {
    const end = isAfter(one.end, day) ? day : one.end;
    return isBefore(one.start, end) ? [{ ...one, end }] : [];
  });
  const groups = Map.groupBy([...passed, ...now], ({ propertyId, productLine }) =>
    JSON.stringify([propertyId, productLine]),
  );
  return [...groups.values()].flatMap((nights) =>
    nights.length === 1 ? nights : merge(nights).map((range) => ({ ...nights[0]!, ...range })),
  );
};

/** When a policy had which product line. */
const lineStretches = ({
  productLine,
  earlierLines = [],
}: KeptDetails): (DateRange & { productLine: string | null })[] => {
  const ends = [...earlierLines.map(({ until }) => calendarDate(until)), FOREVER];
  const lines = [...earlierLines, { productLine }];
  return ends.map((end, i) => ({ start: ends[i - 1] ?? FIRST_DAY, end, productLine: lines[i]!.productLine }));
};

/** The nights of properties that other policies name, for a policy with such product lines. */
export const namedByProperty = (
  others: readonly NamedNights[],
  details: KeptDetails,
): ReadonlyMap<string, DateRange[]> => {
  const lines = lineStretches(details);
  const yielded = others.flatMap(({ propertyId, ...nights }) =>
    lines.flatMap((line) => {
      const range = line.productLine === nights.productLine && intersect(line, nights);
      return range ? { propertyId, ...range } : [];
    }),
  );
  return Map.groupBy(yielded, ({ propertyId }) => propertyId);
};

/** The first night that is named differently; undefined when there is none. */
export const namedChangedFrom = (
  before: readonly NamedNights[],
  after: readonly NamedNights[],
): CalendarDate | undefined => {
  const changed = [...onlyIn(before, after), ...onlyIn(after, before)];
  return soonest(changed.map(({ start }) => start));
};

/** The removed and the added named nights of a policy, and the first night with a difference. */
export type NamingChange = { gone: NamedNights[]; news: NamedNights[]; from: CalendarDate | undefined };

export const namingChange = (
  known: readonly NamedNights[],
  named: readonly NamedNights[],
  day: CalendarDate,
): NamingChange => {
  const now = namedFrom(known, named, day);
  const kept = new Set(now.map(nightsKey));
  const before = new Map(known.map((nights) => [nightsKey(nights), nights]));
  return {
    gone: known.filter((nights) => !kept.has(nightsKey(nights))),
    news: now.filter((nights) => !isSame(nights, before.get(nightsKey(nights)))),
    from: namedChangedFrom(known, now),
  };
};

const nightsKey = ({ propertyId, start }: NamedNights): string => `${dayKey(start)} ${propertyId}`;

const onlyIn = (some: readonly NamedNights[], others: readonly NamedNights[]): DateRange[] => {
  const known = Map.groupBy(others, ({ propertyId }) => propertyId);
  return some.flatMap((one) =>
    subtract(
      one,
      (known.get(one.propertyId) ?? []).filter(({ productLine }) => productLine === one.productLine),
    ),
  );
};

const beginningsAndEnds: readonly ChangeKind[] = ['ISSUE', 'CANCEL', 'REINSTATE', 'EXPIRE', 'SUPERSEDE'];

/** Whether a decision may change which nights a policy names, though its elections and properties stay as they are. */
export const mayChangeNamedNights = (before: Policy, decision: PolicyDecision): boolean => {
  const { state } = decision;
  if (state.boundAt === null) return false;
  if (liveStatuses[before.status] !== liveStatuses[state.status]) return true;
  if (before.details.productLine !== state.details.productLine) return true;
  return recordedBy(decision).some(
    ({ kind, members, status }) =>
      beginningsAndEnds.includes(kind) || status === 'CANCELLED' || eligibility.some((name) => name in members),
  );
};

/**
 * The first night that a policy names otherwise after a decision. Nights that have passed stay, unless it is rescinded, or its
 * successor, or a rescission taken back: then what was named counts as it would have without.
 */
export const namedSince = (before: Policy, decision: PolicyDecision, today: CalendarDate): CalendarDate =>
  recordedBy(decision)
    .filter(
      ({ kind, status, withdrawnAt }) =>
        (kind === 'CORRECTION' && status === 'CANCELLED') ||
        (kind === 'REINSTATE' && before.cancellation?.reason === 'CORRECTION') ||
        (kind === 'SUPERSEDE' && withdrawnAt !== null),
    )
    .map(({ effectiveFrom }) => effectiveFrom)
    .reduce(earliest, today);

/** The first night that other policies may name since a bound policy went to another product line. */
export const lineChangedFrom = (
  before: Policy,
  { state }: PolicyDecision,
  today: CalendarDate,
): CalendarDate | undefined =>
  state.boundAt === null || before.details.productLine === state.details.productLine
    ? undefined
    : stateDay(state, today);
