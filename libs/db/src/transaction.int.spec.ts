import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@staycover/testing';
import {
  ConcurrentChange,
  type Database,
  execute,
  inTransaction,
  openDatabase,
  query,
  tryOut,
  type Work,
} from './index.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase({ url: testDatabase.urlFor('policy'), schema: 'policy', entities: [], poolSize: 1 });
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

describe('work that is only tried out', () => {
  beforeAll(async () => {
    await execute(database, 'create temporary table boat (name text)');
  });
  const boats = (tx: Work) => query<{ name: string }>(tx, 'select name from boat');
  const adding = async (tx: Work) => {
    await execute(tx, "insert into boat values ('Anna')");
    return boats(tx);
  };

  test('returns what it found, and nothing of it stays', async () => {
    expect(await tryOut(database, adding)).toEqual([{ name: 'Anna' }]);
    expect(await boats(database)).toEqual([]);
  });

  test('fails as it would when done', async () => {
    const failing = (tx: Work) => adding(tx).then(() => Promise.reject(new TypeError('broken')));
    await expect(tryOut(database, failing)).rejects.toThrow(TypeError);
    expect(await boats(database)).toEqual([]);
  });
});
