import { expect, test } from '@jest/globals';
import { type RateVersion, rateVersionOn, rateVersionsFrom } from './rate-table.ts';

const version = (number: number, effectiveFrom: string, planId: string | null = null): RateVersion => ({
  version: number,
  planId,
  effectiveFrom: Temporal.PlainDate.from(effectiveFrom),
  ratePerNight: BigInt(number),
  lossFundRatePerNight: null,
});

const table = [
  version(1, '2026-01-01'),
  version(2, '2026-06-01', 'gold'),
  version(3, '2026-06-01'),
  version(4, '2026-06-01'),
  version(5, '2026-09-01'),
];

test.each<[string, string | null, string, number | undefined]>([
  ['before the table begins', null, '2025-12-31', undefined],
  ['on the first day of a version', null, '2026-01-01', 1],
  ['the highest version of a day', null, '2026-06-01', 4],
  ["the plan's own version of a day", 'gold', '2026-06-01', 2],
  ['the latest, be it of every plan', 'gold', '2026-09-01', 5],
])('the rates in force are those %s', (_name, planId, on, expected) => {
  expect(rateVersionOn(table, planId, Temporal.PlainDate.from(on))?.version).toBe(expected);
  expect(rateVersionOn(table.toReversed(), planId, Temporal.PlainDate.from(on))?.version).toBe(expected);
  expect(rateVersionsFrom(table)(planId, Temporal.PlainDate.from(on))?.version).toBe(expected);
  expect(rateVersionsFrom(table.toReversed())(planId, Temporal.PlainDate.from(on))?.version).toBe(expected);
});

test('of equal versions the first counts', () => {
  const [first, second] = [version(1, '2026-01-01'), { ...version(1, '2026-01-01'), ratePerNight: 9n }];
  const on = Temporal.PlainDate.from('2026-06-01');
  expect(rateVersionOn([first, second], null, on)).toBe(first);
  expect(rateVersionsFrom([first, second])(null, on)).toBe(first);
});
