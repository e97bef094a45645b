import { type CalendarDate, compareDates, type DateRange, isBefore, isSame, soonest } from '@staycover/kernel';
import fc from 'fast-check';
import { coveredNights } from '../domain/cover.ts';
import type { LineDraft } from '../domain/line.ts';
import type { BillablePolicy, PriceTerms, Stay } from '../domain/policy.ts';
import { pricedNights } from '../domain/price.ts';
import { groupTaxRates } from '../domain/tax.ts';
import { day, enrolled, openBooks, policy, priceTerms } from './books.ts';

export type World = {
  books: ReturnType<typeof openBooks>;
  policy: BillablePolicy;
  /** As it was billed last. */
  billedPolicy: BillablePolicy | null;
  stays: Stay[];
  today: CalendarDate;
  /** What was billed when only nights that may differ were looked at, when all were, and with billed nights in another order. */
  compared: {
    /** From which night on; null for all. */
    lookedFrom: CalendarDate | null;
    bounded: readonly LineDraft[];
    full: readonly LineDraft[];
    reversed: readonly LineDraft[];
  }[];
};

/** One thing that happens to a policy, its orders or its invoices. */
export type Step = (world: World) => void;

const START = day('2026-11-01');
const END = day('2027-12-01');
// Few dates, properties and rates, so that covers often end, overlap, and return at the price that they had.
const date = fc
  .oneof(fc.constantFrom(0, 10, 20, 30), fc.integer({ min: -20, max: 100 }))
  .map((days) => START.add({ days }));
const property = fc.constantFrom('beach', 'lodge');
const rates = fc.constantFrom(42_500n, 12_345n, 1_250n, 0n);
const rate = fc.oneof(fc.constant(null), rates);
const count = (...counts: number[]) => fc.oneof(fc.constant(null), fc.constantFrom(...counts));

const enroll = fc.tuple(property, date, fc.constantFrom(0, 10, 200, 200), rate, fc.constantFrom('FL', 'GA')).map(
  ([propertyId, start, length, rateOverride, stateCode]): Step =>
    (world) => {
      const others = world.policy.enrollments.filter((one) => one.propertyId !== propertyId);
      const one = enrolled(propertyId, { start, end: start.add({ days: length }) }, { rateOverride, stateCode });
      world.policy = { ...world.policy, enrollments: [...others, one] };
    },
);

const version = fc.tuple(date, rates).map(([effectiveFrom, ratePerNight]) => ({
  version: 1,
  planId: null,
  effectiveFrom,
  ratePerNight,
  lossFundRatePerNight: 100n,
}));

const terms: fc.Arbitrary<PriceTerms> = fc
  .record({
    perReservation: fc.boolean(),
    ratePerNight: rate,
    ratePerMonth: rate,
    ratePerReservation: rate,
    lossFundRatePerNight: fc.constantFrom(null, 11_000n, 500n),
    minNights: count(2, 4),
    maxNights: count(3, 6),
    rateTable: fc.oneof(fc.constant([]), fc.array(version, { minLength: 1, maxLength: 2 })),
  })
  .map((changes) => priceTerms(changes));

/** The cover of a property ends on another day. */
const endCover = fc.tuple(property, date).map(
  ([propertyId, end]): Step =>
    (world) => {
      const enrollments = world.policy.enrollments.map((one) =>
        one.propertyId === propertyId && isBefore(one.nights.start, end)
          ? { ...one, nights: { start: one.nights.start, end } }
          : one,
      );
      world.policy = { ...world.policy, enrollments };
    },
);

/** What a policy begins with. */
const begin = terms.map(
  (first): Step =>
    (world) =>
      void (world.policy = { ...world.policy, inForce: [{ ...first, from: world.policy.inForce[0]!.from }] }),
);

/** A dated change of the price, by which later ones stay; or one that holds from the beginning. */
const reprice = fc.tuple(fc.option(date), terms).map(
  ([start, changed]): Step =>
    (world) => {
      const { inForce } = world.policy;
      const first = inForce[0]!.from;
      const at = start && isBefore(first, start) ? start : first;
      const others = inForce.filter((one) => !one.from.equals(at));
      const all = [...others, { ...changed, from: at }];
      const sorted = all.toSorted((a, b) => compareDates(a.from, b.from));
      world.policy = { ...world.policy, inForce: sorted };
    },
);

const changeTerms = fc.tuple(fc.constantFrom(-20, 0, 12), fc.constantFrom(15, 50, 200), fc.constantFrom(0, 1, 20)).map(
  ([after, length, gap]): Step =>
    (world) => {
      const start = START.add({ days: after });
      const end = start.add({ days: length });
      const next = { start: end.add({ days: gap }), end: end.add({ days: gap + length }) };
      world.policy = { ...world.policy, terms: [{ start, end }, next] };
    },
);

const cancel = fc.oneof(fc.constant(null), date).map(
  (coverageEndsOn): Step =>
    (world) =>
      void (world.policy = { ...world.policy, coverageEndsOn }),
);

const changePeriod = fc.constantFrom(1, 3, 12).map(
  (periodMonths): Step =>
    (world) =>
      void (world.policy = { ...world.policy, periodMonths }),
);

const pass = fc.integer({ min: 1, max: 45 }).map(
  (days): Step =>
    (world) =>
      void (world.today = world.today.add({ days })),
);

/** An order is confirmed in the place of the one that had its number, or cancelled. */
const order = fc.tuple(fc.integer({ min: 0, max: 4 }), property, date, fc.integer({ min: 0, max: 9 }), rate).map(
  ([number, propertyId, start, length, ratePerNight]): Step =>
    (world) => {
      const orderId = `order-${number}`;
      const known = world.stays.find((stay) => stay.order.orderId === orderId);
      if (known) world.books.lower(known.nights.start);
      const others = world.stays.filter((stay) => stay !== known);
      if (length === 0) return void (world.stays = others);
      const booked = { start, end: start.add({ days: length }) };
      world.books.lower(start);
      const ref = { orderId, orderLineId: orderId, orderReference: orderId };
      const stay: Stay = { order: ref, propertyId, propertyName: null, nights: booked, ratePerNight };
      const all = [...others, stay];
      world.stays = all.toSorted((a, b) => (a.order.orderId < b.order.orderId ? -1 : 1));
    },
);

const targets = { SENT: ['DRAFT'], PAID: ['SENT'], VOID: ['DRAFT', 'SENT'] } as const;
const move = fc.tuple(fc.nat(), fc.constantFrom('SENT', 'SENT', 'SENT', 'VOID', 'PAID')).map(
  ([pick, status]): Step =>
    ({ books }) => {
      const movable = books.invoices.filter((invoice) =>
        (targets[status] as readonly string[]).includes(invoice.status),
      );
      if (movable.length > 0) books.move(movable[pick % movable.length]!, status);
    },
);

const generate: Step = (world) => {
  const { books, stays, today, compared } = world;
  const changedFrom = world.billedPolicy ? differsFrom(world.billedPolicy, world.policy, stays) : undefined;
  const derive = (isReversed: boolean) =>
    books.derive(today.toString(), world.policy, { stays, taxRates, isReversed }).generated.lines;
  const [full, reversed] = [derive(false), derive(true)];
  const { lines, lookedFrom } = books.generate(today.toString(), world.policy, {
    stays,
    taxRates,
    ...(changedFrom === undefined ? {} : { changedFrom }),
  });
  compared.push({ lookedFrom, bounded: lines, full, reversed });
  world.billedPolicy = world.policy;
};

/** What is open is billed, and goes out. */
const bill: Step = (world) => {
  generate(world);
  world.books.move(world.books.draft()!, 'SENT');
};

/** Florida taxes the premium from the start, and more from December on. */
const taxRates = groupTaxRates([
  { stateCode: 'FL', category: 'INSURANCE_PREMIUM', effectiveFrom: START, percent: 50_000n },
  { stateCode: 'FL', category: 'INSURANCE_PREMIUM', effectiveFrom: day('2026-12-01'), percent: 71_234n },
]);

/** The first night with another cover or price in one of two policies, null when none does. */
const differsFrom = (before: BillablePolicy, after: BillablePolicy, stays: Stay[]): CalendarDate | null => {
  const [a, b] = [toPieces(before, stays), toPieces(after, stays)];
  const boundaries = [...a, ...b].flatMap(({ nights }) => [nights.start, nights.end]);
  const differing = boundaries.filter((night) => !isSame(on(a, night), on(b, night)));
  return soonest(differing) ?? null;
};

type Piece = { nights: DateRange; cost: readonly unknown[] };

const toPieces = (of: BillablePolicy, stays: Stay[]): Piece[] =>
  pricedNights(of, coveredNights(of, stays, { start: START.subtract({ days: 60 }), end: END }).covered).map(
    ({ propertyId, nights, stateCode, price }) => ({
      nights,
      cost: [propertyId, stateCode, price && [price.rate, price.per, price.lossFundRate].map(String)],
    }),
  );

const on = (pieces: readonly Piece[], night: CalendarDate): string[] =>
  pieces
    .filter(({ nights: { start, end } }) => !isBefore(night, start) && isBefore(night, end))
    .map(({ cost }) => JSON.stringify(cost))
    .toSorted();

const command = fc.oneof(
  { weight: 6, arbitrary: fc.constant(generate) },
  { weight: 10, arbitrary: fc.constant(bill) },
  { weight: 6, arbitrary: move },
  { weight: 4, arbitrary: enroll },
  { weight: 6, arbitrary: endCover },
  { weight: 10, arbitrary: order },
  { weight: 3, arbitrary: reprice },
  { weight: 3, arbitrary: pass },
  changePeriod,
  changeTerms,
  cancel,
);

/** At least 50 commands. */
export const history = fc
  .tuple(begin, fc.array(command, { minLength: 50, maxLength: 70, size: 'max' }))
  .map(([first, steps]) => [first, ...steps]);

export const after = (
  steps: readonly Step[],
  currency = 'USD',
  each: (world: World) => void = () => undefined,
): World => {
  const world: World = {
    books: openBooks({ currency }),
    policy: policy({ currency }),
    billedPolicy: null,
    stays: [],
    today: START,
    compared: [],
  };
  for (const step of [...steps, generate]) {
    step(world);
    each(world);
  }
  return world;
};
