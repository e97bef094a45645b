import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@staycover/testing';
import pg from 'pg';
import { manifests } from '../manifests.ts';

type AuditedTable = { table: string; id: string; spread: string; idType: string; only: string | null };

let testDatabase: TestDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});

afterAll(() => testDatabase.drop());

const connected = async <T>(
  connectionString: string,
  schema: string,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString, options: `-c search_path=${schema},public` });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
};

const AUDITED = `select c.relname as "table", split_part(encode(t.tgargs, 'escape'), '\\000', 2) as id,
    split_part(encode(t.tgargs, 'escape'), '\\000', 3) as spread, format_type(a.atttypid, a.atttypmod) as "idType",
    substring(pg_get_triggerdef(t.oid) from 'WHEN \\(new\\.(\\w+)\\)') as only
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  join pg_attribute a on a.attrelid = c.oid and a.attname = split_part(encode(t.tgargs, 'escape'), '\\000', 2)
  where t.tgname = 'audit_change' and c.relnamespace = current_schema()::regnamespace order by 1`;

/** Drops the constraints that would reject a row with nothing but its id. */
const loosen = async (admin: pg.Client, { table, id }: AuditedTable): Promise<void> => {
  const others = await admin.query<{ name: string }>(
    `select quote_ident(tgname) as name from pg_trigger
     where tgrelid = $1::regclass and not tgisinternal and tgname <> 'audit_change'`,
    [table],
  );
  for (const { name } of others.rows) await admin.query(`alter table ${table} disable trigger ${name}`);
  const constraints = await admin.query<{ name: string }>(
    `select quote_ident(conname) as name from pg_constraint where conrelid = $1::regclass and contype <> 'n'`,
    [table],
  );
  for (const { name } of constraints.rows) {
    await admin.query(`alter table ${table} drop constraint if exists ${name} cascade`);
  }
  const columns = await admin.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and attnotnull and attidentity = '' and attname <> $2`,
    [table, id],
  );
  for (const { name } of columns.rows) await admin.query(`alter table ${table} alter ${name} drop not null`);
};

const makeRow = ({ table, id, spread, idType, only }: AuditedTable): { insert: string; key: string } => {
  const key = idType === 'bigint' ? '4711' : '01a182d4-4751-79ac-8d83-fcf043f9cadb';
  const values = { [id]: `'${key}'`, ...(only && { [only]: 'true' }), ...(spread && { [spread]: `'{}'` }) };
  const identity = idType === 'bigint' ? 'overriding system value' : '';
  const columns = Object.keys(values).join(', ');
  return { key, insert: `insert into ${table} (${columns}) ${identity} values (${Object.values(values).join(', ')})` };
};

const services = manifests.map(({ name }) => name);

describe.each(services)('the audit trail of %s', (service) => {
  test('has a table, and is not writable by the service', async () => {
    await connected(testDatabase.urlFor(service), service, async (client) => {
      const [known] = (await client.query<{ audited: number }>(`select count(*)::int as audited from (${AUDITED}) t`))
        .rows;
      expect(known!.audited).toBeGreaterThan(0);
      for (const sql of [
        `insert into audit (resource, resource_id) values ('x', 'x')`,
        `update audit set actor = 'x'`,
        'delete from audit',
        'truncate audit',
        'alter table audit disable trigger all',
        'drop table audit',
        'drop function audit_change cascade',
        `set session_replication_role = replica`,
      ]) {
        await expect(client.query(sql)).rejects.toThrow(/permission denied|must be (owner|able)|must have/);
      }
    });
  });

  test('is append-only, for its owner too', async () => {
    await connected(testDatabase.adminUrl, service, async (admin) => {
      for (const sql of [`update audit set actor = 'x'`, 'delete from audit', 'truncate audit']) {
        await expect(admin.query(sql)).rejects.toThrow('append-only');
      }
    });
  });

  test('is written for every audited table in the transaction of the change, whatever the service does', async () => {
    const tables = await connected(testDatabase.adminUrl, service, async (admin) => {
      const found = (await admin.query<AuditedTable>(AUDITED)).rows;
      for (const table of found) await loosen(admin, table);
      return found;
    });
    await connected(testDatabase.urlFor(service), service, async (client) => {
      for (const table of tables) {
        const { insert, key } = makeRow(table);
        const entries = async () =>
          (await client.query(`select actor, source from audit where resource_id = $1 order by id`, [key])).rows;
        await client.query('begin');
        await client.query(`select set_config('staycover.origin', '{"actor":"dana","source":"a test"}', true)`);
        await client.query(insert);
        const expected = { actor: 'dana', source: 'a test' };
        expect({ table, entries: await entries() }).toEqual({ table, entries: [expected] });
        await client.query('rollback');
        expect({ table, entries: await entries() }).toEqual({ table, entries: [] });
        for (const sql of [
          `alter table ${table.table} disable trigger all`,
          `drop trigger audit_change on ${table.table}`,
        ]) {
          await expect(client.query(sql)).rejects.toThrow('must be owner');
        }
      }
    });
  });
});
