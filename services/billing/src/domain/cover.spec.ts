import { expect, test } from '@jest/globals';
import { countComparisons } from '@staycover/testing';
import { coveredNights } from './cover.ts';
import type { BillablePolicy, Stay } from './policy.ts';

const FIRST = Temporal.PlainDate.from('2000-01-01');
const ALWAYS = { start: FIRST, end: Temporal.PlainDate.from('2999-01-01') };
const EVERY_OTHER = Array.from({ length: 5_000 }, (_, i) => {
  const start = FIRST.add({ days: 2 * i });
  return { start, end: start.add({ days: 1 }) };
});
const enrolled = (nights: typeof ALWAYS) => ({ propertyId: 'beach', propertyName: null, nights });

test.each([
  { what: 'enrollments', perReservation: false, enrollments: EVERY_OTHER.map(enrolled), stays: [] },
  {
    what: 'stays',
    perReservation: true,
    enrollments: [enrolled(ALWAYS)],
    stays: EVERY_OTHER.map((nights, i) => ({ ...enrolled(nights), order: { orderId: `o-${i}` } })),
  },
])('thousands of $what of one property take few comparisons', ({ perReservation, enrollments, stays }) => {
  const inForce = [{ from: FIRST, perReservation, minNights: null, maxNights: null }];
  const policy = { terms: [ALWAYS], coverageEndsOn: null, enrollments, inForce } as unknown as BillablePolicy;
  let covered: ReturnType<typeof coveredNights>['covered'] = [];
  const comparisons = countComparisons(() => ({ covered } = coveredNights(policy, stays as unknown as Stay[], ALWAYS)));
  expect(comparisons).toBeLessThan(100 * EVERY_OTHER.length);
  expect(covered.map(({ nights }) => nights)).toEqual(EVERY_OTHER);
});
