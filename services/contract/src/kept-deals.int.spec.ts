import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Database, inTransaction, openDatabase, query, type Work } from '@staycover/db';
import { newId } from '@staycover/kernel';
import { startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';
import { keepDeal } from './db/received-deals.ts';

let t: TestService;
let database: Database;

beforeAll(async () => {
  t = await startTestService(manifest, compose, {
    config: { CRM_MAPPING_FILE: join(import.meta.dirname, '../crm-mapping.json') },
  });
  const url = new URL(t.database.urlFor('contract'));
  // The servers of specs wait for no disk by themselves.
  url.searchParams.set('options', '-c synchronous_commit=on');
  database = await openDatabase({ url: url.href, schema: 'contract', entities: [] });
});

afterAll(async () => {
  await database?.close();
  await t?.stop();
});

const waitsForDisk = async (work: Work) =>
  (await query<{ synchronous_commit: string }>(work, 'show synchronous_commit'))[0]!.synchronous_commit;

const keep = (work: Work) => keepDeal(work, { id: newId(), channel: 'http', body: Buffer.from('{}') });

describe('keeping the bytes of a deal', () => {
  test('leaves it to later commits of its session to wait for the disk', async () => {
    await keep(database);
    expect(await waitsForDisk(database)).toBe('on');
  });

  test('in the transaction that makes the contract lets that wait for the disk', async () => {
    const after = await inTransaction(database, async (tx) => {
      await keep(tx);
      return waitsForDisk(tx);
    });
    expect(after).toBe('on');
  });

  test('draws a number for each of those that come at the same time', async () => {
    const numbers = (await Promise.all([keep(database), keep(database), keep(database)])).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(3);
  });
});
