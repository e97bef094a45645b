import { describe, expect, test } from '@jest/globals';
import {
  claimed,
  day,
  days,
  daysToNextMonth,
  isolated,
  moment,
  money,
  monthName,
  rate,
  rateChange,
  readable,
  sentence,
  words,
} from './format.ts';
import { choose } from './preferences.ts';

test.each([
  [117.5, 'USD', '117.50 USD'],
  [-1500, 'JPY', '−1,500 JPY'],
  [1.5, 'KWD', '1.500 KWD'],
  [10.55, 'HUF', '10.55 HUF'],
  [-0, 'USD', '0.00 USD'],
  [null, 'USD', '–'],
])('%j %s reads %s', (amount, currency, text) => {
  expect(money(amount, currency)).toBe(text);
});

describe('values other than money', () => {
  test.each([
    [4.25, 'USD', '4.25 USD'],
    [4.5, 'USD', '4.50 USD'],
    [4500, 'JPY', '4,500 JPY'],
    [4500.5, 'JPY', '4,500.5 JPY'],
    [1.5, 'BHD', '1.500 BHD'],
    [-1.5, undefined, '−1.50'],
    [1.2355, undefined, '1.2355'],
    [null, 'USD', '–'],
  ])('a rate keeps its decimals, and has those of its currency: %j %s reads %s', (value, currency, text) => {
    expect(rate(value, currency)).toBe(text);
  });

  test('an amount of a claim has a currency where one is known', () => {
    expect([claimed(350, 'USD'), claimed(350, null), claimed(null, null)]).toEqual(['350.00 USD', '350.00', '–']);
  });

  test('a day is the same in every time zone', () => {
    expect([day('2026-11-01'), day(null)]).toEqual(['1 Nov 2026', '–']);
  });

  test.each([
    ['2026-11-01', '2026-11-30', '1–30Nov2026'],
    ['2026-11-23', '2027-11-22', '23Nov2026–22Nov2027'],
  ])('days from %s to %s are %s', (from, to, text) => {
    expect(days(from, to).replaceAll(/\s/g, '')).toBe(text);
  });

  test('a month has a name', () => {
    expect(monthName('2026-11')).toBe('Nov 2026');
  });

  test.each([
    ['status', 'MANUAL_REVIEW', 'manual review'],
    ['status', 'PAID', 'paid'],
    ['category', 'TAX', 'tax'],
    ['pricingSource', 'COVERAGE_V4', 'coverage v4'],
    ['name', 'DANA', 'DANA'],
    ['organizationId', 'ACME_STAYS', 'ACME_STAYS'],
  ])('the member %s is in words where it is an enumeration: %s is %s', (member, value, text) => {
    expect(readable(value, member)).toBe(text);
  });

  test.each([
    ['USD', 'USD'],
    ['FL', 'FL'],
    ['INV-2026-000311', 'INV-2026-000311'],
    ['2026-12-20', '20 Dec 2026'],
    ['2026-13-01', '2026-13-01'],
    ['2026-11-01T10:00 or later, Z', '2026-11-01T10:00 or later, Z'],
    ['2026-11-01T99:99Z', '2026-11-01T99:99Z'],
    [true, 'yes'],
    [4.25, '4.25'],
    ['2026-11-01T09:30:00.123+00:00', moment('2026-11-01T09:30:00Z')],
  ])('%j is read as %s', (value, text) => {
    expect(readable(value, 'coverage')).toBe(text);
  });

  test.each([
    ['Beach House', 'Beach House'],
    ['בית 12', '\u2068בית 12\u2069'],
    ['Beach \u202eesuoH', 'Beach esuoH'],
    ['\u2069\u202eשלום', '\u2068שלום\u2069'],
  ])('%j does not turn what follows it', (text, shown) => {
    expect(isolated(text)).toBe(shown);
  });

  test('a state is words', () => {
    expect([words('PAST_DUE'), sentence('PAST_DUE')]).toEqual(['past due', 'Past due']);
  });

  test.each([
    [4.25, 4.85, '4.25 → 4.85 +14.1 %'],
    [4, 3, '4.00 → 3.00 −25.0 %'],
    [4, 4, '4.00 → 4.00'],
    [0, 4, '0.00 → 4.00'],
    [null, 4, '– → 4.00'],
  ])('a rate that goes from %j to %j shows the difference', (before, after, text) => {
    expect(rateChange(before, after)).toBe(text);
  });

  test.each([
    [4500, 4950, 'JPY', '4,500 → 4,950 JPY +10.0 %'],
    [null, 1.5, 'BHD', '– → 1.500 BHD'],
    [4, null, 'USD', '4.00 → –'],
  ])('a rate that goes from %j to %j has the decimals of %s', (before, after, currency, text) => {
    expect(rateChange(before, after, currency)).toBe(text);
  });

  test('a moment is in UTC for who chose that', () => {
    choose({ isUtc: true });
    expect(moment('2026-11-01T09:30:00Z')).toBe('1 Nov 2026, 09:30:00 UTC');
    choose({ isUtc: false });
    expect(moment(null)).toBe('–');
  });
});

test.each([
  ['2026-11-22T23:59:00Z', 9],
  ['2026-12-31T00:00:00Z', 1],
  ['2026-02-01T12:00:00Z', 28],
  ['2028-02-01T12:00:00Z', 29],
])('from %s the next month is %d days away', (now, away) => {
  expect(daysToNextMonth(now)).toBe(away);
});
