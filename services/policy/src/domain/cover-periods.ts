import {
  type CalendarDate,
  type DateRange,
  earliest,
  FOREVER,
  intersectAll,
  LAST_DATE,
  merge,
} from '@staycover/kernel';
import { dayAfterTerm, liveStatuses, type PolicyStatus } from './policy.ts';
import type { DatedPolicy, Stretch } from './policy-on.ts';

export type TermDates = { termStart: CalendarDate; termEnd: CalendarDate };

/** The nights that a policy covers, and whether a next term may follow the last of them. */
export type CoverPeriods = { ranges: DateRange[]; isOpen: boolean };

const termNights = (term: TermDates): DateRange => ({
  start: term.termStart,
  end: earliest(dayAfterTerm(term), LAST_DATE),
});

/** The cover of a policy that is not bound: that of its term while it is PENDING, else none. */
export const unboundPeriods = (status: PolicyStatus, terms: readonly TermDates[]): CoverPeriods =>
  status === 'PENDING' ? { ranges: merge(terms.map(termNights)), isOpen: true } : { ranges: [], isOpen: false };

/** The cover of a bound policy: the nights of its terms on which it is ACTIVE. */
export const coverPeriods = (stretches: readonly Stretch[], terms: readonly TermDates[]): CoverPeriods => {
  const nights = merge(terms.map(termNights));
  const active = merge(includedRanges(stretches, ({ status }) => status === 'ACTIVE'));
  const ranges = intersectAll(active, nights);
  const last = nights.at(-1)?.end;
  const isOpen = stretches.at(-1)?.policy.status === 'ACTIVE' && last !== undefined && ranges.at(-1)?.end.equals(last);
  return { ranges, isOpen: isOpen ?? false };
};

const includedRanges = (stretches: readonly Stretch[], includes: (policy: DatedPolicy) => boolean): DateRange[] =>
  stretches.flatMap(({ from, policy }, i) =>
    includes(policy) ? [{ start: from, end: stretches[i + 1]?.from ?? FOREVER }] : [],
  );

/** The nights on which a bound policy stands before broad elections of others: while it is ACTIVE or SUSPENDED. */
export const namingPeriods = (stretches: readonly Stretch[]): DateRange[] =>
  merge(includedRanges(stretches, ({ status }) => liveStatuses[status]));
