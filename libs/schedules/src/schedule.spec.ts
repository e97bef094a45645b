import { describe, expect, test } from '@jest/globals';
import { isDaily, lastUntil, nextAfter, type Schedule } from './schedule.ts';

const at = (text: string) => Temporal.Instant.from(text);
const schedule = (cron: string): Schedule => ({ name: 'x', cron, run: async () => ({}) });

describe('occurrences', () => {
  test.each([
    ['5 0 * * *', '2026-03-28T00:04:59.999Z', '2026-03-28T00:05:00Z'],
    ['5 0 * * *', '2026-03-28T00:05:00Z', '2026-03-29T00:05:00Z'],
    ['5 0 * * *', '2026-12-31T00:05:00.001Z', '2027-01-01T00:05:00Z'],
    ['30 2 * * *', '2026-03-28T12:00:00Z', '2026-03-29T02:30:00Z'],
    ['0 3 1 * *', '2028-02-01T03:00:00Z', '2028-03-01T03:00:00Z'],
    ['0 0 29 2 *', '2026-01-01T00:00:00Z', '2028-02-29T00:00:00Z'],
    ['*/5 * * * *', '2026-01-01T00:07:30Z', '2026-01-01T00:10:00Z'],
  ])('of %s: after %s comes %s', (cron, after, next) => {
    expect(nextAfter(schedule(cron), at(after)).toString()).toBe(next);
  });

  test('up to an instant include it', () => {
    const last = lastUntil(schedule('0 2 * * *'), at('2026-01-02T02:00:00Z'), 2).map(String);
    expect(last).toEqual(['2026-01-02T02:00:00Z', '2026-01-01T02:00:00Z']);
  });

  test.each(['01:59:59.001Z', '01:59:59.999Z'])('up to %s exclude the one that is about to come', (time) => {
    expect(lastUntil(schedule('0 2 * * *'), at(`2026-01-02T${time}`)).map(String)).toEqual(['2026-01-01T02:00:00Z']);
  });

  test.each([
    ['0 2 * * *', true],
    ['0 3 1 * *', true],
    ['0 * * * *', false],
    ['*/5 * * * *', false],
    ['0 0,12 * * *', false],
  ])('of %s are daily or rarer: %s', (cron, daily) => {
    expect(isDaily(schedule(cron))).toBe(daily);
  });

  test.each(['x', '0 25 * * *', '* * * * * *', ''])('of the pattern "%s" are refused', (cron) => {
    expect(() => nextAfter(schedule(cron), at('2026-01-01T00:00:00Z'))).toThrow(/./);
  });
});
