import { type CalendarDate, earliest, isAfter, latest } from '@staycover/kernel';
import type { BillablePolicy } from './policy.ts';
import { priceChanges } from './price.ts';

const MOST = 250;
/** Pieces of a month and price that are computed at a stretch: some ten milliseconds. */
const MOST_PIECES = 500;

type Billed = Pick<BillablePolicy, 'inForce' | 'terms'>;

type Window = { from: CalendarDate | null; until: CalendarDate };

/** How many properties are billed at a stretch, without other work in between: fewer where each has many pieces. */
export const propertiesAtOnce = (policy: Billed, window: Window): number =>
  Math.min(MOST, Math.max(1, Math.floor(MOST_PIECES / piecesEach(policy, window))));

/** Whether all that a policy may bill is computed at a stretch. */
export const fitsAtOnce = (policy: Billed & Pick<BillablePolicy, 'enrollments'>, window: Window): boolean =>
  policy.enrollments.length * piecesEach(policy, window) <= MOST_PIECES;

/** The pieces of a property: one for each month and change of price. */
const piecesEach = (policy: Billed, { from, until }: Window): number => {
  const first = policy.terms.reduce((day, { start }) => earliest(day, start), until);
  const start = from ? latest(from, first) : first;
  const { months } = start.until(until, { largestUnit: 'months' });
  const changes = priceChanges(policy).filter((day) => isAfter(day, start) && !isAfter(day, until));
  return Math.max(0, months) + changes.length + 1;
};
