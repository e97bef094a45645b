import { expect, test } from '@jest/globals';
import { openDatabase } from '@staycover/db';
import type { Nats, Relay } from '@staycover/messaging';
import { createTestDatabase } from '@staycover/testing';
import { watchedHealth } from './refused-login.ts';

test('PostgreSQL that refuses a password is not taken for one that is away', async () => {
  const testDatabase = await createTestDatabase();
  const url = new URL(testDatabase.urlFor('billing'));
  url.password = 'another-one';
  const database = await openDatabase({ url: url.toString(), schema: 'billing', entities: [] });
  let ms = 0;
  let ends = 0;
  const surroundings = { now: () => (ms += 6_000), end: () => void (ends += 1) };
  const nats = { isConnected: () => true } as Nats;
  const parts = { database, nats, consumers: [], relay: { isActive: () => true } as Relay, stopping: () => false };
  const { health, stop } = watchedHealth(parts, { fatal: () => undefined } as never, surroundings);
  for (let i = 0; i < 3; i++) expect((await health()).checks['database']).toBe('unreachable');
  expect(ends).toBeGreaterThan(0);
  stop();
  await database.close();
  await testDatabase.drop();
});
