import { describe, expect, test } from '@jest/globals';
import { day, enrolled, from, nights, openBooks, policy } from '../testing/books.ts';
import { invoicePart } from './generate-invoice.ts';
import type { ManualLine } from './line.ts';
import type { Stay } from './policy.ts';
import { groupTaxRates } from './tax.ts';

const shown = (invoice: ReturnType<ReturnType<typeof openBooks>['generate']>) =>
  invoice.lines.map(({ propertyId, stayMonth, quantity, unitPrice, amount, category }) =>
    [propertyId, stayMonth, `${quantity} x ${unitPrice}`, amount, category === 'CREDIT' ? 'credit' : 'charge'].join(
      ' ',
    ),
  );

describe('an invoice bills the covered nights up to its period end that are not billed yet', () => {
  test('a full month', () => {
    const books = openBooks();
    expect(shown(books.generate('2026-11-20', policy()))).toEqual(['beach 2026-11 30 x 42500 12750 charge']);
  });

  test('skipped months are caught up under their own stay month', () => {
    const books = openBooks();
    expect(shown(books.generate('2027-01-10', policy()))).toEqual([
      'beach 2026-11 30 x 42500 12750 charge',
      'beach 2026-12 31 x 42500 13175 charge',
      'beach 2027-01 31 x 42500 13175 charge',
    ]);
  });

  test('nothing twice: an invoice of the same month after the first was sent bills what was added', () => {
    const books = openBooks();
    books.move(books.generate('2026-11-20', policy()), 'SENT');
    const two = policy({
      enrollments: [...policy().enrollments, enrolled('lodge', nights('2026-11-25', '9999-12-31'))],
    });
    expect(shown(books.generate('2026-11-25', two))).toEqual(['lodge 2026-11 6 x 42500 2550 charge']);
    expect(books.invoices).toHaveLength(2);
  });

  test('a draft is refreshed, not doubled', () => {
    const books = openBooks();
    books.generate('2026-11-20', policy());
    expect(shown(books.generate('2026-11-21', policy({ ratePerNight: 50_000n })))).toEqual([
      'beach 2026-11 30 x 50000 15000 charge',
    ]);
    expect(books.invoices).toHaveLength(1);
  });

  test('gaps between terms are not covered, earlier terms still are', () => {
    const books = openBooks();
    const renewed = policy({ terms: [nights('2026-11-10', '2026-11-20'), nights('2026-11-25', '2027-11-25')] });
    expect(shown(books.generate('2026-11-20', renewed))).toEqual(['beach 2026-11 16 x 42500 6800 charge']);
  });

  test('nights keep the flat rate that was in force on them', () => {
    const inForce = [from('2026-11-01', { ratePerNight: 40_000n }), from('2026-11-16', { ratePerNight: 50_000n })];
    expect(shown(openBooks().generate('2026-11-20', policy({ inForce })))).toEqual([
      'beach 2026-11 15 x 40000 6000 charge',
      'beach 2026-11 15 x 50000 7500 charge',
    ]);
  });

  test('nights without any rate wait until they have one', () => {
    const books = openBooks();
    expect(shown(books.generate('2026-11-20', policy({ ratePerNight: null })))).toEqual([]);
    expect(shown(books.generate('2026-11-20', policy()))).toEqual(['beach 2026-11 30 x 42500 12750 charge']);
  });
});

describe('the rate in force', () => {
  const version = {
    version: 1,
    planId: null,
    effectiveFrom: day('2026-11-16'),
    ratePerNight: 50_000n,
    lossFundRatePerNight: null,
  };

  test('a dated rate-table change splits the month', () => {
    expect(shown(openBooks().generate('2026-11-20', policy({ rateTable: [version] })))).toEqual([
      'beach 2026-11 15 x 42500 6375 charge',
      'beach 2026-11 15 x 50000 7500 charge',
    ]);
  });

  test.each([
    ['another plan has no effect', { ...version, planId: 'plan-b' }, null, [42_500n]],
    [
      'the own plan goes before every plan',
      { ...version, planId: 'plan-a', ratePerNight: 60_000n },
      null,
      [42_500n, 60_000n],
    ],
    ['an override goes before the table', version, 30_000n, [30_000n]],
  ])('%s', (_name, other, rateOverride, rates) => {
    const enrollments = [enrolled('beach', nights('2026-11-01', '9999-12-31'), { rateOverride })];
    const rateTable = other.planId === 'plan-b' ? [other] : [version, other];
    const { lines } = openBooks().generate('2026-11-20', policy({ rateTable, enrollments }));
    expect([...new Set(lines.map(({ unitPrice }) => unitPrice))]).toEqual(rates);
  });

  test.each([
    ['USD', 33_333n, 10_000n],
    ['JPY', 33_333n, 100n],
    ['BHD', 33_333n, 99_999n],
  ])('rounds each line half away from zero in %s', (currency, ratePerNight, amount) => {
    const { lines } = openBooks({ currency }).generate(
      '2026-11-20',
      policy({ currency, ratePerNight, lossFundRatePerNight: 1n }),
    );
    expect(lines[0]!.amount).toBe(amount);
  });

  test('the loss fund is inside the amount, fees are percentages, the premium is the rest', () => {
    const [line] = openBooks().generate('2026-11-20', policy()).lines;
    expect(line!.parts).toEqual({ premium: 8494n, lossFund: 3300n, partnerFee: 637n, serviceFee: 319n });
  });
});

describe('nights billed in a longer period than that of today', () => {
  const quarter = () => {
    const books = openBooks();
    books.move(books.generate('2026-11-10', policy({ periodMonths: 3 })), 'SENT');
    return books;
  };
  const inForce = [from('2026-11-01'), from('2027-01-01', { ratePerNight: 50_000n })];

  test('are charged again where another price comes back', () => {
    expect(shown(quarter().generate('2026-11-12', policy({ inForce })))).toEqual([
      'beach 2027-01 31 x 50000 15500 charge',
      'beach 2027-01 -31 x 42500 -13175 credit',
    ]);
  });

  test('come back where the cover ends, and other nights wait for their period', () => {
    const enrollments = [
      enrolled('beach', nights('2026-11-01', '2027-01-11')),
      enrolled('lodge', nights('2026-11-25', '9999-12-31')),
    ];
    expect(shown(quarter().generate('2026-11-12', policy({ inForce, enrollments })))).toEqual([
      'beach 2027-01 10 x 50000 5000 charge',
      'lodge 2026-11 6 x 42500 2550 charge',
      'beach 2027-01 -31 x 42500 -13175 credit',
    ]);
  });
});

describe('nights that lose their cover', () => {
  const until = (end: string) => policy({ enrollments: [enrolled('beach', nights('2026-11-01', end))] });

  test('come back as a credit at the rate they were billed, once', () => {
    const books = openBooks();
    books.move(books.generate('2026-11-20', policy()), 'SENT');
    const credited = books.generate('2026-12-01', until('2026-11-21'));
    expect(shown(credited)).toEqual(['beach 2026-11 -10 x 42500 -4250 credit']);
    expect(credited.totals.total).toBe(-4250n);
    books.move(books.generate('2026-12-02', until('2026-11-21')), 'SENT');
    expect(shown(books.generate('2027-01-01', until('2026-11-21')))).toEqual([]);
  });

  test('after a cancellation in mid-month', () => {
    const books = openBooks();
    books.move(books.generate('2026-11-20', policy()), 'PAID');
    const cancelled = policy({ coverageEndsOn: day('2026-11-21'), ended: true });
    expect(shown(books.generate('2026-11-21', cancelled))).toEqual(['beach 2026-11 -10 x 42500 -4250 credit']);
  });

  test('are billed again when they are covered again', () => {
    const books = openBooks();
    books.move(books.generate('2026-11-20', policy()), 'SENT');
    books.move(books.generate('2026-11-21', until('2026-11-21')), 'SENT');
    const dearer = policy({ inForce: [from('2026-11-01'), from('2026-11-21', { ratePerNight: 50_000n })] });
    expect(shown(books.generate('2026-11-22', dearer))).toEqual(['beach 2026-11 10 x 50000 5000 charge']);
  });
});

describe('voiding', () => {
  const ended = policy({ enrollments: [] });

  test('an invoice releases its nights', () => {
    const books = openBooks();
    books.move(books.move(books.generate('2026-11-20', policy()), 'SENT'), 'VOID');
    expect(books.billed()).toEqual([]);
    expect(shown(books.generate('2026-11-21', policy()))).toEqual(['beach 2026-11 30 x 42500 12750 charge']);
  });

  test('a credit undoes it', () => {
    const books = openBooks();
    books.move(books.generate('2026-11-20', policy()), 'SENT');
    books.move(books.generate('2026-11-21', ended), 'VOID');
    expect(shown(books.generate('2026-11-22', policy()))).toEqual([]);
    expect(shown(books.generate('2026-11-22', ended))).toEqual(['beach 2026-11 -30 x 42500 -12750 credit']);
  });

  test('a credit of nights that were billed again meanwhile makes one of the two charges come back', () => {
    const books = openBooks();
    books.move(books.generate('2026-11-20', policy()), 'SENT');
    const credit = books.move(books.generate('2026-11-21', ended), 'SENT');
    books.move(books.generate('2026-11-22', policy()), 'SENT');
    books.move(credit, 'VOID');
    expect(shown(books.generate('2026-11-23', policy()))).toEqual(['beach 2026-11 -30 x 42500 -12750 credit']);
  });

  test('an invoice that was credited withdraws the credit', () => {
    const books = openBooks();
    const november = books.move(books.generate('2026-11-20', policy()), 'SENT');
    const credit = books.generate('2026-11-21', ended);
    expect(credit.totals.total).toBe(-12_750n);
    books.move(credit, 'SENT');
    books.move(november, 'VOID');
    expect(shown(books.generate('2026-11-22', ended))).toEqual(['beach 2026-11 30 x 42500 12750 credit']);
  });
});

describe('per reservation', () => {
  const stay = (orderId: string, range: [string, string], changes: Partial<Stay> = {}): Stay => ({
    order: { orderId, orderLineId: `${orderId}-1`, orderReference: orderId },
    propertyId: 'beach',
    propertyName: 'Beach House',
    nights: nights(...range),
    ratePerNight: 83_000n,
    ...changes,
  });
  const perReservation = policy({ perReservation: true });

  test('the nights are those of orders, in the months they are slept in', () => {
    const stays = [stay('o1', ['2026-11-29', '2026-12-03'])];
    const invoice = openBooks().generate('2026-12-01', perReservation, { stays });
    expect(shown(invoice)).toEqual(['beach 2026-11 2 x 83000 1660 charge', 'beach 2026-12 2 x 83000 1660 charge']);
    expect(invoice.lines.map(({ order }) => order.orderId)).toEqual(['o1', 'o1']);
  });

  test('of overlapping orders the first wins; an order without a rate has that in force', () => {
    const stays = [
      stay('o1', ['2026-11-10', '2026-11-12']),
      stay('o2', ['2026-11-11', '2026-11-14'], { ratePerNight: null }),
    ];
    expect(shown(openBooks().generate('2026-11-20', perReservation, { stays }))).toEqual([
      'beach 2026-11 2 x 83000 1660 charge',
      'beach 2026-11 2 x 42500 850 charge',
    ]);
  });

  test('a cancelled order comes back as a credit of that order', () => {
    const books = openBooks();
    books.move(
      books.generate('2026-11-20', perReservation, { stays: [stay('o1', ['2026-11-10', '2026-11-12'])] }),
      'SENT',
    );
    const [credit] = books.generate('2026-11-21', perReservation).lines;
    expect(credit).toMatchObject({ amount: -1660n, order: { orderId: 'o1', orderLineId: 'o1-1' } });
  });
});

describe('totals', () => {
  const florida = { stateCode: 'FL', category: 'INSURANCE_PREMIUM' as const, effectiveFrom: day('2026-01-01') };
  const taxRates = groupTaxRates([{ ...florida, percent: 50_000n }]);
  const goodwill: ManualLine = {
    manual: true,
    id: 'm1',
    category: 'CREDIT',
    description: 'Goodwill',
    quantity: 1,
    unitPrice: -100_000n,
    amount: -1000n,
  };

  test('tax is rounded once per state and category, on taxable parts of generated lines', () => {
    const three = policy({
      enrollments: ['a', 'b', 'c'].map((id) => enrolled(id, nights('2026-11-01', '2026-11-02'))),
    });
    const { totals, lines } = openBooks().generate('2026-11-20', three, { taxRates, manualLines: [goodwill] });
    const premium = lines.reduce((sum, { parts }) => sum + parts.premium, 0n);
    expect(premium).toBe(849n);
    expect(totals).toMatchObject({ subtotal: 275n, tax: 42n, total: 317n, stateCode: 'FL' });
    expect(totals.subtotalsByCategory).toEqual({ INSURANCE_PREMIUM: '1275', CREDIT: '-1000' });
  });

  test('lines of several states share none', () => {
    const night = nights('2026-11-01', '2026-11-02');
    const two = policy({ enrollments: [enrolled('a', night), enrolled('b', night, { stateCode: 'GA' })] });
    expect(openBooks().generate('2026-11-20', two).totals.stateCode).toBeNull();
  });
});

describe('tax', () => {
  const florida = { stateCode: 'FL', category: 'INSURANCE_PREMIUM' as const, effectiveFrom: day('2026-01-01') };
  const taxRates = groupTaxRates([{ ...florida, percent: 50_000n }]);

  test('5 % for fl on 94.50 is 4.73; ten of thirty nights back are −1.58', () => {
    const books = openBooks({ fees: { partnerPercent: 0, servicePercent: 0 } });
    const until = (end: string) =>
      policy({ enrollments: [enrolled('beach', nights('2026-11-01', end), { stateCode: 'fl' })] });
    const november = books.move(books.generate('2026-11-20', until('2026-12-01'), { taxRates }), 'SENT');
    expect([november.lines[0]!.parts.premium, november.totals.tax]).toEqual([9450n, 473n]);
    expect(books.generate('2026-11-21', until('2026-11-21'), { taxRates }).totals.tax).toBe(-158n);
  });

  test('a line takes the version of its first night; what was sent is not taxed anew', () => {
    const books = openBooks();
    const later = { ...florida, effectiveFrom: day('2026-12-01'), percent: 100_000n };
    const both = groupTaxRates([{ ...florida, percent: 50_000n }, later]);
    const { lines } = books.generate('2026-12-20', policy(), { taxRates: both });
    expect(lines.map(({ stayMonth, parts, tax }) => [stayMonth, parts.premium, tax])).toEqual([
      ['2026-11', 8494n, 425n],
      ['2026-12', 8777n, 878n],
    ]);
    books.move(books.invoices[0]!, 'SENT');
    expect(shown(books.generate('2026-12-21', policy(), { taxRates }))).toEqual([]);
  });

  test("is shared out to the lines, and credits take back their line's", () => {
    const books = openBooks();
    const three = (end: string) =>
      policy({ enrollments: ['a', 'b', 'c'].map((id) => enrolled(id, nights('2026-11-01', end))) });
    const november = books.generate('2026-11-20', three('2026-12-01'), { taxRates });
    // 5 % of 254.82, where each line by itself would have 4.25.
    expect(november.lines.map(({ tax }) => tax)).toEqual([425n, 425n, 424n]);
    books.move(november, 'SENT');
    const credits = books.generate('2026-11-21', three('2026-11-21'));
    expect(credits.lines.map(({ tax }) => tax)).toEqual([-142n, -142n, -141n]);
  });
});

describe('a wrong bill', () => {
  const price = {
    rate: 42_500n,
    per: 1,
    lossFundRate: 0n,
    rateSource: 'POLICY' as const,
    rateTableVersion: null,
    planId: null,
  };
  const covered = { ...enrolled('beach', nights('2026-11-01', '2026-11-11')), stay: null, price };
  const input = {
    policy: policy(),
    charged: new Map(),
    fees: { partnerPercent: 0, servicePercent: 0 },
    currency: 'USD',
  };

  test('is not handed out: nights that would be charged twice', () => {
    const later = { ...covered, price: { ...price, rate: 1n }, nights: nights('2026-11-10', '2026-11-12') };
    const difference = { toBill: [covered, later], corrections: [], notBilled: [] };
    expect(() => invoicePart({ ...input, difference })).toThrow(
      'Property beach would be charged twice from 2026-11-10',
    );
  });

  test('is not handed out: a correction of a line that is not there', () => {
    const corrections = [{ lineId: 'l1', sign: -1 as const, nights: [nights('2026-11-01', '2026-11-02')] }];
    const difference = { toBill: [], corrections, notBilled: [] };
    expect(() => invoicePart({ ...input, difference })).toThrow('no line l1');
  });
});

test('the example of docs/billing.md', () => {
  const books = openBooks();
  const beach = (...ranges: [string, string][]) => ranges.map((range) => enrolled('beach', nights(...range)));
  const of = (enrollments: ReturnType<typeof beach>, ratePerNight: bigint) =>
    policy({ enrollments, inForce: [from('2026-11-01'), from('2026-12-01', { ratePerNight })] });
  const lodge = enrolled('lodge', nights('2026-12-10', '9999-12-31'));

  const november = books.generate('2026-11-20', of(beach(['2026-11-01', '9999-12-31']), 42_500n));
  expect(november.totals.total).toBe(12_750n);
  books.move(november, 'PAID');

  expect(books.generate('2026-12-05', of(beach(['2026-11-01', '2026-11-21']), 50_000n)).totals.total).toBe(-4250n);
  const december = books.generate('2026-12-06', of([...beach(['2026-11-01', '2026-11-21']), lodge], 50_000n));
  expect(december.totals.total).toBe(6750n);
  books.move(december, 'PAID');

  const resumed = of([...beach(['2026-11-01', '2026-11-21'], ['2026-12-08', '9999-12-31']), lodge], 50_000n);
  expect(shown(books.generate('2026-12-08', resumed))).toEqual(['beach 2026-12 24 x 50000 12000 charge']);
});
