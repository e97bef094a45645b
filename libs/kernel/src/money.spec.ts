import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { decimalPlaces } from './currencies.ts';
import {
  allocate,
  divideHalfAwayFromZero,
  majorFromMinor,
  minorFromMajor,
  multiplyRate,
  numberFromRate,
  prorate,
  rateFromNumber,
  sum,
} from './money.ts';

describe('amounts', () => {
  test.each([
    [12.34, 'USD', 1234n],
    [0.1, 'USD', 10n],
    [-5.05, 'EUR', -505n],
    [1500, 'JPY', 1500n],
    [1.234, 'BHD', 1234n],
    [12.34, 'HUF', 1234n],
    [1.234, 'IQD', 1234n],
    [0, 'USD', 0n],
  ])('%d %s is %d minor units, and back', (major, currency, minor) => {
    expect(minorFromMajor(major, currency)).toBe(minor);
    expect(majorFromMinor(minor, currency)).toBe(major);
  });

  test.each([
    [0.001, 'USD'],
    [1.5, 'JPY'],
    [1.2345, 'BHD'],
    [Number.NaN, 'USD'],
    [Number.POSITIVE_INFINITY, 'USD'],
  ])('%d %s is refused', (major, currency) => {
    expect(() => minorFromMajor(major, currency, '/amount')).toThrow(
      `/amount must have at most ${decimalPlaces(currency)} decimals`,
    );
  });

  test('survive the wire', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 13n), max: 10n ** 13n }),
        fc.constantFrom('USD', 'JPY', 'BHD', 'HUF', 'IQD'),
        (minor, currency) => {
          expect(minorFromMajor(majorFromMinor(minor, currency), currency)).toBe(minor);
        },
      ),
    );
  });
});

describe('rates', () => {
  test.each([
    [4.25, 10, 'USD', 4250n],
    [0.005, 1, 'USD', 1n],
    [0.0049, 1, 'USD', 0n],
    [1.5, 1, 'JPY', 2n],
    [0.0005, 1, 'BHD', 1n],
    [3.3333, 30, 'USD', 10_000n],
  ])('%d for %d nights in %s make %d minor units', (rate, nights, currency, minor) => {
    expect(multiplyRate(rateFromNumber(rate), nights, currency)).toBe(minor);
  });

  test('survive the wire', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 9_999_999_999_999n }), (rate) => {
        expect(rateFromNumber(numberFromRate(rate))).toBe(rate);
      }),
    );
  });

  test('more than 4 decimals are refused', () => {
    expect(() => rateFromNumber(0.00001, '/ratePerNight')).toThrow('/ratePerNight must have at most 4 decimals');
  });
});

describe('rounding', () => {
  test.each([
    [5n, 10n, 1n],
    [-5n, 10n, -1n],
    [4n, 10n, 0n],
    [-14n, 10n, -1n],
    [15n, 10n, 2n],
  ])('%d / %d is %d', (dividend, divisor, quotient) => {
    expect(divideHalfAwayFromZero(dividend, divisor)).toBe(quotient);
  });
});

describe('splitting', () => {
  test('gives the odd cents to the largest remainders', () => {
    expect(allocate(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
    expect(allocate(-100n, [1n, 1n, 1n])).toEqual([-34n, -33n, -33n]);
    expect(allocate(5n, [0n, 0n])).toEqual([5n, 0n]);
  });

  test('always adds up to the whole, each part within a unit of its share', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 1_000_000n }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), weights, (total, shares) => {
        const parts = allocate(total, shares);
        expect(sum(parts)).toBe(total);
        const weight = sum(shares);
        if (weight === 0n) return;
        parts.forEach((part, i) => {
          const error = part * weight - total * shares[i]!;
          expect(error < weight && error > -weight).toBe(true);
        });
      }),
    );
  });
});

const amounts = fc.array(fc.bigInt({ min: -10_000n, max: 10_000n }), { minLength: 1, maxLength: 20 });

describe('a ratio of amounts', () => {
  test('sums to the rounded ratio of their sum, each within one unit of its own', () => {
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 0n, max: 100n }), (all, of) => {
        const parts = prorate(all, { of, whole: 100n });
        expect(sum(parts)).toBe(divideHalfAwayFromZero(sum(all) * of, 100n));
        for (const [i, part] of parts.entries()) {
          const distance = part * 100n - all[i]! * of;
          expect(distance > -100n && distance <= 100n).toBe(true);
        }
      }),
    );
  });

  test('of all is all, of nothing nothing', () => {
    fc.assert(
      fc.property(amounts, (all) => {
        expect(prorate(all, { of: 7n, whole: 7n })).toEqual(all);
        expect(prorate(all, { of: 0n, whole: 7n })).toEqual(all.map(() => 0n));
      }),
    );
  });
});
