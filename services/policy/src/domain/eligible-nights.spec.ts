import { describe, expect, test } from '@jest/globals';
import { FIRST_DAY } from '@staycover/kernel';
import fc from 'fast-check';
import { date } from '../testing/policies-in-time.ts';
import type { EligibilityRules } from './eligibility.ts';
import { isEligible } from './eligibility.ts';
import { eligibleNights } from './eligible-nights.ts';
import { type DatedProperty, factsOn } from './property-facts.ts';

const FIRST = date('2026-01-01');
const DAYS = 40;
const day = (n: number) => FIRST.add({ days: n });

const rulesFor = (states: string[]): EligibilityRules => ({
  supportedStates: states,
  supportedCountries: [],
  excludedPropertyTypes: [],
  eligibilityOverrides: {},
});

const days = fc.uniqueArray(fc.nat(DAYS), { minLength: 1, maxLength: 8 }).map((some) => some.toSorted((a, b) => a - b));
const states = fc.subarray(['FL', 'GA', 'TX']);
const rules = days.chain((some) =>
  fc.tuple(...some.map((n) => states.map((of) => ({ from: day(n), rules: rulesFor(of) })))),
);
const property = days.chain((some) =>
  fc
    .tuple(
      ...some.map((n, i) =>
        fc
          .constantFrom('FL', 'GA', 'TX')
          .map((state) => ({ effectiveFrom: i === 0 ? FIRST_DAY : day(n), facts: { state } })),
      ),
    )
    .map((facts): DatedProperty => ({ propertyId: 'beach', knownFrom: FIRST, facts })),
);

describe('the nights on which a policy takes a property', () => {
  test('are those of which the rules take the facts', () => {
    fc.assert(
      fc.property(rules, property, (someRules, one) => {
        const found = eligibleNights(one, someRules);
        for (let n = 0; n <= DAYS + 1; n++) {
          const night = day(n);
          const now = someRules.findLast(({ from }) => n >= FIRST.until(from).days) ?? someRules[0]!;
          const facts = factsOn(one, night);
          const within = found.filter(({ start, end }) => n >= FIRST.until(start).days && n < FIRST.until(end).days);
          const isTaken = isEligible({ ...facts, propertyId: 'beach' }, now.rules);
          expect(within.map(({ state }) => state)).toEqual(isTaken ? [facts.state] : []);
        }
      }),
    );
  });
});
