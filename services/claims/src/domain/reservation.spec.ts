import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { assessedStay, withKnownCover } from './assessment/assessed-stay.ts';
import { type ClaimCover, emptyCover } from './cover/claim-cover.ts';
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

  test.each<[string, Partial<ClaimCover>, number, number]>([
    ['what other claims left of the limit', { covered: true, limit: 2_000, used: 500, deductible: 250 }, 1_500, 250],
    ['nothing where nothing is left', { covered: true, limit: 2_000, used: 2_500, deductible: 250 }, 0, 0],
    ['less than its deductible', { covered: true, limit: 100, deductible: 250 }, 100, 100],
    ['nothing where the damage is not covered', { covered: false, reason: 'SUSPENDED' }, 0, 0],
    ['what was chosen, where only the day may be wrong', { covered: false, reason: 'OUTSIDE_STAY' }, 3_000, 200],
    ['what was chosen, where no cover is known', {}, 3_000, 200],
  ])('is assessed by the cover that is known: %s', (_what, known, cover, deductible) => {
    const stay = assessedStay({ selectedPolicies: [{ damageCoverage: 3_000, deductible: 200 }] });
    expect(withKnownCover(stay, { cover: { ...emptyCover, ...known }, currency: null })).toMatchObject({
      cover: BigInt(cover * 10_000),
      deductible: BigInt(deductible * 10_000),
    });
  });
});
