import { describe, expect, test } from '@jest/globals';
import { date, policy } from '../testing/samples.ts';
import type { RateVersion } from './policy.ts';
import { lossFundRateOn, movesByMoreThan, percentHundredths, renewalRates } from './rate.ts';

const row = (effectiveFrom: string, ratePerNight: bigint, changes: Partial<RateVersion> = {}): RateVersion => ({
  version: 1,
  planId: null,
  effectiveFrom: date(effectiveFrom),
  ratePerNight,
  ...changes,
});

const newTermStart = date('2027-11-01');
const move = (changes: Parameters<typeof policy>[0]) => renewalRates(policy(changes), newTermStart);

describe('the rate of a new term', () => {
  test('is unchanged without a rate table', () => {
    expect(move({})).toEqual({ previousRate: 42_500n, newRate: 42_500n, rateReason: 'UNCHANGED' });
  });

  test('is that of the newest version in force on its first day', () => {
    const rateTable = [row('2027-11-01', 45_000n), row('2026-01-01', 40_000n), row('2027-11-02', 50_000n)];
    expect(move({ rateTable })).toEqual({ previousRate: 40_000n, newRate: 45_000n, rateReason: 'RATE_TABLE' });
  });

  test.each([
    ['flat', [{ effectiveFrom: newTermStart, ratePerNight: 50_000n }], 50_000n],
    ['of a table', [{ effectiveFrom: newTermStart, rateTable: [row('2027-01-01', 44_000n)] }], 44_000n],
    ['of a later day', [{ effectiveFrom: date('2027-11-02'), ratePerNight: 50_000n }], 42_500n],
    [
      'the later of two',
      [
        { effectiveFrom: date('2027-10-01'), ratePerNight: 42_500n },
        { effectiveFrom: newTermStart, ratePerNight: 46_000n },
      ],
      46_000n,
    ],
  ])('is the one that is recorded for it: %s', (_what, ratesAhead, newRate) => {
    expect(move({ ratesAhead })).toMatchObject({ previousRate: 42_500n, newRate });
  });

  test('moves from the rate in force, not from a flat rate that the table replaced', () => {
    const rateTable = [row('2027-06-01', 50_000n)];
    expect(move({ ratePerNight: 40_000n, rateTable })).toEqual({
      previousRate: 50_000n,
      newRate: 50_000n,
      rateReason: 'UNCHANGED',
    });
  });

  test("is of the policy's plan or of every plan, never of another plan", () => {
    const every = row('2027-01-01', 43_000n);
    const own = row('2027-01-01', 44_000n, { planId: 'gold' });
    const other = row('2027-06-01', 99_000n, { planId: 'silver' });
    expect(move({ planId: 'gold', rateTable: [every, own, other] }).newRate).toBe(44_000n);
    expect(move({ planId: null, rateTable: [every, own, other] }).newRate).toBe(43_000n);
  });

  test('of two versions of one day the higher one counts', () => {
    const rateTable = [row('2027-01-01', 44_000n, { version: 2 }), row('2027-01-01', 43_000n)];
    expect(move({ rateTable }).newRate).toBe(44_000n);
  });

  test('moves from the rate table when the policy has no flat rate', () => {
    const rateTable = [row('2026-01-01', 40_000n), row('2027-11-01', 41_000n)];
    expect(move({ ratePerNight: null, rateTable })).toMatchObject({ previousRate: 40_000n, newRate: 41_000n });
  });

  test('stays unknown when there is none at all', () => {
    expect(move({ ratePerNight: null })).toEqual({ previousRate: null, newRate: null, rateReason: 'UNCHANGED' });
  });
});

describe('the loss-fund rate of a day', () => {
  const flat = { lossFundRatePerNight: 11_000n };
  const later = { effectiveFrom: newTermStart, lossFundRatePerNight: 12_000n };
  const version = row('2027-01-01', 45_000n, { lossFundRatePerNight: 13_000n });
  test.each<[string, Parameters<typeof policy>[0], bigint | null]>([
    ['the flat one', flat, 11_000n],
    ['the flat one of that day', { ...flat, ratesAhead: [later] }, 12_000n],
    ['that of the table', { ...flat, rateTable: [version] }, 13_000n],
    ['that of the table of that day', { ratesAhead: [{ effectiveFrom: newTermStart, rateTable: [version] }] }, 13_000n],
    ['the flat one where the table has none', { ...flat, rateTable: [row('2027-01-01', 45_000n)] }, 11_000n],
    ['not known where neither is', { rateTable: [row('2027-01-01', 45_000n)] }, null],
  ])('is %s', (_what, changes, expected) => {
    expect(lossFundRateOn(policy(changes), newTermStart)).toBe(expected);
  });
});

describe('a move of the rate', () => {
  test.each([
    [42_500n, 45_000n, 588n],
    [42_500n, 42_500n, 0n],
    [40_000n, 35_000n, -1_250n],
    [30_000n, 40_000n, 3_333n],
    [0n, 10_000n, 10_000n],
    [null, 10_000n, 10_000n],
    [10_000n, 0n, -10_000n],
  ])('from %p to %p is %p hundredths of a percent', (previousRate, newRate, hundredths) => {
    expect(percentHundredths(previousRate, newRate)).toBe(hundredths);
  });

  test.each([
    [100_000n, 110_000n, 10, false],
    [100_000n, 110_001n, 10, true],
    [100_000n, 90_000n, 10, false],
    [100_000n, 89_999n, 10, true],
    [100_000n, 112_500n, 12.5, false],
    [100_000n, 100_001n, 0, true],
    [0n, 1n, 10, true],
    [null, null, 0, false],
  ])('from %p to %p is above %p percent: %p', (previousRate, newRate, percent, above) => {
    expect(movesByMoreThan(percent, { previousRate, newRate, rateReason: 'RATE_TABLE' })).toBe(above);
  });
});
