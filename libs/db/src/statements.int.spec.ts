import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@staycover/testing';
import pg from 'pg';
import { type Database, inTransaction, openDatabase, query, type Work } from './index.ts';

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

test.each<[string, () => Promise<unknown>, object]>([
  ['alone', () => read(database), { id: 1, colour: 'red' }],
  ['alone, writing', () => add(database), { id: 2, colour: 'red' }],
  ['in a transaction', () => inTransaction(database, read), { id: 1, colour: 'red' }],
])('a statement that was prepared before a migration added a column is run, %s', async (_how, run, row) => {
  await run();
  await admin.query(`alter table door add column colour text not null default 'red'`);
  expect(await run()).toContainEqual(row);
  expect(await run()).toContainEqual(row);
});
