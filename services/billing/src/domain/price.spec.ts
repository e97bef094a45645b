import { describe, expect, test } from '@jest/globals';
import { day, enrolled, from, nights, openBooks, policy, sumLeft } from '../testing/books.ts';
import { coveredNights } from './cover.ts';
import type { PriceTerms, Stay } from './policy.ts';
import { pricedNights } from './price.ts';

type Booked = ReturnType<ReturnType<typeof openBooks>['generate']>;

const shown = ({ lines }: Booked) =>
  lines.map(({ propertyId, stayMonth, quantity, amount }) => `${propertyId} ${stayMonth} ${quantity} ${amount}`);

const stay = (orderId: string, range: [string, string], ratePerNight: bigint | null = null): Stay => ({
  order: { orderId, orderLineId: `${orderId}-1`, orderReference: orderId },
  propertyId: 'beach',
  propertyName: 'Beach House',
  nights: nights(...range),
  ratePerNight,
});

describe('the price of a night is the first rate there is', () => {
  const table = [
    { version: 1, planId: null, effectiveFrom: day('2026-11-01'), ratePerNight: 30_000n, lossFundRatePerNight: null },
  ];
  const all: Partial<PriceTerms> = {
    perReservation: true,
    rateTable: table,
    ratePerReservation: 160_000n,
    ratePerNight: 50_000n,
    ratePerMonth: 1_800_000n,
  };
  test.each<[string, { order?: bigint; override?: bigint; terms: Partial<PriceTerms> }, bigint]>([
    ["the order's", { order: 10_000n, override: 20_000n, terms: all }, 200n],
    ["the election's", { override: 20_000n, terms: all }, 400n],
    ["the plan's newest table version", { terms: all }, 600n],
    ['a reservation, over its nights', { terms: { ...all, rateTable: [] } }, 1600n],
    ['a night', { terms: { ...all, rateTable: [], ratePerReservation: null } }, 1000n],
    [
      'a month, over its days',
      { terms: { ...all, rateTable: [], ratePerReservation: null, ratePerNight: null } },
      1200n,
    ],
  ])('%s', (_name, { order, override, terms }, amount) => {
    const enrollments = [enrolled('beach', nights('2026-11-01', '9999-12-31'), { rateOverride: override ?? null })];
    const stays = [stay('o1', ['2026-11-10', '2026-11-12'], order ?? null)];
    const invoice = openBooks().generate('2026-11-20', policy({ ...terms, enrollments }), { stays });
    expect(invoice.totals.total).toBe(amount);
  });

  test('given a table of several plans, then an election by its own plan has that price and that loss-fund rate', () => {
    const since = { effectiveFrom: day('2026-11-01') };
    const rateTable = [
      { ...since, version: 1, planId: 'plan-a', ratePerNight: 30_000n, lossFundRatePerNight: 9_000n },
      { ...since, version: 2, planId: 'plan-b', ratePerNight: 50_000n, lossFundRatePerNight: 20_000n },
    ];
    const [own, other] = [nights('2026-11-01', '2026-11-03'), nights('2026-11-11', '2026-11-13')];
    const enrollments = [enrolled('beach', own, { planId: 'plan-b' }), enrolled('lodge', other)];
    const { lines } = openBooks().generate('2026-11-20', policy({ rateTable, enrollments }));
    expect(
      lines.map(({ planId, amount, parts, rateTableVersion }) => [planId, amount, parts.lossFund, rateTableVersion]),
    ).toEqual([
      ['plan-b', 1000n, 400n, 2],
      ['plan-a', 600n, 180n, 1],
    ]);
  });

  test('a rate of a reservation prices stays only', () => {
    const invoice = openBooks().generate('2026-11-20', policy({ ratePerReservation: 90_000n, ratePerNight: null }));
    expect(shown(invoice)).toEqual([]);
    expect(invoice.notBilled).toEqual([{ propertyId: 'beach', orderId: null, nights: 30, reason: 'NO_RATE' }]);
  });
});

describe('a rate of a month', () => {
  const monthly = policy({ ratePerNight: null, ratePerMonth: 1_200_000n });

  test('costs its days, so 120 makes November 120.00 and February 120.00', () => {
    const invoice = openBooks().generate('2027-02-10', monthly);
    expect(invoice.lines.map(({ stayMonth, amount }) => [stayMonth, amount])).toEqual([
      ['2026-11', 12_000n],
      ['2026-12', 12_000n],
      ['2027-01', 12_000n],
      ['2027-02', 12_000n],
    ]);
  });

  test('enrolled from the 10th it makes 84.00', () => {
    const late = { ...monthly, enrollments: [enrolled('beach', nights('2026-11-10', '9999-12-31'))] };
    expect(openBooks().generate('2026-11-20', late).totals.total).toBe(8400n);
  });
});

describe('the months of a stay add up', () => {
  const perReservation = policy({ perReservation: true, ratePerReservation: 90_000n });

  test('9 for 29 November to 2 December is 6.00 and 3.00', () => {
    const stays = [stay('o1', ['2026-11-29', '2026-12-02'])];
    expect(shown(openBooks().generate('2026-12-05', perReservation, { stays }))).toEqual([
      'beach 2026-11 2 600',
      'beach 2026-12 1 300',
    ]);
  });

  test('10 over three nights in two months is 6.67 and 3.33, whether billed at once or month by month', () => {
    const stays = [stay('o1', ['2026-11-29', '2026-12-02'])];
    const ten = policy({ perReservation: true, ratePerReservation: 100_000n });
    expect(shown(openBooks().generate('2026-12-05', ten, { stays }))).toEqual([
      'beach 2026-11 2 667',
      'beach 2026-12 1 333',
    ]);
    const books = openBooks();
    books.move(books.generate('2026-11-20', ten, { stays }), 'SENT');
    expect(shown(books.generate('2026-12-05', ten, { stays }))).toEqual(['beach 2026-12 1 333']);
  });
});

describe('the difference: a covered night keeps one charge at its price in force', () => {
  const billedInNovember = () => {
    const books = openBooks();
    books.move(books.generate('2026-11-01', policy()), 'SENT');
    return books;
  };

  test('5.00 from the 10th: nights 1 to 9 stay, 21 come back and are charged anew', () => {
    const dearer = policy({ inForce: [from('2026-11-01'), from('2026-11-10', { ratePerNight: 50_000n })] });
    const draft = billedInNovember().generate('2026-11-10', dearer);
    expect(shown(draft)).toEqual(['beach 2026-11 21 10500', 'beach 2026-11 -21 -8925']);
    expect(draft.totals.total).toBe(1575n);
  });

  test('4.00 from 1 November is a credit of 7.50', () => {
    const cheaper = policy({ ratePerNight: 40_000n });
    expect(billedInNovember().generate('2026-11-10', cheaper).totals.total).toBe(-750n);
  });

  test.each([
    ['another loss-fund rate', policy({ lossFundRatePerNight: 12_000n })],
    [
      'another state',
      policy({ enrollments: [enrolled('beach', nights('2026-11-01', '9999-12-31'), { stateCode: 'GA' })] }),
    ],
  ])('%s at the same price charges anew', (_name, changed) => {
    const draft = billedInNovember().generate('2026-11-10', changed);
    expect(shown(draft)).toEqual(['beach 2026-11 30 12750', 'beach 2026-11 -30 -12750']);
  });

  test('what was billed before prices were compared keeps its price, and comes back as it was', () => {
    const books = billedInNovember();
    const fixed = books.billed().map((row) => ({ ...row, price: { ...row.price, fixed: true } }));
    books.billed().splice(0, fixed.length, ...fixed);
    expect(shown(books.generate('2026-11-10', policy({ ratePerNight: 50_000n })))).toEqual([]);
    const ended = policy({ ratePerNight: 50_000n, coverageEndsOn: day('2026-11-21') });
    expect(shown(books.generate('2026-11-21', ended))).toEqual(['beach 2026-11 -10 -4250']);
  });
});

describe('credits are cumulative', () => {
  const until = (end: string) =>
    policy({
      ratePerNight: 1250n,
      lossFundRatePerNight: null,
      enrollments: [enrolled('beach', nights('2026-11-01', end))],
    });

  test('2 nights at 0.125 are 0.25: −0.12, then −0.13', () => {
    const books = openBooks();
    const november = books.move(books.generate('2026-11-01', until('2026-11-03')), 'SENT');
    expect(november.totals.total).toBe(25n);
    const [first] = books.move(books.generate('2026-11-02', until('2026-11-02')), 'SENT').lines;
    expect(first).toMatchObject({ amount: -12n, category: 'CREDIT', correctsInvoiceId: november.id });
    const rest = books.generate('2026-11-02', policy({ enrollments: [] }));
    expect(rest.totals.total).toBe(-13n);
    expect(sumLeft(books.invoices.flatMap(({ lines }) => lines))).toEqual({
      nights: 0,
      amount: 0n,
      tax: 0n,
      parts: { premium: 0n, lossFund: 0n, partnerFee: 0n, serviceFee: 0n },
    });
  });
});

describe('reservations', () => {
  const of = (terms: Partial<PriceTerms> & { enrollments?: ReturnType<typeof enrolled>[] } = {}) =>
    policy({ perReservation: true, ...terms });
  const notBilled = (terms: Parameters<typeof of>[0], range: [string, string]) => {
    const invoice = openBooks().generate('2026-11-20', of(terms), { stays: [stay('o1', range)] });
    return [shown(invoice), invoice.notBilled.map(({ nights: count, reason }) => [count, reason])];
  };

  test.each<[string, Parameters<typeof of>[0], [string, string], unknown[]]>([
    ['one night under minNights 3', { minNights: 3 }, ['2026-11-10', '2026-11-11'], [[1, 'STAY_TOO_SHORT']]],
    ['four nights over maxNights 3', { maxNights: 3 }, ['2026-11-10', '2026-11-14'], [[4, 'STAY_TOO_LONG']]],
    ['a property that is not enrolled', { enrollments: [] }, ['2026-11-10', '2026-11-12'], [[2, 'NOT_ENROLLED']]],
    ['before the term', {}, ['2026-10-10', '2026-10-12'], [[2, 'NOT_IN_FORCE']]],
  ])('%s: not billed, but named', (_name, terms, range, named) => {
    expect(notBilled(terms, range)).toEqual([[], named]);
  });

  test('only the nights that are enrolled are billed', () => {
    const enrollments = [enrolled('beach', nights('2026-11-11', '9999-12-31'))];
    expect(notBilled({ enrollments }, ['2026-11-10', '2026-11-12'])).toEqual([
      ['beach 2026-11 1 425'],
      [[1, 'NOT_ENROLLED']],
    ]);
  });

  test('of as many nights as are allowed at least and at most is billed', () => {
    expect(notBilled({ minNights: 3, maxNights: 3 }, ['2026-11-10', '2026-11-13'])).toEqual([
      ['beach 2026-11 3 1275'],
      [],
    ]);
  });

  test('each have lines of their own, in the same month and at the same price, too', () => {
    const stays = [stay('o1', ['2026-11-10', '2026-11-12']), stay('o2', ['2026-11-12', '2026-11-15'])];
    const { lines } = openBooks().generate('2026-11-20', of(), { stays });
    expect(lines.map(({ order, amount }) => [order.orderId, amount])).toEqual([
      ['o1', 850n],
      ['o2', 1275n],
    ]);
  });

  test('minNights on the first night counts', () => {
    const inForce = [
      from('2026-11-01', { perReservation: true }),
      from('2026-11-11', { perReservation: true, minNights: 9 }),
    ];
    const invoice = openBooks().generate('2026-11-20', policy({ inForce }), {
      stays: [stay('o1', ['2026-11-10', '2026-11-12'])],
    });
    expect(shown(invoice)).toEqual(['beach 2026-11 2 850']);
  });
});

describe('one draft', () => {
  test('of November, refreshed in December: same id, the period moves, credits and charges meet', () => {
    const books = openBooks();
    books.move(books.generate('2026-11-01', policy()), 'SENT');
    const until = (end: string, more = [] as ReturnType<typeof enrolled>[]) =>
      policy({ enrollments: [enrolled('beach', nights('2026-11-01', end)), ...more] });
    const credit = books.generate('2026-11-21', until('2026-11-21'));
    expect([credit.id, credit.totals.total]).toEqual(['invoice-2', -4250n]);
    const lodge = enrolled('lodge', nights('2026-12-10', '9999-12-31'));
    const december = books.generate('2026-12-10', until('2026-11-21', [lodge]));
    expect([december.id, december.totals.total]).toEqual(['invoice-2', -4250n + 9350n]);
    expect(`${december.period.start} ${december.period.end}`).toBe('2026-11-01 2026-12-31');
  });
});

test('a long rate table is read as often as prices change, not as often as there are properties and changes', () => {
  let reads = 0;
  const rateTable = Array.from({ length: 100 }, (_, i) => ({
    version: i + 1,
    planId: null,
    get effectiveFrom() {
      reads += 1;
      return day('2026-11-01').add({ days: i });
    },
    ratePerNight: 30_000n,
    lossFundRatePerNight: null,
  }));
  const inForce = Array.from({ length: 20 }, (_, i) => ({
    ...from('2026-11-01', { rateTable }),
    from: day('2026-11-01').add({ days: i }),
  }));
  const enrollments = Array.from({ length: 50 }, (_, i) =>
    enrolled(`property-${i}`, nights('2026-11-01', '9999-12-31'), { rateOverride: BigInt(10_000 + i) }),
  );
  const { covered } = coveredNights(policy({ inForce, enrollments }), [], nights('2026-11-01', '2027-02-01'));
  expect(pricedNights(policy({ inForce, enrollments }), covered)).toHaveLength(50 * 92);
  expect(reads).toBeLessThan(60_000);
});
