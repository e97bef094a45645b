import { describe, expect, test } from '@jest/globals';
import { type Currency, sum } from '@staycover/kernel';
import fc from 'fast-check';
import { assertChargeable, inSteps, minorFromStripe, stripeAmounts } from './money.ts';

describe('amounts as Stripe counts them', () => {
  test.each<[string, bigint[], bigint[]]>([
    ['USD', [12_750n, -1000n], [12_750n, -1000n]],
    ['JPY', [500n, 3n], [500n, 3n]],
    ['KRW', [50_000n], [50_000n]],
    ['ISK', [5n], [500n]],
    ['UGX', [5n, 7n], [500n, 700n]],
    ['BHD', [5120n], [5120n]],
    ['KWD', [5124n, 3336n], [5120n, 3340n]],
    ['TND', [5n, 5n, -10n], [10n, 0n, -10n]],
    ['USD', [], []],
  ])('in %s: %p', (currency, amounts, expected) => {
    expect(stripeAmounts(amounts, currency)).toEqual(expected);
  });

  test.each([
    ['KWD', [5124n]],
    ['BHD', [1n, 1n]],
  ])('in %s: a total between its steps is refused', (currency, amounts) => {
    expect(() => stripeAmounts(amounts, currency)).toThrow(
      expect.objectContaining({ code: 'invoice-not-deliverable' }),
    );
  });

  test.each<[string, bigint, bigint]>([
    ['USD', 49n, 50n],
    ['JPY', 49n, 50n],
    ['HUF', 17_499n, 17_500n],
    ['GBP', 29n, 30n],
  ])('in %s: a total of %d is too small to be charged, one of %d is not', (currency, small, enough) => {
    expect(() => assertChargeable(small, currency)).toThrow(
      expect.objectContaining({ code: 'invoice-not-deliverable' }),
    );
    expect(() => assertChargeable(enough, currency)).not.toThrow();
  });

  test('nothing to pay can be sent, and so can a little in currencies without a least amount', () => {
    expect(() => assertChargeable(0n, 'USD')).not.toThrow();
    expect(() => assertChargeable(1n, 'KWD')).not.toThrow();
  });

  test('always sum to the total, each within a step of its own', () => {
    const amounts = fc.array(fc.bigInt({ min: -100_000n, max: 100_000n }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(amounts, (some) => {
        const whole = [...some, -(sum(some) % 10n)];
        const rounded = stripeAmounts(whole, 'OMR');
        expect(sum(rounded)).toBe(sum(whole));
        for (const [i, amount] of rounded.entries()) {
          expect(amount % 10n).toBe(0n);
          expect(Math.abs(Number(amount - whole[i]!))).toBeLessThan(10);
        }
      }),
    );
  });

  test.each<[number, string, bigint]>([
    [3333, 'USD', 3333n],
    [500, 'ISK', 5n],
    [500, 'JPY', 500n],
    [5120, 'BHD', 5120n],
  ])('%p of %s back in our units', (amount, currency, expected) => {
    expect(minorFromStripe(amount, currency)).toBe(expected);
  });
});

test.each<[Currency, bigint, bigint]>([
  ['USD', 1_119n, 1_119n],
  ['JPY', 1_119n, 1_119n],
  ['ISK', 1_119n, 1_119n],
  ['KWD', 1_119n, 1_110n],
  ['KWD', 9n, 0n],
])('of an amount in %s, %s, Stripe takes %s', (currency, amount, taken) => {
  expect(inSteps(amount, currency)).toBe(taken);
});
