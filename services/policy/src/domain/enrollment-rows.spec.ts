import { describe, expect, test } from '@jest/globals';
import { countComparisons } from '@staycover/testing';
import { date } from '../testing/policies-in-time.ts';
import type { Election } from './election.ts';
import { propertyRows } from './enrollment-rows.ts';
import { learnAll } from './learn.ts';
import { nightsNamed } from './named-nights.ts';

const today = date('2026-11-10');
const DAYS = Array.from({ length: 500 }, (_, i) => today.add({ days: i }));
const rules = { supportedStates: [], supportedCountries: [], excludedPropertyTypes: [], eligibilityOverrides: {} };
const input = {
  periods: { ranges: [{ start: today, end: date('2999-01-01') }], isOpen: false },
  rules: [{ from: today, rules }],
  named: new Map(),
};

/** What a body may bring: an election for each day, and other facts of its property. */
const dailyElections = (scopeType: Election['scopeType'], scopeId: string, last: 'same day' | 'none'): Election[] =>
  DAYS.map((effectiveFrom, i) => ({
    electionId: `e-${i}`,
    scopeType,
    scopeId,
    action: 'INCLUDE',
    planId: `plan-${i}`,
    rateOverridePerNight: null,
    endorsementSelections: [],
    effectiveFrom,
    effectiveTo: last === 'none' ? null : effectiveFrom,
  }));
const dailyFacts = DAYS.map((effectiveFrom, i) => ({
  propertyId: 'beach',
  state: `S${i}`,
  groupIds: ['coast', `g-${i}`],
  effectiveFrom,
}));

/** Each day compared with each other would be 250,000; sorted days are compared some twenty times. */
const FEW = 100 * DAYS.length;

describe('a property that changes every day, with elections for every day', () => {
  const learn = () => learnAll([], dailyFacts, Temporal.Instant.from('2026-11-10T09:30:00Z'), today);
  const { property } = learn()[0]!;

  test('is learned by few comparisons', () => {
    expect(countComparisons(learn)).toBeLessThan(FEW);
  });

  test.each([
    { scopeType: 'PROPERTY', scopeId: 'beach', last: 'same day' },
    { scopeType: 'PROPERTY', scopeId: 'beach', last: 'none' },
    { scopeType: 'GROUP', scopeId: 'coast', last: 'same day' },
    { scopeType: 'GROUP', scopeId: 'coast', last: 'none' },
  ] as const)('is enrolled each night by its $scopeType election until $last, by few comparisons', (each) => {
    const elections = dailyElections(each.scopeType, each.scopeId, each.last);
    let rows: unknown[] = [];
    const comparisons = countComparisons(() => (rows = propertyRows({ ...input, elections }, today)(property)));
    expect(rows.slice(0, 500)).toEqual(
      DAYS.map((day, i) => expect.objectContaining({ planId: `plan-${i}`, state: `S${i}`, enrolledDate: day })),
    );
    expect(comparisons).toBeLessThan(FEW);
  });

  test('leaves properties beside it to be derived by few comparisons', () => {
    const elections = dailyElections('GROUP', 'coast', 'none');
    const facts = [{ effectiveFrom: today, facts: { groupIds: ['inland'] } }];
    const others = DAYS.map((_, i) => ({ ...property, propertyId: `p-${i}`, facts }));
    const derive = propertyRows({ ...input, elections }, today);
    let rows: unknown[] = [];
    const comparisons = countComparisons(() => (rows = others.flatMap(derive)));
    expect(rows).toEqual([]);
    expect(comparisons).toBeLessThan(FEW);
  });

  test('is named by few comparisons', () => {
    const elections = dailyElections('PROPERTY', 'beach', 'same day');
    const name = nightsNamed({ productLine: null, elections, stretches: [] }, today);
    expect(countComparisons(() => name(property))).toBeLessThan(FEW);
  });
});
