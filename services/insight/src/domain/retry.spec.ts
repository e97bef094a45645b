import { expect, test } from '@jest/globals';
import { isGivenUp, retryAt } from './retry.ts';

const now = Temporal.Instant.from('2026-11-20T09:30:00Z');

test('pauses grow up to half a day', () => {
  const pauses = Array.from({ length: 20 }, (_, i) => now.until(retryAt(i + 1, now, 0)).total('seconds'));
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
  expect([pauses[0], pauses.at(-1)]).toEqual([5, 43_200]);
});

test('pauses are shorter by a fifth at most', () => {
  const pause = (random: number) => now.until(retryAt(3, now, random)).total('seconds');
  expect([pause(0), pause(0.5), pause(1)]).toEqual([300, 270, 240]);
});

test('the pauses allow more than ten attempts in five days', () => {
  let [at, failures] = [now, 0];
  while (!isGivenUp(now, at, failures)) at = retryAt(++failures, at, 1);
  expect(failures).toBeGreaterThanOrEqual(12);
  expect(now.until(at).total('hours')).toBeLessThan(6 * 24);
});

test.each([
  ['119 hours and 59 minutes, at 20 attempts', { hours: 119, minutes: 59 }, 20, false],
  ['120 hours, at 12 attempts', { hours: 120 }, 12, true],
  ['three weeks in which it was tried 11 times', { hours: 504 }, 11, false],
])('what has failed for %s is given up or not', (_what, since, failures, expected) => {
  expect(isGivenUp(now.subtract(since), now, failures)).toBe(expected);
});
