import { expect, test } from '@jest/globals';
import { byStart, compareTexts, daysIn, intersect, merge, subtract } from '@staycover/kernel';
import { countComparisons } from '@staycover/testing';
import fc from 'fast-check';
import { enrolled as enrolledOn, policy as policyWith } from '../testing/books.ts';
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
  {
    what: 'enrollments and stays',
    perReservation: true,
    enrollments: EVERY_OTHER.map(enrolled),
    stays: EVERY_OTHER.map((nights, i) => ({ ...enrolled(nights), order: { orderId: `o-${i}` } })),
  },
])('thousands of $what of one property take few comparisons', ({ perReservation, enrollments, stays }) => {
  const inForce = [{ from: FIRST, perReservation, minNights: null, maxNights: null }];
  const policy = { terms: [ALWAYS], coverageEndsOn: null, enrollments, inForce } as unknown as BillablePolicy;
  let covered: ReturnType<typeof coveredNights>['covered'] = [];
  const comparisons = countComparisons(() => ({ covered } = coveredNights(policy, stays as unknown as Stay[], ALWAYS)));
  expect(comparisons).toBeLessThan(200 * EVERY_OTHER.length);
  expect(covered.map(({ nights }) => nights)).toEqual(EVERY_OTHER);
});

/** Meets each stay with each enrollment: of what several want, the first has it. */
const meetAll = (policy: BillablePolicy, stays: readonly Stay[], window: typeof ALWAYS) => {
  const insured = policy.terms.flatMap((term) => intersect(term, window) ?? []);
  const taken: ReturnType<typeof coveredNights>['covered'] = [];
  const notBilled = stays.flatMap((stay) => {
    const inForce = insured.flatMap((range) => intersect(range, stay.nights) ?? []);
    const wanted = [intersect(stay.nights, window) ?? []].flat();
    const met = policy.enrollments.filter(({ propertyId }) => propertyId === stay.propertyId);
    const ranges = met.map((one) => ({ one, both: inForce.flatMap((range) => intersect(range, one.nights) ?? []) }));
    const nights = ranges.flatMap(({ both }) => both);
    const name = (reason: string, some: readonly (typeof ALWAYS)[]) =>
      some.map((range) => ({ propertyId: stay.propertyId, orderId: stay.order.orderId, reason, nights: range }));
    const missing = [
      ...name(
        'NOT_IN_FORCE',
        wanted.flatMap((range) => subtract(range, inForce)),
      ),
      ...name(
        'NOT_ENROLLED',
        inForce.flatMap((range) => subtract(range, nights)),
      ),
    ];
    if (daysIn(stay.nights) < 2) return [...missing, ...name('STAY_TOO_SHORT', merge(nights))];
    for (const { one, both } of ranges) {
      const earlier = taken.filter(({ propertyId }) => propertyId === stay.propertyId).map((other) => other.nights);
      const free = both.flatMap((range) => subtract(range, earlier));
      taken.push(...free.map((range) => ({ ...one, stay, nights: range })));
    }
    return missing;
  });
  return { covered: taken, notBilled };
};

const someNights = fc
  .record({ first: fc.nat(40), count: fc.integer({ min: 1, max: 12 }) })
  .map(({ first, count }) => ({ start: FIRST.add({ days: first }), end: FIRST.add({ days: first + count }) }));
const ofProperty = fc.record({ propertyId: fc.constantFrom('beach', 'lodge'), nights: someNights });

test('whichever enrollments and stays there are, each stay has the nights that a look at each enrollment finds', () => {
  const inForce = [{ ...policyWith().inForce[0]!, from: FIRST, perReservation: true, minNights: 2 }];
  const window = { start: FIRST.add({ days: 2 }), end: FIRST.add({ days: 45 }) };
  fc.assert(
    fc.property(fc.array(ofProperty), fc.array(ofProperty), fc.array(someNights), (enrollments, booked, terms) => {
      const known = enrollments.map((one, i) => enrolledOn(one.propertyId, one.nights, { electionId: `el-${i}` }));
      const policy = policyWith({ inForce, terms: merge(terms), enrollments: known });
      const stays = booked.map((one, i) => {
        const order = { orderId: `o-${i}`, orderLineId: `l-${i}`, orderReference: 'R' };
        return { ...one, order, propertyName: null, ratePerNight: null };
      });
      const { covered, notBilled } = coveredNights(policy, stays, window);
      const naive = meetAll(policy, stays, window);
      expect(notBilled).toEqual(naive.notBilled);
      const inTurn = (all: typeof covered) =>
        all.toSorted((a, b) => compareTexts(a.propertyId, b.propertyId) || byStart(a.nights, b.nights));
      expect(inTurn(covered)).toEqual(inTurn(naive.covered));
    }),
  );
});
