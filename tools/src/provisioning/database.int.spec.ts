import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@staycover/testing';
import type pg from 'pg';
import { manifests } from '../manifests.ts';
import { connected, failure } from '../testing/connected.ts';
import { whileAlone } from './database.ts';

const services = manifests.map(({ name }) => name);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const withRole = <T>(service: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  connected(database.urlFor(service), work);

const INSUFFICIENT_PRIVILEGE = '42501';

describe('the database role of a service', () => {
  test.each(services)('%s reads and writes its own tables', (service) =>
    withRole(service, async (client) => {
      expect(await failure(client, `select * from ${service}.outbox`)).toBeUndefined();
      expect(await failure(client, `delete from ${service}.inbox where false`)).toBeUndefined();
    }),
  );

  test.each(services)('%s has in each session what its statements need, whoever opened it', (service) =>
    withRole(service, async (client) => {
      const settings = ['search_path', 'statement_timeout', 'lock_timeout', 'timezone', 'random_page_cost'];
      const { rows } = await client.query(
        settings.map((name) => `select current_setting('${name}') as value`).join(' union all '),
      );
      expect(rows.map(({ value }) => value)).toEqual([`${service}, public`, '2500ms', '1s', 'UTC', '1.1']);
    }),
  );

  test.each(services)('the tables of %s are of unknown size when they are new: none counts as empty', (service) =>
    withRole(service, async (client) => {
      const counted = `select relname from pg_class
        where relnamespace = $1::regnamespace and relkind = 'r' and reltuples = 0`;
      expect((await client.query(counted, [service])).rows).toEqual([]);
    }),
  );

  test.each(services)('%s reaches no other schema', (service) =>
    withRole(service, async (client) => {
      for (const other of services.filter((name) => name !== service)) {
        for (const sql of [
          `select * from ${other}.outbox`,
          `insert into ${other}.inbox (consumer, event_key) values ('a', 'b')`,
          `delete from ${other}.inbox`,
          `create table ${other}.mine ()`,
          `set role ${other}`,
        ]) {
          expect({ sql, code: await failure(client, sql) }).toEqual({ sql, code: INSUFFICIENT_PRIVILEGE });
        }
      }
    }),
  );

  test.each(services)('%s owns nothing: it makes no tables, roles or schemas, and reads no passwords', (service) =>
    withRole(service, async (client) => {
      for (const sql of [
        `create table ${service}.mine ()`,
        `create table public.mine ()`,
        `drop table ${service}.outbox`,
        `truncate ${service}.outbox`,
        `alter table ${service}.outbox disable trigger all`,
        `create schema mine`,
        `create role mine`,
        `alter role ${service} bypassrls`,
        `select * from pg_authid`,
        `select pg_read_file('/etc/passwd')`,
        `copy (select 1) to program 'true'`,
      ]) {
        expect({ sql, code: await failure(client, sql) }).toEqual({ sql, code: INSUFFICIENT_PRIVILEGE });
      }
    }),
  );
});

test('a provisioner that is lost with its machine does not keep the next one waiting for hours', async () => {
  const patience = await whileAlone(database.adminUrl, async (client) => {
    const { rows } = await client.query(`select name, setting from pg_settings where name like 'tcp_keepalives_%'`);
    return Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]));
  });
  expect(patience).toEqual({ tcp_keepalives_idle: 30, tcp_keepalives_interval: 10, tcp_keepalives_count: 3 });
});
