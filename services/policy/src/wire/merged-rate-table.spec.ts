import { expect, test } from '@jest/globals';
import { type CalendarDate, FIRST_DAY, FOREVER, isAfter, type RateVersion, rateVersionOn } from '@staycover/kernel';
import { countComparisons } from '@staycover/testing';
import fc from 'fast-check';
import { toDatedMembers } from '../domain/dated-members.ts';
import { date, pendingPolicy } from '../testing/policies-in-time.ts';
import { mergedRateTable } from './merged-rate-table.ts';

const start = date('2026-01-01');
const inDays = (days: number) => start.add({ days });

type Priced = { days: number; ratePerNight: bigint; rateTableVersions: RateVersion[] };

/** A policy with other rates from each of some days on. */
const toStretches = (priced: readonly Priced[]) =>
  priced.map(({ days, ...rates }, i) => ({
    from: inDays(days),
    start: i === 0 ? FIRST_DAY : inDays(days),
    end: priced[i + 1] ? inDays(priced[i + 1]!.days) : FOREVER,
    policy: {
      status: 'ACTIVE' as const,
      statusSince: start,
      statusReason: null,
      statusNote: null,
      members: { ...toDatedMembers(pendingPolicy()), ...rates },
    },
  }));

const plan = fc.constantFrom('gold', 'silver', null);
const row = fc.record({
  version: fc.integer({ min: 1, max: 3 }),
  planId: plan,
  effectiveFrom: fc.integer({ min: -10, max: 40 }).map(inDays),
  ratePerNight: fc.bigInt({ min: 1n, max: 4n }),
  lossFundRatePerNight: fc.constant(null),
});
const stretchLists = fc
  .uniqueArray(
    fc.record({
      days: fc.integer({ min: 0, max: 40 }),
      ratePerNight: fc.bigInt({ min: 5n, max: 6n }),
      rateTableVersions: fc.uniqueArray(row, {
        maxLength: 6,
        selector: ({ planId, effectiveFrom, version }) => `${planId} ${effectiveFrom} ${version}`,
      }),
    }),
    { minLength: 1, maxLength: 5, selector: ({ days }) => days },
  )
  .map((priced) => toStretches(priced.toSorted((a, b) => a.days - b.days)));

test('one table prices each night as the tables of their days do', () => {
  fc.assert(
    fc.property(stretchLists, plan, fc.integer({ min: 0, max: 60 }), (stretches, planId, days) => {
      const night = inDays(days);
      const { members } = stretches.findLast(({ start: first }) => !isAfter(first, night))!.policy;
      const priceIn = (table: readonly RateVersion[]) =>
        rateVersionOn(table, planId, night)?.ratePerNight ?? members.ratePerNight;
      expect(priceIn(mergedRateTable(stretches, []))).toBe(priceIn(members.rateTableVersions));
    }),
    { numRuns: 500 },
  );
});

test('tables of many days and plans that price all alike are merged by few comparisons', () => {
  const [tables, days, plans] = [10, 50, 50];
  const version = (planId: string | null, effectiveFrom: CalendarDate): RateVersion => ({
    version: 1,
    planId,
    effectiveFrom,
    ratePerNight: 4n,
    lossFundRatePerNight: null,
  });
  const own = Array.from({ length: plans }, (_, n) => version(`plan-${n}`, inDays(-1)));
  const priced = Array.from({ length: tables }, (_, i) => ({
    days: i * days,
    ratePerNight: 4n,
    rateTableVersions: [
      ...Array.from({ length: days }, (_each, n) => version(null, inDays(i * days + n))),
      ...own,
      version(null, inDays(-1)),
    ],
  }));
  const stretches = toStretches(priced);
  let merged: readonly RateVersion[] = [];
  const comparisons = countComparisons(() => {
    merged = mergedRateTable(stretches, []);
  });
  expect(merged).toHaveLength(days + plans + 1);
  expect(comparisons).toBeLessThan(50 * tables * (days + plans));
});

test('tables that would be too long together leave the one that is shown', () => {
  const table = (i: number): RateVersion[] =>
    Array.from({ length: 500 }, (_, n) => ({
      version: 1,
      planId: `plan-${n % 100}`,
      effectiveFrom: inDays(n * 2),
      ratePerNight: BigInt(1_000 * i + n),
      lossFundRatePerNight: null,
    }));
  const priced = Array.from({ length: 40 }, (_, i) => ({
    days: i * 15,
    ratePerNight: 1n,
    rateTableVersions: table(i + 1),
  }));
  const shown = table(1);
  expect(mergedRateTable(toStretches(priced), shown)).toBe(shown);
  expect(mergedRateTable(toStretches(priced.slice(0, 2)), []).length).toBeGreaterThan(500);
});
