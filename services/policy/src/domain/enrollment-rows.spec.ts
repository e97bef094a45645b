import { describe, expect, test } from '@jest/globals';
import { date } from '../testing/policies-in-time.ts';
import { learnAll } from './elect.ts';
import type { Election } from './election.ts';
import { propertyRows } from './enrollment-rows.ts';
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

const cpuMs = (work: () => unknown): number => {
  const before = process.threadCpuUsage();
  work();
  return process.threadCpuUsage(before).user / 1_000;
};

describe('a property that changes every day, with elections for every day', () => {
  const learn = () => learnAll([], dailyFacts, Temporal.Instant.from('2026-11-10T09:30:00Z'), today);
  const { property } = learn()[0]!;

  test('is learned in no time', () => {
    expect(cpuMs(learn)).toBeLessThan(100);
  });

  test.each([
    { scopeType: 'PROPERTY', scopeId: 'beach', last: 'same day', mostMs: 100 },
    { scopeType: 'PROPERTY', scopeId: 'beach', last: 'none', mostMs: 100 },
    { scopeType: 'GROUP', scopeId: 'coast', last: 'same day', mostMs: 250 },
    { scopeType: 'GROUP', scopeId: 'coast', last: 'none', mostMs: 250 },
  ] as const)('is enrolled each night by its $scopeType election until $last, in less than $mostMs ms', (each) => {
    const elections = dailyElections(each.scopeType, each.scopeId, each.last);
    let rows: unknown[] = [];
    const ms = cpuMs(() => (rows = propertyRows({ ...input, elections }, today)(property)));
    expect(rows.slice(0, 500)).toEqual(
      DAYS.map((day, i) => expect.objectContaining({ planId: `plan-${i}`, state: `S${i}`, enrolledDate: day })),
    );
    expect(ms).toBeLessThan(each.mostMs);
  });

  test('leaves properties beside it to be derived in no time', () => {
    const elections = dailyElections('GROUP', 'coast', 'none');
    const facts = [{ effectiveFrom: today, facts: { groupIds: ['inland'] } }];
    const others = DAYS.map((_, i) => ({ ...property, propertyId: `p-${i}`, facts }));
    const derive = propertyRows({ ...input, elections }, today);
    let rows: unknown[] = [];
    const ms = cpuMs(() => (rows = others.flatMap(derive)));
    expect(rows).toEqual([]);
    expect(ms).toBeLessThan(100);
  });

  test('is named in no time', () => {
    const elections = dailyElections('PROPERTY', 'beach', 'same day');
    const name = nightsNamed({ productLine: null, elections, course: [] }, today);
    expect(cpuMs(() => name(property))).toBeLessThan(100);
  });
});
