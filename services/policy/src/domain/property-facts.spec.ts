import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { date } from '../testing/policies-in-time.ts';
import { type DatedProperty, factsOn, learnFacts, type StatedFacts } from './property-facts.ts';

const today = date('2026-11-10');
const learn = (statements: Omit<StatedFacts, 'propertyId'>[]): DatedProperty =>
  statements.reduce<DatedProperty | undefined>(
    (known, facts) => learnFacts(known, { propertyId: 'beach', ...facts }, today),
    undefined,
  )!;
const stateOn = (property: DatedProperty, day: string) => factsOn(property, date(day)).state;

describe('the first facts of a property', () => {
  test('hold for all time, and the property is known from that day', () => {
    const property = learn([{ state: 'FL' }]);
    expect([stateOn(property, '2020-01-01'), `${property.knownFrom}`]).toEqual(['FL', '2026-11-10']);
  });

  test.each([
    ['an earlier day that they bring', '2026-11-01', '2026-11-01'],
    ['today for a later one', '2026-12-01', '2026-11-10'],
  ])('make it known from %s', (_name, effectiveFrom, knownFrom) => {
    expect(`${learn([{ state: 'FL', effectiveFrom: date(effectiveFrom) }]).knownFrom}`).toBe(knownFrom);
  });
});

describe('later facts', () => {
  test('hold from today on, absent ones are kept', () => {
    const property = learn([{ state: 'FL', country: 'US' }, { state: 'GA' }]);
    expect([stateOn(property, '2026-11-09'), stateOn(property, '2026-11-10')]).toEqual(['FL', 'GA']);
    expect(factsOn(property, today).country).toBe('US');
  });

  test('hold from the day that they bring, until later ones of the same member', () => {
    const property = learn([
      { state: 'FL' },
      { state: 'GA', effectiveFrom: date('2026-12-01') },
      { state: 'AL', propertyType: 'BOAT', effectiveFrom: date('2026-11-05') },
    ]);
    expect(['2026-11-04', '2026-11-05', '2026-12-01'].map((day) => stateOn(property, day))).toEqual(['FL', 'AL', 'GA']);
    expect(factsOn(property, date('2026-12-01')).propertyType).toBe('BOAT');
  });

  test('that are known already change nothing', () => {
    const property = learn([{ state: 'FL', groupIds: ['g'] }]);
    expect(learnFacts(property, { propertyId: 'beach', state: 'FL', groupIds: ['g'] }, today)).toBe(property);
  });
});

test('facts of different days hold alike in whatever order they are stated', () => {
  const orders = fc
    .uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 8 })
    .chain((days) => fc.shuffledSubarray(days, { minLength: days.length }));
  const stateEach = (days: readonly number[]) =>
    learn([{ state: 'FL' }, ...days.map((day) => ({ state: `S${day}`, effectiveFrom: today.add({ days: day + 1 }) }))]);
  fc.assert(
    fc.property(orders, (days) => {
      expect(stateEach(days)).toEqual(stateEach(days.toSorted((a, b) => a - b)));
    }),
  );
});
