import { type CalendarDate, type DateRange, intersect, latest, merge, subtract } from '@staycover/kernel';
import { namingPeriods } from './cover-periods.ts';
import { electionTimeline } from './election-timeline.ts';
import { eligibleNights, type RuleStretch } from './eligible-nights.ts';
import type { PolicyChange } from './policy-change.ts';
import type { DatedProperty } from './property-facts.ts';
import type { DatedElection } from './state-elections.ts';

/** A bound policy as far as it may stand before others. */
export type NamingPolicy = {
  policyId: string;
  /** Null counts as one. */
  productLine: string | null;
  changes: readonly PolicyChange[];
  rules: readonly RuleStretch[];
  elections: readonly DatedElection[];
};

export type NamedNights = ReadonlyMap<string, DateRange[]>;

/**
 * The nights of properties that other bound policies of the organization and product line enroll by name, suspended
 * or not: no broad election enrolls these. It holds from the day on which the election and the policy's issue were
 * recorded; when the policy ends, the nights behind are free.
 */
export const namedNights = (
  policy: Pick<NamingPolicy, 'policyId' | 'productLine'>,
  all: readonly NamingPolicy[],
  properties: readonly DatedProperty[],
): NamedNights => {
  const others = all.filter((other) => other.policyId !== policy.policyId && other.productLine === policy.productLine);
  const named = new Map<string, DateRange[]>();
  for (const other of others) {
    const byName = namesOf(other);
    for (const property of properties) {
      const nights = byName(property);
      if (nights.length > 0)
        named.set(property.propertyId, merge([...(named.get(property.propertyId) ?? []), ...nights]));
    }
  }
  return named;
};

const namesOf = ({ changes, rules, elections }: NamingPolicy): ((property: DatedProperty) => DateRange[]) => {
  const naming = namingPeriods(changes);
  const byName = elections.filter(({ scopeType }) => scopeType === 'PROPERTY');
  const names = new Set(byName.map(({ scopeId }) => scopeId));
  const timeline = electionTimeline(byName);
  return (property) => {
    if (!names.has(property.propertyId)) return [];
    const eligible = eligibleNights(property, rules);
    return timeline(property).flatMap((segment) => {
      const recorded = { start: latest(segment.start, segment.election.recordedOn), end: segment.end };
      return naming.flatMap((period) => eligible.flatMap((range) => overlap(overlap(recorded, period), range) ?? []));
    });
  };
};

const overlap = (a: DateRange | undefined, b: DateRange): DateRange | undefined => a && intersect(a, b);

/** The first night that is named differently; undefined when there is none. */
export const namedChangedFrom = (before: NamedNights, after: NamedNights): CalendarDate | undefined => {
  const onlyIn = (nights: NamedNights, others: NamedNights) =>
    [...nights].flatMap(([id, ranges]) => ranges.flatMap((range) => subtract(range, others.get(id) ?? [])));
  const changed = [...onlyIn(before, after), ...onlyIn(after, before)];
  return changed.map(({ start }) => start).toSorted(Temporal.PlainDate.compare)[0];
};
