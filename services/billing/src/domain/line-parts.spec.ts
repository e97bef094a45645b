import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { splitCharge, sumParts } from './line-parts.ts';

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
