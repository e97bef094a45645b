import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@staycover/testing';
import pg from 'pg';
import { type Database, inTransaction, openDatabase, query, snapshot, type Work } from './index.ts';

let testDatabase: TestDatabase;
let admin: pg.Client;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  admin = new pg.Client({ connectionString: testDatabase.adminUrl, options: '-c search_path=policy,public' });
  await admin.connect();
  database = await openDatabase({ url: testDatabase.urlFor('policy'), schema: 'policy', entities: [], poolSize: 1 });
});

afterAll(async () => {
  await database.close();
  await admin.end();
  await testDatabase.drop();
});

beforeEach(async () => {
  await admin.query('drop table if exists door; create table door (id int); insert into door values (1)');
  await admin.query('grant select, insert on door to policy');
});

const read = (on: Work) => query(on, 'select * from door');
const add = (on: Work) => query(on, 'insert into door (id) values (2) returning *');

test('a snapshot shows nothing of what is committed between two of its statements', async () => {
  const rows = await snapshot(database, async (tx) => {
    const before = await read(tx);
    await admin.query('insert into door values (2)');
    return [...before, ...(await read(tx))];
  });
  expect(rows).toEqual([{ id: 1 }, { id: 1 }]);
  expect(await read(database)).toHaveLength(2);
});

test('a snapshot writes nothing, and counts as no commit', async () => {
  let commits = 0;
  database.onCommit(() => void (commits += 1));
  await snapshot(database, read);
  expect(commits).toBe(0);
  await expect(snapshot(database, add)).rejects.toMatchObject({ code: '25006' });
});

test.each<[string, () => Promise<unknown>, object]>([
  ['alone', () => read(database), { id: 1, colour: 'red' }],
  ['alone, writing', () => add(database), { id: 2, colour: 'red' }],
  ['in a transaction', () => inTransaction(database, read), { id: 1, colour: 'red' }],
  ['in a snapshot', () => snapshot(database, read), { id: 1, colour: 'red' }],
])('a statement that was prepared before a migration added a column is run, %s', async (_how, run, row) => {
  await run();
  await admin.query(`alter table door add column colour text not null default 'red'`);
  expect(await run()).toContainEqual(row);
  expect(await run()).toContainEqual(row);
});
