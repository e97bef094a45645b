import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@staycover/testing';
import { ConcurrentChange, type Database, inTransaction, openDatabase, type Work } from './index.ts';

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

const raising = (code: string) => (tx: Work) => tx.run(`do $$ begin raise sqlstate '${code}'; end $$`);

test.each<[string, (tx: Work) => Promise<unknown>]>([
  ['a deadlock', raising('40P01')],
  ['a serialization failure', raising('40001')],
  ['another change', () => Promise.reject(new ConcurrentChange())],
])('work that meets %s on each of its five tries is refused as one that may be repeated', async (_what, work) => {
  let tries = 0;
  const done = inTransaction(database, (tx) => {
    tries += 1;
    return work(tx);
  });
  await expect(done).rejects.toMatchObject({ code: 'service-unavailable', cause: expect.any(Error) });
  expect(tries).toBe(5);
});
