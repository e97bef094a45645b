import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@staycover/db';
import { systemClock } from '@staycover/kernel';
import { createLogger } from '@staycover/telemetry';
import { openTestDatabase } from '@staycover/testing';
import { openDatabaseClock } from './database-clock.ts';

const logger = createLogger('test', { level: 'silent' });

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ database, drop } = await openTestDatabase('policy'));
});

afterAll(() => drop());

test.each([10, -10, 60 * 24 * 400])(
  'a process with a clock that is %d min off uses the time of the database',
  async (minutes) => {
    const { clock, stop } = await openDatabaseClock(database, logger, () => systemClock().add({ minutes }));
    const off = systemClock().until(clock()).total('seconds');
    expect(Math.abs(off)).toBeLessThan(20);
    stop();
  },
);

test('a process with a correct clock uses its own time', async () => {
  const now = systemClock();
  const { clock, stop } = await openDatabaseClock(database, logger, () => now);
  expect(clock()).toBe(now);
  stop();
});

test.each([15, -15])(
  'given that the clock of its machine is set by %d min, then time goes on as before',
  async (minutes) => {
    let offMinutes = 0;
    const { clock, stop } = await openDatabaseClock(database, logger, () => systemClock().add({ minutes: offMinutes }));
    offMinutes = minutes;
    const off = systemClock().until(clock()).total('seconds');
    expect(Math.abs(off)).toBeLessThan(20);
    stop();
  },
);

/** A database that needs so long for each answer, and a process with a clock that is so far off. */
const answering = async (answersMs: readonly number[], offMs: number) => {
  let now = systemClock();
  const waits = [...answersMs];
  const run = async <Row>() => {
    now = now.add({ milliseconds: waits.shift() ?? 0 });
    return { rows: [{ ms: now.epochMilliseconds }] as Row[], count: 1 };
  };
  const own = () => now.add({ milliseconds: offMs });
  const elapsed = () => now.epochMilliseconds;
  const { clock, stop } = await openDatabaseClock({ ...database, run }, logger, own, elapsed);
  stop();
  return now.until(clock()).total('milliseconds');
};

test('a database that is slow to answer does not put a correct clock wrong', async () => {
  expect(await answering([2_400, 2_400, 2_400, 2_400], 0)).toBe(0);
});

test('a database that is slow at first is asked again', async () => {
  expect(await answering([2_400, 2_400, 10], 600_000)).toBe(5);
});
