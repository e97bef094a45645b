import { type CalendarDate, isAfter, isBefore } from '@staycover/kernel';
import type { BillablePolicy } from './policy.ts';
import { priceChanges } from './price.ts';

const MOST = 250;
/** Pieces of a month and price that are computed at a stretch: some ten milliseconds. */
const MOST_PIECES = 500;

type Billed = Pick<BillablePolicy, 'inForce' | 'terms'>;

/**
 * How many properties are billed at a stretch, without other work in between: fewer the more pieces each of them has, one
 * for each month and change of price.
 */
export const propertiesAPart = (
  policy: Billed,
  { from, until }: { from: CalendarDate | null; until: CalendarDate },
): number => {
  const first = policy.terms.map((term) => term.start).reduce((a, b) => (isBefore(a, b) ? a : b), until);
  const start = from && isAfter(from, first) ? from : first;
  const { months } = start.until(until, { largestUnit: 'months' });
  const changes = priceChanges(policy).filter((day) => isAfter(day, start) && !isAfter(day, until));
  return Math.min(MOST, Math.max(1, Math.floor(MOST_PIECES / (Math.max(0, months) + changes.length + 1))));
};
