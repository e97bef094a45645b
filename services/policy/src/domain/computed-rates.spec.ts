import { expect, test } from '@jest/globals';
import { date, pendingPolicy } from '../testing/policies-in-time.ts';
import { computedRates } from './computed-rates.ts';
import { type DatedMembers, toDatedMembers } from './dated-members.ts';

const day = date('2026-11-10');
const none = { ...toDatedMembers(pendingPolicy()), ratePerNight: null };
const table = [{ version: 1, planId: null, effectiveFrom: day, ratePerNight: 50_000n, lossFundRatePerNight: null }];

// What a month costs where it is not thirty nights.
test.each<[string, Partial<DatedMembers>, bigint | null, [bigint | null, bigint | null]]>([
  ['no rate is known', {}, null, [null, null]],
  ['the flat rate', { ratePerNight: 42_500n }, null, [42_500n, null]],
  ['the table before the flat rate', { ratePerNight: 42_500n, rateTableVersions: table }, null, [50_000n, null]],
  ['the election before the table', { rateTableVersions: table }, 60_000n, [60_000n, null]],
  ['a monthly rate by the days of the month', { ratePerMonth: 1_200_000n }, null, [40_000n, 1_200_000n]],
  ['the flat rate before the monthly one', { ratePerNight: 1n, ratePerMonth: 1_200_000n }, null, [1n, null]],
  ['none of a reservation', { ratePerReservation: 90_000n }, null, [null, null]],
])(
  'a night and a month cost by %s',
  (_name, members, rateOverridePerNight, [computedRatePerNight, computedRatePerMonth]) => {
    const rates = computedRates({ planId: null, rateOverridePerNight }, { ...none, ...members }, day);
    expect(rates).toEqual({ computedRatePerNight, computedRatePerMonth });
  },
);

test('a month of 31 days costs as much, its nights less', () => {
  const october = computedRates(
    { planId: null, rateOverridePerNight: null },
    { ...none, ratePerMonth: 1_200_000n },
    date('2026-10-10'),
  );
  expect(october).toEqual({ computedRatePerNight: 38_710n, computedRatePerMonth: 1_200_000n });
});
