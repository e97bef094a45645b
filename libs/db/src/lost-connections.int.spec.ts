import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@staycover/kernel';
import { createTestDatabase, eventually, type Proxy, startProxy, type TestDatabase } from '@staycover/testing';
import pg from 'pg';
import {
  type Database,
  endWhenSilent,
  execute,
  inTransaction,
  openDatabase,
  query,
  readCursor,
  type Work,
  waitingUpTo,
} from './index.ts';

const POOL = 5;
let testDatabase: TestDatabase;
let admin: pg.Client;
let way: Proxy;
let database: Database;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  admin = new pg.Client({ connectionString: testDatabase.adminUrl });
  await admin.connect();
  way = await startProxy(testDatabase.urlFor('policy'));
  database = await openDatabase({ url: way.url, schema: 'policy', entities: [], poolSize: POOL });
});

afterEach(async () => {
  way.release();
  await database.close();
  await way.close();
  await admin.end();
  await testDatabase.drop();
});

const sleeping = (): Promise<unknown>[] => [
  ...Array.from({ length: POOL - 1 }, () => inTransaction(database, (tx) => query(tx, 'select pg_sleep(2)'))),
  query(database, 'select pg_sleep(2)'),
];

const allAtWork = (): Promise<unknown> =>
  eventually('all are at work', async () => {
    const { rows } = await admin.query(
      `select 1 from pg_stat_activity where query like 'select pg_sleep%' and state = 'active' and datname = current_database()`,
    );
    return rows.length === POOL;
  });

const worksAgain = async (): Promise<void> => {
  await eventually('no connection is in use any more', () => database.pool().used === 0);
  const works = () =>
    Array.from({ length: 3 * POOL }, () => inTransaction(database, (tx) => query(tx, 'select 1 as one')));
  // On a busy machine new connections may take longer than one is waited for; a place that is lost stays lost.
  await eventually('all work', async () =>
    (await Promise.allSettled(works())).every(({ status }) => status === 'fulfilled'),
  );
};

test.each([
  ['that are cut', () => way.reset()],
  ['on which the server has gone silent', () => way.hold('requests', 'answers')],
])('given connections in use %s, then the work fails, and the pool has their places again', async (_what, lose) => {
  const works = sleeping();
  const outcomes = Promise.allSettled(works);
  await allAtWork();
  lose();
  expect((await outcomes).map(({ status }) => status)).toEqual(works.map(() => 'rejected'));
  way.release();
  await worksAgain();
});

test('given a transaction that is cancelled while it begins, then its connection is as good as before', async () => {
  await database.close();
  database = await openDatabase({ url: way.url, schema: 'policy', entities: [], poolSize: 1 });
  await admin.query(`create function policy.set_config(text, text, boolean) returns text language sql as $$
    select pg_sleep(30)::text $$`);
  await query(database, `select pg_catalog.set_config('search_path', 'policy, public, pg_catalog', false)`);
  const begun = inTransaction(database, (tx) => query(tx, 'select 1')).then(
    () => 'begun',
    (error: Error) => error.message,
  );
  await eventually('its beginning is cancelled', async () => {
    const cancelled = await admin.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where query like 'begin;%' and state = 'active' and datname = current_database()`,
    );
    return cancelled.rows.length === 1;
  });
  expect(await begun).toContain('cancel');
  await admin.query('drop function policy.set_config');
  await expect(query(database, 'select 1 as one')).resolves.toEqual([{ one: 1 }]);
  await expect(inTransaction(database, (tx) => query(tx, 'select 2 as two'))).resolves.toEqual([{ two: 2 }]);
});

test('given a connection to a server that is no longer the primary, then what writes next has another', async () => {
  await database.close();
  database = await openDatabase({ url: way.url, schema: 'policy', entities: [], poolSize: 1 });
  const demote = () => query(database, 'set default_transaction_read_only = on');
  const write = (on: Work) => execute(on, `insert into inbox (consumer, event_key) values ('any', $1)`, [newId()]);
  await demote();
  await expect(write(database)).rejects.toMatchObject({ code: '25006' });
  await expect(write(database)).resolves.toBe(1);
  await demote();
  await expect(inTransaction(database, write)).rejects.toMatchObject({ code: '25006' });
  await expect(inTransaction(database, write)).resolves.toBe(1);
});

describe('a connection', () => {
  const withClient = async (use: (client: pg.Client) => Promise<unknown>): Promise<void> => {
    const client = new pg.Client({ connectionString: testDatabase.urlFor('policy') });
    client.on('error', () => undefined);
    await client.connect();
    await use(client).finally(() => client.end());
  };

  test('ends when the server is silent and owes an answer', () =>
    withClient(async (client) => {
      endWhenSilent(client, 100);
      await expect(client.query('select pg_sleep(2)')).rejects.toThrow('terminated');
    }));

  test('does not end while nothing is asked on it, as while a report is read slowly', () =>
    withClient(async (client) => {
      const unwatch = endWhenSilent(client, 50);
      await once((client as unknown as { connection: { stream: Socket } }).connection.stream, 'timeout');
      unwatch();
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    }));

  test('is waited for when its statements may take longer than others', async () => {
    const slow = 'select pg_sleep(5.2)::text';
    const report = readCursor(database, { organizationId: 'acme', text: slow, params: [] });
    const works = [
      inTransaction(database, (tx) => query(tx, slow), { statementMs: 10_000 }),
      inTransaction(database, (tx) => waitingUpTo(tx, 10_000, () => query(tx, slow))),
      report.next(),
    ];
    const outcomes = await Promise.allSettled<unknown>(works);
    await report.return(undefined);
    expect(outcomes.map(({ status }) => status)).toEqual(works.map(() => 'fulfilled'));
  });
});
