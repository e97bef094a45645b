import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Database, openDatabase } from '@staycover/db';
import { systemClock } from '@staycover/kernel';
import { createLogger } from '@staycover/telemetry';
import { createTestDatabase, type TestDatabase } from '@staycover/testing';
import { openDatabaseClock } from './database-clock.ts';

const logger = createLogger('test', { level: 'silent' });

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase({ url: testDatabase.urlFor('policy'), schema: 'policy', entities: [] });
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

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
