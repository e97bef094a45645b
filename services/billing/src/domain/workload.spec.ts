import { expect, test } from '@jest/globals';
import { day, enrolled, from, nights } from '../testing/books.ts';
import { fitsAtOnce, propertiesAtOnce } from './workload.ts';

const until = day('2026-11-30');
const rateTable = Array.from({ length: 500 }, (_, i) => ({
  version: i + 1,
  planId: null,
  effectiveFrom: day('2025-07-01').add({ days: i }),
  ratePerNight: 30_000n,
  lossFundRatePerNight: null,
}));

test.each([
  ['a month', '2026-11-01', {}, null, 250],
  ['a month, and all before it', '2026-11-01', {}, day('1900-01-01'), 250],
  ['two years', '2024-12-01', {}, null, 20],
  ['a century', '1900-01-01', {}, null, 1],
  ['a century of which the last month is open', '1900-01-01', {}, day('2026-11-01'), 250],
  ['a price for each day', '2025-07-01', { rateTable }, null, 1],
])('of %s, as many properties are billed at a stretch as take little time', (_what, start, terms, since, expected) => {
  const policy = { inForce: [from(start, terms)], terms: [nights(start, '2027-11-01')] };
  expect(propertiesAtOnce(policy, { from: since, until })).toBe(expected);
});

test.each([
  ['100 properties of a month', 100, '2026-11-01', null, true],
  ['100 properties of a century of which the last month is open', 100, '1900-01-01', day('2026-11-01'), true],
  ['100 properties of two years', 100, '2024-12-01', null, false],
  ['a property of a century', 1, '1900-01-01', null, false],
])('%s are computed at a stretch, or not', (_what, count, start, since, expected) => {
  const cover = nights(start, '2027-11-01');
  const enrollments = Array.from({ length: count }, (_, i) => enrolled(`p${i}`, cover));
  expect(fitsAtOnce({ inForce: [from(start)], terms: [cover], enrollments }, { from: since, until })).toBe(expected);
});
