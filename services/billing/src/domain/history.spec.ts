import { describe, expect, test } from '@jest/globals';
import { sum } from '@staycover/kernel';
import fc from 'fast-check';
import { type BookedInvoice, day, enrolled, openBooks, policy } from '../testing/books.ts';
import type { BillablePolicy } from './cover.ts';
import { reversalsOf, splitsOf } from './reserve-splits.ts';

type World = { books: ReturnType<typeof openBooks>; policy: BillablePolicy; today: Temporal.PlainDate };

const START = day('2026-11-01');
// Few dates and properties, so that covers often end, return and overlap.
const date = fc
  .oneof(fc.constantFrom(0, 10, 20, 30), fc.integer({ min: -20, max: 150 }))
  .map((days) => START.add({ days }));
const property = fc.constantFrom('beach', 'lodge');
const rate = fc.bigInt({ min: 0n, max: 2_000_000n });

/** One thing that happens to a policy or its invoices. */
type Step = (world: World) => void;

const enroll = fc.tuple(property, date, fc.constantFrom(0, 5, 10, 200), fc.option(rate)).map(
  ([propertyId, start, length, rateOverride]): Step =>
    (world) => {
      const others = world.policy.enrollments.filter((one) => one.propertyId !== propertyId);
      const range = { start, end: start.add({ days: length }) };
      world.policy = { ...world.policy, enrollments: [...others, enrolled(propertyId, range, { rateOverride })] };
    },
);
const changeRate = rate.map(
  (ratePerNight): Step =>
    (world) =>
      void (world.policy = { ...world.policy, ratePerNight }),
);
const addVersion = fc.tuple(date, rate).map(
  ([effectiveFrom, ratePerNight]): Step =>
    (world) => {
      const version = {
        version: world.policy.rateTable.length + 1,
        planId: null,
        effectiveFrom,
        ratePerNight,
        lossFundRatePerNight: 100n,
      };
      world.policy = { ...world.policy, rateTable: [...world.policy.rateTable, version] };
    },
);
const changeTerms = fc.tuple(date, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 30 })).map(
  ([start, length, gap]): Step =>
    (world) => {
      const end = start.add({ days: length });
      const next = { start: end.add({ days: gap }), end: end.add({ days: gap + length }) };
      world.policy = { ...world.policy, terms: [{ start, end }, next] };
    },
);
const cancel = fc.option(date).map(
  (coverageEndsOn): Step =>
    (world) =>
      void (world.policy = { ...world.policy, coverageEndsOn }),
);
const pass = fc.integer({ min: 1, max: 45 }).map(
  (days): Step =>
    (world) =>
      void (world.today = world.today.add({ days })),
);

const targets = { SENT: ['DRAFT'], PAID: ['SENT'], VOID: ['DRAFT', 'SENT'] } as const;
const move = fc.tuple(fc.nat(), fc.constantFrom('SENT', 'SENT', 'VOID', 'PAID')).map(
  ([pick, status]): Step =>
    ({ books }) => {
      const movable = books.invoices.filter((invoice) =>
        (targets[status] as readonly string[]).includes(invoice.status),
      );
      if (movable.length > 0) books.move(movable[pick % movable.length]!, status);
    },
);
const generate = fc.constant<Step>((world) => void world.books.generate(world.today.toString(), world.policy));

const history = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: generate },
    { weight: 10, arbitrary: move },
    { weight: 6, arbitrary: enroll },
    changeRate,
    addVersion,
    changeTerms,
    cancel,
    pass,
  ),
  { maxLength: 60, size: 'max' },
);

const after = (steps: readonly Step[], currency = 'USD', each: (world: World) => void = () => undefined): World => {
  const world: World = { books: openBooks(currency), policy: policy({ currency }), today: START };
  for (const step of steps) {
    step(world);
    each(world);
  }
  world.books.generate(world.today.toString(), world.policy);
  return world;
};

const days = ({ start, end }: { start: Temporal.PlainDate; end: Temporal.PlainDate }): string[] =>
  Array.from({ length: Math.max(0, start.until(end).days) }, (_, i) => start.add({ days: i }).toString());

/** Charges less credits of every night, counted night by night. */
const netCharges = (invoices: readonly BookedInvoice[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { lines } of invoices.filter(({ status }) => status !== 'VOID')) {
    for (const line of lines) {
      for (const night of line.nights.flatMap(days)) {
        const key = `${line.propertyId} ${night}`;
        counts.set(key, (counts.get(key) ?? 0) + Math.sign(line.quantity));
      }
    }
  }
  return new Map([...counts].filter(([, count]) => count !== 0));
};

/** The covered nights until the end of the month, counted night by night. */
const covered = ({ policy: { enrollments, terms, coverageEndsOn }, today }: World): Set<string> => {
  const until = today.with({ day: today.daysInMonth }).toString();
  const insured = new Set(terms.flatMap(days).filter((night) => !coverageEndsOn || night < coverageEndsOn.toString()));
  const until9999 = (range: { start: Temporal.PlainDate; end: Temporal.PlainDate }) =>
    days({ ...range, end: range.end.year > 2100 ? day('2027-12-31') : range.end });
  return new Set(
    enrollments.flatMap(({ propertyId, nights: range }) =>
      until9999(range)
        .filter((night) => night <= until && insured.has(night))
        .map((night) => `${propertyId} ${night}`),
    ),
  );
};

describe('after any history of enrollments, rates, terms, cancellations, invoices and voids', () => {
  test('every covered night up to the period end is charged once net of credits, every other one not at all', () => {
    fc.assert(
      fc.property(history, (steps) => {
        const world = after(steps);
        const drafts = world.books.invoices.filter(({ status }) => status === 'DRAFT').slice(0, -1);
        const inDrafts = netCharges(drafts);
        const net = netCharges(world.books.invoices);
        const expected = covered(world);
        for (const night of expected) expect([night, net.get(night)]).toEqual([night, 1]);
        for (const [night, count] of net) {
          if (!expected.has(night)) expect([night, count]).toEqual([night, inDrafts.get(night)]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('no night stands twice among those that the constraint guards', () => {
    fc.assert(
      fc.property(history, (steps) => {
        after(steps, 'USD', ({ books }) => {
          const guarded = books.billed().filter(({ balance, reopened }) => balance === 1 && !reopened);
          const all = guarded.flatMap(({ propertyId, nights: range }) =>
            days(range).map((night) => `${propertyId} ${night}`),
          );
          expect(new Set(all).size).toBe(all.length);
        });
      }),
      { numRuns: 300 },
    );
  });

  test.each(['USD', 'JPY', 'BHD'])('lines, categories and splits add up to the unit in %s', (currency) => {
    fc.assert(
      fc.property(
        history,
        fc.bigInt({ min: 0n, max: 1000n }),
        fc.bigInt({ min: 0n, max: 1000n }),
        (steps, first, second) => {
          for (const { lines, totals } of after(steps, currency).books.invoices) {
            const amount = sum(lines.map((line) => line.amount));
            expect(totals.subtotal).toBe(amount);
            expect(sum(Object.values(totals.subtotalsByCategory).map(BigInt))).toBe(amount);
            expect(sum(splitsOf(lines).map(({ total }) => total))).toBe(amount);
            for (const { parts, lossFundRate, quantity } of lines) {
              expect(quantity > 0 ? parts.lossFund >= 0n && parts.premium >= 0n : parts.premium <= 0n).toBe(true);
              expect(lossFundRate >= 0n).toBe(true);
            }
            const whole = first + second + 1n;
            const shares = [0n, first, first + second, whole].map((of) => ({ of, whole }));
            const reversed = shares.slice(1).flatMap((to, i) => reversalsOf(lines, shares[i]!, to));
            expect(sum(reversed.map(({ total }) => total))).toBe(-amount);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
