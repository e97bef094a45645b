import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { keptElection } from '../testing/kept-election.ts';
import { date } from '../testing/policies-in-time.ts';
import { indexRates } from './elected-rates.ts';
import type { KeptElection } from './election.ts';
import { byPrecedence, SPECIFICITY } from './election-timeline.ts';

const elections = fc.array(
  fc
    .record({
      electionId: fc.constantFrom('a', 'b', 'c'),
      scopeType: fc.constantFrom('ORGANIZATION', 'GROUP', 'PROPERTY'),
      scopeId: fc.constantFrom('x', 'y'),
      from: fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-03'),
      action: fc.constantFrom('INCLUDE', 'EXCLUDE'),
    })
    .map(({ scopeId, ...one }) =>
      keptElection({ ...one, scopeId: one.scopeType === 'ORGANIZATION' ? null : scopeId, rateOverridePerNight: 1n }),
    ),
  { minLength: 1, maxLength: 12 },
);

const isBeside = (one: KeptElection, stated: KeptElection) =>
  one.electionId !== stated.electionId &&
  one.scopeType === stated.scopeType &&
  (one.scopeType === 'GROUP' || one.scopeId === stated.scopeId);

describe('what other elections price', () => {
  test('is what a look at each of them finds', () => {
    fc.assert(
      fc.property(elections, fc.nat(), fc.boolean(), (rated, n, isAnother) => {
        const stated = rated[n % rated.length]!;
        const before = isAnother ? rated[0] : undefined;
        const others = rated.filter((one) => one !== before);
        const rates = indexRates(rated, (propertyId) => propertyId === 'y');
        const isUnder = others.some((one) => SPECIFICITY[one.scopeType] < SPECIFICITY[stated.scopeType]);
        const isTaken = stated.scopeType === 'PROPERTY' && stated.scopeId === 'y';
        expect(rates.isUnder(stated, before)).toBe(isUnder || isTaken);
        const [first] = others.filter((one) => isBeside(one, stated)).toSorted(byPrecedence);
        const found = rates.findBeside(stated, before);
        expect(found === undefined).toBe(first === undefined);
        if (found && first) expect(byPrecedence(found, first)).toBe(0);
      }),
    );
  });

  test('is found without a look at all of them', () => {
    let looks = 0;
    const rated = Array.from({ length: 500 }, (_, i) => {
      const one = keptElection({
        scopeType: 'GROUP',
        scopeId: `g${i}`,
        from: `${date('2026-01-01').add({ days: i })}`,
      });
      return Object.defineProperty({ ...one }, 'electionId', { get: () => `rated-${(looks++, i)}` });
    });
    const { findBeside } = indexRates(rated, () => false);
    for (let i = 0; i < 500; i++)
      findBeside(keptElection({ electionId: `stated-${i}`, scopeType: 'GROUP', scopeId: `g${i}` }));
    expect(looks).toBe(500);
  });
});
