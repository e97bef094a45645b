import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@staycover/testing';
import { type Database, openDatabase, query, readCursor } from './index.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase({ url: testDatabase.urlFor('policy'), schema: 'policy', entities: [], poolSize: 4 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

type Counted = { n: number };
const upTo = (last: number) => readCursor<Counted>(database, 'select n from generate_series(1, $1::int) n', [last]);

describe('a cursor', () => {
  test.each([0, 1, 999, 1_000, 1_001, 2_500, 3_000])('reads %s rows, each once and in order', async (last) => {
    const read: number[] = [];
    for await (const batch of upTo(last)) read.push(...batch.map(({ n }) => n));
    expect(read).toEqual(Array.from({ length: last }, (_, i) => i + 1));
  });

  test('gives its connection back when its reader stops, fails or reads a row that cannot be', async () => {
    const stop = async () => {
      for await (const batch of upTo(5_000)) if (batch.length > 0) break;
    };
    const fail = async () => {
      for await (const batch of upTo(5_000)) throw new Error(`the reader failed at ${batch.length}`);
    };
    const broken = async () => {
      const text = 'select 1 / (1500 - n) as n from generate_series(1, 3000) n';
      for await (const batch of readCursor(database, text, [])) expect(batch).toHaveLength(1_000);
    };
    for (let i = 0; i < 3; i++) {
      await stop();
      await expect(fail()).rejects.toThrow('the reader failed');
      await expect(broken()).rejects.toThrow('division by zero');
    }
    expect(database.pool()).toMatchObject({ used: 0, waiting: 0 });
    expect(await query(database, 'select 1 as n')).toEqual([{ n: 1 }]);
  });
});
