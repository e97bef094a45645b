import { describe, expect, test } from '@jest/globals';
import { divideHalfAwayFromZero, sum } from '@staycover/kernel';
import fc from 'fast-check';
import { splitCharge, sumParts } from './line-parts.ts';
import { prorate } from './reserve-splits.ts';

const amounts = fc.array(fc.bigInt({ min: -10_000n, max: 10_000n }), { minLength: 1, maxLength: 20 });

describe('a share of amounts', () => {
  test('sums to the rounded share of their sum, each within one unit of its own', () => {
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

describe('the parts of a line', () => {
  const percent = fc.integer({ min: 0, max: 1_000_000 }).map((scaled) => scaled / 10_000);
  const charge = fc.record({
    amount: fc.bigInt({ min: 0n, max: 1_000_000n }),
    quantity: fc.integer({ min: 1, max: 31 }),
    lossFundRate: fc.bigInt({ min: 0n, max: 100_000n }),
  });

  test('are never negative and sum to its amount, whatever the fees', () => {
    fc.assert(
      fc.property(charge, percent, percent, (line, partnerPercent, servicePercent) => {
        const parts = splitCharge(line, 'USD', { partnerPercent, servicePercent });
        expect(sumParts(parts)).toBe(line.amount);
        for (const part of Object.values(parts)) expect(part >= 0n).toBe(true);
      }),
    );
  });
});
