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

class BoatsById extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists boat_by_id');
    this.addSql('create index concurrently boat_by_id on boat (id)');
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

test('an index is built once, however long another has read before it', async () => {
  const all = { '0100-boats': Boats, '0101-boat-names': BoatNames };
  await migrate(database.adminUrl, 'policy', all);
  const [reader, admin] = [await connect(database.adminUrl), await connect(database.adminUrl)];
  await reader.query('begin isolation level repeatable read; select * from boat');
  const migrated = migrate(database.adminUrl, 'policy', { ...all, '0102-boat-by-id': BoatsById });
  await eventually('it has waited for longer than others may', async () => {
    const { rows } = await admin.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'
      and query like 'create index concurrently%' and now() - query_start > interval '1.5 s' and datname = current_database()`);
    return rows.length > 0;
  });
  await reader.query('commit');
  expect(await migrated).toEqual(['0102-boat-by-id']);
});
