import { type CalendarDate, type DateRange, earliest, isSame } from '@staycover/kernel';
import fc from 'fast-check';
import { coverOf } from '../domain/cover.ts';
import type { LineDraft } from '../domain/line.ts';
import type { BillablePolicy, PriceTerms, Stay } from '../domain/policy.ts';
import { pricedNights } from '../domain/price.ts';
import { taxRatesOf } from '../domain/tax.ts';
import { day, enrolled, openBooks, policy, priceTerms } from './books.ts';

export type World = {
  books: ReturnType<typeof openBooks>;
  policy: BillablePolicy;
  /** As it was billed last. */
  billedPolicy: BillablePolicy | null;
  stays: Stay[];
  today: CalendarDate;
  /** What was billed when only nights that may differ were looked at, and when all were. */
  compared: { bounded: readonly LineDraft[]; full: readonly LineDraft[] }[];
};

/** One thing that happens to a policy, its orders or its invoices. */
export type Step = (world: World) => void;

const START = day('2026-11-01');
const END = day('2027-12-01');
// Few dates and properties, so that covers often end, return and overlap.
const date = fc
  .oneof(fc.constantFrom(0, 10, 20, 30), fc.integer({ min: -20, max: 150 }))
  .map((days) => START.add({ days }));
const property = fc.constantFrom('beach', 'lodge');
const rate = fc.option(fc.bigInt({ min: 0n, max: 2_000_000n }));
const count = fc.option(fc.integer({ min: 1, max: 6 }));

const enroll = fc.tuple(property, date, fc.constantFrom(0, 5, 10, 200), rate, fc.constantFrom('FL', 'GA')).map(
  ([propertyId, start, length, rateOverride, stateCode]): Step =>
    (world) => {
      const others = world.policy.enrollments.filter((one) => one.propertyId !== propertyId);
      const one = enrolled(propertyId, { start, end: start.add({ days: length }) }, { rateOverride, stateCode });
      world.policy = { ...world.policy, enrollments: [...others, one] };
    },
);

const terms: fc.Arbitrary<PriceTerms> = fc
  .record({
    perReservation: fc.boolean(),
    ratePerNight: rate,
    ratePerMonth: rate,
    ratePerReservation: rate,
    lossFundRatePerNight: rate,
    minNights: count,
    rateTable: fc.array(
      fc.tuple(date, fc.bigInt({ min: 0n, max: 2_000_000n })).map(([effectiveFrom, ratePerNight]) => ({
        version: 1,
        planId: null,
        effectiveFrom,
        ratePerNight,
        lossFundRatePerNight: 100n,
      })),
      { maxLength: 2 },
    ),
  })
  .map((changes) => priceTerms(changes));

/** A dated change of the price, by which later ones stay; or one that holds from the beginning. */
const reprice = fc.tuple(date, terms, fc.boolean()).map(
  ([start, changed, isFromTheFirst]): Step =>
    (world) => {
      const { inForce } = world.policy;
      const first = inForce[0]!.from;
      const isFirst = isFromTheFirst || Temporal.PlainDate.compare(start, first) <= 0;
      const at = isFirst ? first : start;
      const others = inForce.filter((one) => !one.from.equals(at));
      const all = [...others, { ...changed, from: at }];
      const sorted = all.toSorted((a, b) => Temporal.PlainDate.compare(a.from, b.from));
      world.policy = { ...world.policy, inForce: sorted };
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
  const full = books.derive(today.toString(), world.policy, { stays, taxRates }).generated.lines;
  const { lines } = books.generate(today.toString(), world.policy, {
    stays,
    taxRates,
    ...(changedFrom === undefined ? {} : { changedFrom }),
  });
  compared.push({ bounded: lines, full });
  world.billedPolicy = world.policy;
};

/** Florida taxes the premium from the start, and more from December on. */
const taxRates = taxRatesOf([
  { stateCode: 'FL', category: 'INSURANCE_PREMIUM', effectiveFrom: START, percent: 50_000n },
  { stateCode: 'FL', category: 'INSURANCE_PREMIUM', effectiveFrom: day('2026-12-01'), percent: 71_234n },
]);

/** The first night whose cover or price differs between two policies, null when none does. */
const differsFrom = (before: BillablePolicy, after: BillablePolicy, stays: Stay[]): CalendarDate | null => {
  const [a, b] = [piecesOf(before, stays), piecesOf(after, stays)];
  const boundaries = [...a, ...b].flatMap(({ nights }) => [nights.start, nights.end]);
  const differing = boundaries.filter((night) => !isSame(on(a, night), on(b, night)));
  return differing.reduce<CalendarDate | null>((first, night) => (first ? earliest(first, night) : night), null);
};

type Piece = { nights: DateRange; cost: readonly unknown[] };

const piecesOf = (of: BillablePolicy, stays: Stay[]): Piece[] =>
  pricedNights(of, coverOf(of, stays, { start: START.subtract({ days: 60 }), end: END }).covered).map(
    ({ propertyId, nights, stateCode, price }) => ({
      nights,
      cost: [propertyId, stateCode, price && [price.rate, price.per, price.lossFundRate].map(String)],
    }),
  );

const on = (pieces: readonly Piece[], night: CalendarDate): string[] =>
  pieces
    .filter(
      ({ nights: { start, end } }) =>
        Temporal.PlainDate.compare(start, night) <= 0 && Temporal.PlainDate.compare(night, end) < 0,
    )
    .map(({ cost }) => JSON.stringify(cost))
    .toSorted();

/** At least 50 commands. */
export const history = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(generate) },
    { weight: 10, arbitrary: move },
    { weight: 5, arbitrary: enroll },
    { weight: 4, arbitrary: order },
    { weight: 4, arbitrary: reprice },
    { weight: 2, arbitrary: pass },
    changePeriod,
    changeTerms,
    cancel,
  ),
  { minLength: 50, maxLength: 70, size: 'max' },
);

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
