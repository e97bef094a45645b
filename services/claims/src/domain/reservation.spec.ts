import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { assessedStay, withKnownCover } from './assessment/assessed-stay.ts';
import { insuranceCost } from './reservation.ts';

const tenThousandths = fc.integer({ min: 0, max: 10 ** 10 }).map((n) => n / 10_000);

describe('a reservation', () => {
  test('costs the exact sum of its policies, where floats would drift', () => {
    expect(insuranceCost([{ price: 0.1 }, { price: 0.2 }])).toBe(0.3);
    expect(insuranceCost([])).toBe(0);
    fc.assert(
      fc.property(fc.array(tenThousandths, { maxLength: 100 }), (prices) => {
        const exact = prices.reduce((sum, price) => sum + BigInt(Math.round(price * 10_000)), 0n);
        expect(insuranceCost(prices.map((price) => ({ price })))).toBe(Number(exact) / 10_000);
      }),
    );
  });

  test('covers the sum of the damage covers, each less its own deductible', () => {
    const stay = assessedStay({
      selectedPolicies: [
        { damageCoverage: 3_000, deductible: 250 },
        { damageCoverage: 100, deductible: 500 },
        { damageCoverage: null },
      ],
    });
    expect(stay).toMatchObject({ cover: 31_000_000n, deductible: 3_500_000n });
  });

  const dinars = { damageCoverage: 3_000, currencyId: 414 };
  test.each<[string, Parameters<typeof assessedStay>[0]['selectedPolicies'], string | null]>([
    ['all its covers have', [dinars, dinars], 'KWD'],
    ['what covers the damage has', [dinars, { damageCoverage: 0, currencyId: 840 }], 'KWD'],
    ['is no one currency', [dinars, { damageCoverage: 100, currencyId: 840 }], null],
    ['is not known', undefined, null],
  ])('is assessed in the currency that %s', (_what, selectedPolicies, currency) => {
    const stay = assessedStay({ selectedPolicies });
    expect(stay.currency).toBe(currency);
    expect(withKnownCover(stay, { cover: null, currency: null }).currency).toBe(currency);
    expect(withKnownCover(stay, { cover: null, currency: 'JPY' }).currency).toBe('JPY');
  });
});
