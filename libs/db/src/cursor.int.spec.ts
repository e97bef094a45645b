import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createTestDatabase, eventually, type TestDatabase } from '@staycover/testing';
import { type Database, openDatabase, query, readCursor } from './index.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase({ url: testDatabase.urlFor('policy'), schema: 'policy', entities: [], poolSize: 5 });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

type Counted = { n: number };
const read = (text: string, params: unknown[] = [], organizationId = 'acme') =>
  readCursor<Counted>(database, { organizationId, text, params });
const upTo = (last: number, organizationId?: string) =>
  read('select n from generate_series(1, $1::int) n', [last], organizationId);

describe('a cursor', () => {
  test.each([0, 1, 999, 1_000, 1_001, 2_500, 3_000])('reads %s rows, each once and in order', async (last) => {
    const found: number[] = [];
    for await (const batch of upTo(last)) found.push(...batch.map(({ n }) => n));
    expect(found).toEqual(Array.from({ length: last }, (_, i) => i + 1));
  });

  test('waits ten minutes for a slow reader', async () => {
    const text = `select extract(epoch from current_setting('idle_in_transaction_session_timeout')::interval)::int as n`;
    for await (const batch of read(text)) expect(batch).toEqual([{ n: 600 }]);
    expect.assertions(1);
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
      for await (const batch of read(text)) expect(batch).toHaveLength(1_000);
    };
    for (let i = 0; i < 3; i++) {
      await stop();
      await expect(fail()).rejects.toThrow('the reader failed');
      await expect(broken()).rejects.toThrow('division by zero');
    }
    expect(database.pool()).toMatchObject({ used: 0, waiting: 0 });
    expect(await query(database, 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  test('is for three readers of an organization and four of all; who stops makes room', async () => {
    const refused = 'Too many reports are being read here.';
    const reading = Array.from({ length: 3 }, () => upTo(5_000, 'acme'));
    for (const one of reading) await one.next();
    await expect(upTo(5_000, 'acme').next()).rejects.toThrow(refused);
    reading.push(upTo(5_000, 'globex'));
    await reading[3]!.next();
    await expect(upTo(5_000, 'initech').next()).rejects.toThrow(refused);
    for (const one of reading) await one.return(undefined);
    const last = upTo(1, 'acme');
    expect((await last.next()).value).toEqual([{ n: 1 }]);
    await last.return(undefined);
  });

  test('ends after ten minutes, however little its reader takes at a time', async () => {
    const slow = upTo(5_000);
    await slow.next();
    const later = performance.now() + 600_001;
    jest.spyOn(performance, 'now').mockImplementation(() => later);
    try {
      await expect(slow.next()).rejects.toThrow('The report was read too slowly.');
    } finally {
      jest.restoreAllMocks();
    }
    await eventually('its connection is back', () => database.pool().used === 0);
  });
});
