import {
  businessDate,
  type CalendarDate,
  type DateRange,
  earliest,
  intersect,
  isAfter,
  latest,
  merge,
} from '@staycover/kernel';
import { LAST_DATE, liveStatuses, type PolicyStatus } from './policy.ts';
import { inEffectOrder, type PolicyChange } from './policy-change.ts';
import { type Stretch, statusAfter } from './policy-on.ts';
import { FOREVER } from './property-facts.ts';

export type TermDates = { termStart: CalendarDate; termEnd: CalendarDate };

/** The nights that a policy covers, and whether a next term may follow the last of them. */
export type CoverPeriods = { ranges: DateRange[]; isOpen: boolean };

const nightsOf = ({ termStart, termEnd }: TermDates): DateRange => ({
  start: termStart,
  end: earliest(termEnd.add({ days: 1 }), LAST_DATE),
});

/** The cover of a policy that is not bound: that of its term while it is PENDING, else none. */
export const unboundPeriods = (status: PolicyStatus, terms: readonly TermDates[]): CoverPeriods =>
  status === 'PENDING' ? { ranges: merge(terms.map(nightsOf)), isOpen: true } : { ranges: [], isOpen: false };

/** The cover of a bound policy: the nights of its terms on which it is ACTIVE. */
export const coverPeriods = (stretches: readonly Stretch[], terms: readonly TermDates[]): CoverPeriods => {
  const nights = merge(terms.map(nightsOf));
  const active = merge(rangesOf(stretches, ({ status }) => status === 'ACTIVE'));
  const ranges = active.flatMap((range) => nights.flatMap((term) => intersect(range, term) ?? []));
  const last = nights.at(-1)?.end;
  const isOpen = stretches.at(-1)?.policy.status === 'ACTIVE' && last !== undefined && ranges.at(-1)?.end.equals(last);
  return { ranges, isOpen: isOpen ?? false };
};

const rangesOf = (stretches: readonly Stretch[], includes: (policy: Stretch['policy']) => boolean): DateRange[] =>
  stretches.flatMap(({ from, policy }, i) =>
    includes(policy) ? [{ start: from, end: stretches[i + 1]?.from ?? FOREVER }] : [],
  );

/**
 * The nights on which a bound policy stands before broad elections of others: while it is ACTIVE or SUSPENDED, each
 * change counting from the day on which it was recorded, since nights that have passed stay as they were.
 */
export const namingPeriods = (changes: readonly PolicyChange[]): DateRange[] => {
  const recorded = inEffectOrder(changes)
    .map((change) => ({ change, day: latest(change.effectiveFrom, businessDate(change.recordedAt)) }))
    .toSorted((a, b) => Temporal.PlainDate.compare(a.day, b.day));
  let status: PolicyStatus | null = null;
  const points = recorded.map(({ change, day }) => {
    status = change.kind === 'ISSUE' ? 'ACTIVE' : status && statusAfter(status, change);
    return { from: day, isNaming: status !== null && liveStatuses[status] };
  });
  return merge(
    points.flatMap(({ from, isNaming }, i) => {
      const end = points[i + 1]?.from ?? FOREVER;
      return isNaming && isAfter(end, from) ? [{ start: from, end }] : [];
    }),
  );
};
