import { describe, expect, test } from '@jest/globals';
import { type CalendarDate, type DateRange, daysIn, isAfter, isBefore, rateVersionOn, sum } from '@staycover/kernel';
import fc from 'fast-check';
import { type BookedInvoice } from '../testing/books.ts';
import { after, history, type World } from '../testing/price-history.ts';
import type { LineDraft, LineMoney } from './line.ts';
import { billingPeriodOn } from './period.ts';
import type { InForce } from './policy.ts';
import { splitsTo, toSplits } from './reserve-splits.ts';

const listNights = ({ start, end }: DateRange): CalendarDate[] =>
  Array.from({ length: daysIn({ start, end }) }, (_, i) => start.add({ days: i }));

const holds = ({ start, end }: DateRange, night: CalendarDate): boolean =>
  !isBefore(night, start) && isBefore(night, end);

/** Charges less credits of every night at every price, counted night by night. */
const netCharges = (invoices: readonly BookedInvoice[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const line of invoices.filter(({ status }) => status !== 'VOID').flatMap(({ lines }) => lines)) {
    const { propertyId, unitPrice, per, lossFundRate, stateCode } = line;
    for (const night of line.nights.flatMap(listNights)) {
      const key = `${night} ${propertyId} ${unitPrice}/${per} ${lossFundRate} ${stateCode}`;
      counts.set(key, (counts.get(key) ?? 0) + Math.sign(line.quantity));
    }
  }
  return new Map([...counts].filter(([, count]) => count !== 0));
};

const inForceOn = (inForce: readonly InForce[], night: CalendarDate): InForce =>
  inForce.filter(({ from }) => !isAfter(from, night)).at(-1) ?? inForce[0]!;

const isTaken = (length: number, { minNights, maxNights }: InForce): boolean =>
  length >= (minNights ?? 0) && length <= (maxNights ?? Number.POSITIVE_INFINITY);

/** What a night of a property costs by the rules, looked up night by night; undefined when it is not covered or has no price. */
const priceOn = ({ policy, stays }: World, propertyId: string, night: CalendarDate): string | undefined => {
  const { inForce, terms, coverageEndsOn } = policy;
  const isInsured = terms.some((term) => holds(term, night)) && (!coverageEndsOn || isBefore(night, coverageEndsOn));
  const enrollment = policy.enrollments.find((one) => one.propertyId === propertyId && holds(one.nights, night));
  const now = inForceOn(inForce, night);
  const stay = stays.find(
    (one) =>
      one.propertyId === propertyId &&
      holds(one.nights, night) &&
      isTaken(daysIn(one.nights), inForceOn(inForce, one.nights.start)),
  );
  if (!isInsured || !enrollment || (now.perReservation && !stay)) return undefined;
  const order = now.perReservation ? stay!.ratePerNight : null;
  const version = rateVersionOn(now.rateTable, now.planId, night);
  const perNight = order ?? enrollment.rateOverride ?? version?.ratePerNight ?? null;
  const [rate, per] =
    perNight !== null
      ? [perNight, 1]
      : now.perReservation && now.ratePerReservation !== null
        ? [now.ratePerReservation, daysIn(stay!.nights)]
        : now.ratePerNight !== null
          ? [now.ratePerNight, 1]
          : [now.ratePerMonth, night.daysInMonth];
  if (rate === null) return undefined;
  const lossFund = version?.lossFundRatePerNight ?? now.lossFundRatePerNight ?? 0n;
  const capped = lossFund * BigInt(per) < rate ? lossFund : rate / BigInt(per);
  return `${night} ${propertyId} ${rate}/${per} ${capped} ${enrollment.stateCode}`;
};

const FIRST = Temporal.PlainDate.from('2026-09-01');

/** The covered nights up to a day with their prices. */
const coveredUntil = (world: World, end: CalendarDate): string[] =>
  listNights({ start: FIRST, end: end.add({ days: 1 }) }).flatMap((night) =>
    ['beach', 'lodge'].flatMap((propertyId) => priceOn(world, propertyId, night) ?? []),
  );

const monies: ((line: LineMoney) => bigint)[] = [
  ({ amount }) => amount,
  ({ tax }) => tax,
  ({ parts }) => parts.premium,
  ({ parts }) => parts.lossFund,
  ({ parts }) => parts.partnerFee,
  ({ parts }) => parts.serviceFee,
];

const RUNS = { numRuns: 60 };

/** What of the rules a history has had to do with. */
const happenedIn = ({ books }: World): string[] => {
  const lines = books.invoices.flatMap((invoice) => invoice.lines);
  const credits = Map.groupBy(
    lines.filter(({ correctionOf }) => correctionOf),
    ({ correctionOf }) => correctionOf!,
  );
  return [
    ...lines.map(({ rateSource, per }) => `${rateSource} for ${per < 28 ? per : 'a month'}`),
    ...books.invoices.flatMap(({ notBilled }) => notBilled.map(({ reason }) => reason)),
    ...[...credits.values()].map(({ length }) => `${length} credits of a line`),
    ...lines.filter(({ correctionOf, quantity }) => correctionOf && quantity > 0).map(() => 'a credit withdrawn'),
    ...books.billed().flatMap(({ reopened }) => (reopened ? ['nights billed again'] : [])),
  ];
};

test('histories have all kinds of prices, of nights that are not billed, and of credits', () => {
  const histories = fc.sample(history, { numRuns: 60, seed: 1 });
  const happened = [...new Set(histories.flatMap((steps) => happenedIn(after(steps))))];
  expect(happened).toEqual(expect.arrayContaining(['ORDER for 1', 'OVERRIDE for 1', 'RATE_TABLE for 1']));
  expect(happened).toEqual(expect.arrayContaining(['POLICY for 1', 'POLICY for 3', 'POLICY for a month']));
  expect(happened).toEqual(
    expect.arrayContaining(['NO_RATE', 'NOT_ENROLLED', 'NOT_IN_FORCE', 'STAY_TOO_SHORT', 'STAY_TOO_LONG']),
  );
  expect(happened).toEqual(
    expect.arrayContaining(['1 credits of a line', '3 credits of a line', 'a credit withdrawn', 'nights billed again']),
  );
});

describe('after any history of cover, prices, orders, periods, invoices and voids', () => {
  test('every night up to the period end is billed once net of credits where it is covered, at its price in force', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const world = after(steps);
        const { end } = billingPeriodOn(world.today, 'CURRENT', world.policy);
        const net = netCharges(world.books.invoices);
        expect([...new Set(net.values())]).toEqual(net.size > 0 ? [1] : []);
        const billed = [...net.keys()].filter((key) => key.slice(0, 10) <= end.toString());
        expect(billed.toSorted()).toEqual(coveredUntil(world, end).toSorted());
        const ahead = [...net.keys()].filter((key) => key.slice(0, 10) > end.toString());
        const covered = new Set(coveredUntil(world, end.add({ years: 1 })));
        expect(ahead.filter((key) => !covered.has(key))).toEqual([]);
      }),
      RUNS,
    );
  });

  test('a derivation that looks only at nights that may differ equals one that looks at all', () => {
    let looksAtAll = true;
    fc.assert(
      fc.property(history, (steps) => {
        for (const { lookedFrom, bounded, full } of after(steps).compared) {
          looksAtAll &&= lookedFrom === null;
          expect(bounded.map(lineContent)).toEqual(full.map(lineContent));
        }
      }),
      RUNS,
    );
    expect(looksAtAll).toBe(false);
  });

  test('a derivation does not depend on the order in which billed nights come', () => {
    fc.assert(
      fc.property(history, (steps) => {
        for (const { full, reversed } of after(steps).compared) expect(reversed).toEqual(full);
      }),
      RUNS,
    );
  });

  test('the credits of a line lie between nothing and all of it, and all nights back leave nothing', () => {
    fc.assert(
      fc.property(history, fc.constantFrom('USD', 'JPY', 'BHD'), (steps, currency) => {
        const { books } = after(steps, currency);
        const lines = books.invoices.filter(({ status }) => status !== 'VOID').flatMap((one) => one.lines);
        const corrections = Map.groupBy(
          lines.filter((line) => line.correctionOf),
          (line) => line.correctionOf!,
        );
        for (const line of lines.filter((one) => !one.correctionOf)) {
          const its = corrections.get(line.id) ?? [];
          const left = line.quantity + its.reduce((total, { quantity }) => total + quantity, 0);
          for (const money of monies) {
            const credited = sum(its.map(money));
            expect(credited <= 0n && credited >= -money(line)).toBe(true);
            if (left === 0) expect(credited).toBe(-money(line));
          }
          expect(its.every(({ parts, amount }) => sum(Object.values(parts)) === amount)).toBe(true);
        }
      }),
      RUNS,
    );
  });

  test('no night stands twice among those that the constraint guards', () => {
    fc.assert(
      fc.property(history, (steps) => {
        after(steps, 'USD', ({ books }) => {
          const guarded = books.billed().filter(({ balance, reopened }) => balance === 1 && !reopened);
          const all = guarded.flatMap(({ propertyId, nights }) =>
            listNights(nights).map((night) => `${propertyId} ${night}`),
          );
          expect(new Set(all).size).toBe(all.length);
        });
      }),
      { numRuns: 30 },
    );
  });

  test.each(['USD', 'JPY', 'BHD'])('lines, categories, taxes and splits add up to the unit in %s', (currency) => {
    fc.assert(
      fc.property(
        history,
        fc.bigInt({ min: 0n, max: 1000n }),
        fc.bigInt({ min: 0n, max: 1000n }),
        (steps, first, second) => {
          for (const { lines, totals } of after(steps, currency).books.invoices) {
            const amount = sum(lines.map((line) => line.amount));
            expect(totals.subtotal).toBe(amount);
            expect(totals.tax).toBe(sum(lines.map((line) => line.tax)));
            expect(sum(Object.values(totals.subtotalsByCategory).map(BigInt))).toBe(amount);
            expect(sum(toSplits(lines).map(({ total }) => total))).toBe(amount);
            for (const { parts, lossFundRate, quantity } of lines) {
              if (quantity > 0) expect(parts.lossFund >= 0n && lossFundRate >= 0n).toBe(true);
            }
            const { tax, total } = totals;
            const shares = [first, second, 1000n].map((of) => (total * of) / 1000n || 0n);
            const before = [0n, ...shares];
            const published = shares.flatMap((settled, i) =>
              splitsTo(
                { total, tax, refunded: 0n, splitsPublished: before[i]! },
                lines,
                settled || (total === 0n ? 1n : 0n),
              ),
            );
            if (total !== 0n) expect(sum(published.map((one) => one.total))).toBe(amount);
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});

const lineContent = ({ propertyId, stayMonth, quantity, amount, tax, parts }: LineDraft): string =>
  `${propertyId} ${stayMonth} ${quantity} ${amount} ${tax} ${Object.values(parts).join(' ')}`;
