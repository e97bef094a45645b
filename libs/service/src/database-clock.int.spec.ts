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

test.each([10, -10, 60 * 24 * 400])('a process whose clock is %d min off dates by the database', async (minutes) => {
  const { clock, stop } = await openDatabaseClock(database, logger, () => systemClock().add({ minutes }));
  const off = systemClock().until(clock()).total('seconds');
  expect(Math.abs(off)).toBeLessThan(20);
  stop();
});

test('a process whose clock is right keeps its own', async () => {
  const now = systemClock();
  const { clock, stop } = await openDatabaseClock(database, logger, () => now);
  expect(clock()).toBe(now);
  stop();
});
