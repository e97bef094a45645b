import { expect, test } from '@jest/globals';
import { openDatabase, query } from '@staycover/db';
import type { Nats, Relay } from '@staycover/messaging';
import { createTestDatabase } from '@staycover/testing';
import { serviceHealth } from './health.ts';

test('a service with a server that is no longer the primary is not ready until it reaches one that is', async () => {
  const testDatabase = await createTestDatabase();
  const url = testDatabase.urlFor('billing');
  const database = await openDatabase({ url, schema: 'billing', entities: [], poolSize: 1 });
  const health = serviceHealth({
    database,
    nats: { isConnected: () => true } as Nats,
    consumers: [],
    relay: { isActive: () => true } as Relay,
    stopping: () => false,
    onDatabase: () => undefined,
  });
  expect(await health()).toMatchObject({ ready: true, checks: { database: 'ok' } });
  await query(database, 'set default_transaction_read_only = on');
  expect(await health()).toMatchObject({ ready: false, checks: { database: 'read-only' } });
  expect(await health()).toMatchObject({ ready: true, checks: { database: 'ok' } });
  await database.close();
  await testDatabase.drop();
});
