import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Migration } from '@mikro-orm/migrations';
import { createTestDatabase, eventually, type TestDatabase } from '@staycover/testing';
import pg from 'pg';
import { migrate } from './index.ts';

let database: TestDatabase;
const clients: pg.Client[] = [];

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url, options: '-c search_path=policy' });
  clients.push(client);
  await client.connect();
  return client;
};

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  for (const client of clients) await client.end();
  await database.drop();
});

class Boats extends Migration {
  override up(): void {
    this.addSql('create table boat (id int primary key)');
  }
}

class BoatNames extends Migration {
  override up(): void {
    this.addSql('alter table boat add column name text');
  }
}

test('a migration that waits for a table does not block traffic, and succeeds in the end', async () => {
  expect(await migrate(database.adminUrl, 'policy', { '0100-boats': Boats })).toEqual(['0100-boats']);
  const reader = await connect(database.adminUrl);
  await reader.query('begin; select * from boat');
  const migrated = migrate(database.adminUrl, 'policy', { '0100-boats': Boats, '0101-boat-names': BoatNames });

  const admin = await connect(database.adminUrl);
  const traffic = await connect(database.urlFor('policy'));
  await traffic.query(`set lock_timeout = '15s'`);
  for (let waits = 0; waits < 2; waits++) {
    await eventually('the migration waits for the reader', async () => {
      const { rows } = await admin.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'
        and query like 'alter table boat%' and datname = current_database()`);
      return rows.length > 0;
    });
    expect((await traffic.query('select count(*)::int as n from boat')).rows).toEqual([{ n: 0 }]);
  }
  await reader.query('commit');
  expect(await migrated).toEqual(['0101-boat-names']);
  expect((await traffic.query('select name from boat')).rows).toEqual([]);
});
