import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@staycover/testing';
import type pg from 'pg';
import { manifests } from '../manifests.ts';
import { connected, failure } from '../testing/connected.ts';
import { createDatabase, provisionDatabase } from './database.ts';
import { withUrl } from './databases.ts';
import { rolePassword } from './provision.ts';

const services = manifests.map(({ name }) => name);
const quietly = (): void => undefined;

let provisioned: TestDatabase;
/** A copy with a database in which every user may create temporary tables, as is PostgreSQL's default. */
let copy: TestDatabase;

beforeAll(async () => {
  [provisioned, copy] = [await createTestDatabase(), await createTestDatabase()];
  await provisionDatabase(provisioned.adminUrl, manifests, rolePassword, quietly);
});

afterAll(() => Promise.all([provisioned.drop(), copy.drop()]));

const REFUSED = '42501';

/** A temporary table that shadows the trail, with a trigger that would run as the writer. */
const MASQUERADE = [
  `create temp table reached (who text)`,
  `create temp table audit (id bigint generated always as identity, at timestamptz default now(), resource text,
    resource_id text, version int, actor text, source text, address text, trace_id text, before jsonb, after jsonb)`,
  `create function pg_temp.climb() returns trigger language plpgsql as $$ begin
    insert into pg_temp.reached values (current_user); return new; end $$`,
  `create trigger climb before insert on pg_temp.audit for each row execute function pg_temp.climb()`,
  `grant all on pg_temp.audit, pg_temp.reached to public`,
];

const change = (schema: string): string => `insert into ${schema}.dead_letter
  (consumer, event_key, subject, payload, reason, attempts) values ('x', '${randomUUID()}', 's', '{}', 'r', 1)`;

/** As whom the trigger of the temporary table ran, after a change that the trail notes. */
const reachedBy = async (url: string, schema: string): Promise<string[]> =>
  connected(url, async (client) => {
    for (const sql of MASQUERADE) await client.query(sql);
    await client.query(change(schema));
    return (await client.query<{ who: string }>('select who from pg_temp.reached')).rows.map(({ who }) => who);
  });

const climbs = (service: string, other: string): string[] => [
  `create temp table mine ()`,
  `create function pg_temp.f() returns int language sql as 'select 1'`,
  `create function ${service}.f() returns int language sql as 'select 1'`,
  `create function public.f() returns int language sql as 'select 1'`,
  `create table public.mine ()`,
  `create extension pg_trgm`,
  `create event trigger e on ddl_command_start execute function ${service}.audit_change()`,
  `set role ${service}_owner`,
  `set role ${other}`,
  `set session authorization ${service}_owner`,
  `grant ${service}_owner to ${service}`,
  `alter role ${service} superuser`,
  `alter role ${service} createrole`,
  `alter role ${service}_owner login`,
  `alter database template1 set search_path = pg_temp`,
  `set session_replication_role = replica`,
  `insert into ${service}.audit (resource, resource_id) values ('a', 'b')`,
  `update ${service}.audit set actor = 'x'`,
  `delete from ${service}.audit`,
  `truncate ${service}.audit`,
  `alter table ${service}.audit disable trigger all`,
  `alter table ${service}.dead_letter disable trigger audit_change`,
  `drop trigger audit_change on ${service}.dead_letter`,
  `alter function ${service}.audit_change() security invoker`,
  `alter function ${service}.audit_change() set search_path = pg_temp`,
  `drop function ${service}.audit_change() cascade`,
  `create trigger t after insert on ${service}.outbox for each row execute function ${service}.audit_change('a', 'b', '', '{}')`,
  `create rule r as on insert to ${service}.outbox do nothing`,
  `alter schema ${service} owner to ${service}`,
  `delete from ${service}.migration_history`,
  `select * from ${other}.outbox`,
  `select * from ${other}.audit`,
  `insert into ${other}.inbox (consumer, event_key) values ('a', 'b')`,
  `select pg_read_file('/etc/passwd')`,
  `select pg_ls_dir('/')`,
  `select lo_import('/etc/passwd')`,
  `copy (select 1) to '/tmp/x'`,
  `copy ${service}.outbox from '/etc/passwd'`,
  `copy (select 1) to program 'true'`,
  `select * from pg_authid`,
  `select pg_reload_conf()`,
  `alter system set log_statement = 'all'`,
];

describe('the role of a service', () => {
  test.each(services)('%s climbs nowhere', (service) =>
    connected(provisioned.urlFor(service), async (client) => {
      const other = services.find((name) => name !== service)!;
      for (const sql of [...climbs(service, other), ...MASQUERADE.slice(0, 2)]) {
        expect({ sql, code: await failure(client, sql) }).toEqual({ sql, code: REFUSED });
      }
    }),
  );

  test.each(services)('%s reads no large object of another', async (service) => {
    const other = services.find((name) => name !== service)!;
    const oid = await connected(provisioned.urlFor(other), async (client) =>
      client.query<{ oid: number }>(`select lo_from_bytea(0, 'secret') as oid`).then(({ rows }) => rows[0]!.oid),
    );
    await connected(provisioned.urlFor(service), async (client) => {
      expect(await failure(client, `select lo_get(${oid})`)).toBe(REFUSED);
      expect(await failure(client, `select lo_unlink(${oid})`)).toBe(REFUSED);
    });
  });

  test.each(services)('%s, with temporary tables, writes into the trail all the same', async (service) => {
    expect(await reachedBy(copy.urlFor(service), service)).toEqual([]);
  });
});

const OWNERS = `select distinct pg_get_userbyid(owner) as owner from (
  select relowner as owner from pg_class where relnamespace = $1::text::regnamespace union
  select proowner from pg_proc where pronamespace = $1::text::regnamespace union
  select nspowner from pg_namespace where nspname = $1::text) as owners`;

const ownersIn = (url: string, schema: string): Promise<string[]> =>
  connected(url, async (client) =>
    (await client.query<{ owner: string }>(OWNERS, [schema])).rows.map(({ owner }) => owner),
  );

const FUNCTIONS = `select proname as name, array_to_string(proconfig, ' ') as settings,
  has_function_privilege('public', oid, 'execute') as "isOpen"
  from pg_proc where pronamespace = $1::regnamespace order by proname`;

describe('a schema', () => {
  test.each(services)('%s belongs to its owner, who has no power and no login', async (service) => {
    expect(await ownersIn(provisioned.adminUrl, service)).toEqual([`${service}_owner`]);
    const roles = await connected(provisioned.adminUrl, (client) =>
      client.query(
        `select rolcanlogin, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication,
          exists (select from pg_auth_members where member = pg_roles.oid) as "isMember"
         from pg_roles where rolname = any($1) order by rolcanlogin`,
        [[service, `${service}_owner`]],
      ),
    );
    const none = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false };
    const powerless = { ...none, rolreplication: false, isMember: false };
    expect(roles.rows).toEqual([
      { rolcanlogin: false, ...powerless },
      { rolcanlogin: true, ...powerless },
    ]);
  });

  test.each(services)('%s has functions that search it first and that no other role may use', async (service) => {
    const { rows } = await connected(provisioned.adminUrl, (client) => client.query(FUNCTIONS, [service]));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      expect(row).toEqual({ name: row.name, settings: `search_path=${service}, pg_temp`, isOpen: false });
  });
});

/** Reverts later changes in claims: the administrator owns everything, and temporary tables come first. */
const EARLIER = `do $do$ declare each record; begin
  create function claims.assert_balanced() returns trigger language plpgsql as 'begin return null; end';
  execute format('alter schema claims owner to %I', current_user);
  for each in select oid::regclass as name from pg_class c where relnamespace = 'claims'::regnamespace
    and relkind in ('r', 'v', 'S') and not exists (select from pg_depend d where d.objid = c.oid and deptype in ('a', 'i')) loop
    execute format('alter table %s owner to %I', each.name, current_user);
  end loop;
  for each in select oid::regprocedure as name from pg_proc where pronamespace = 'claims'::regnamespace loop
    execute format('alter function %s owner to %I', each.name, current_user);
    execute format('alter function %s set search_path = claims, public', each.name);
    execute format('grant execute on function %s to public', each.name);
  end loop;
  execute replace(pg_get_functiondef('claims.audit_change'::regproc), 'claims.audit (', 'audit (');
  delete from claims.migration_history where name ~ 'functions|at-once';
end $do$`;

test('a database from before there were owners is handed over, and its trail cannot be stood in for', async () => {
  const earlier = await createTestDatabase();
  const admin = new URL(earlier.adminUrl).username;
  await connected(earlier.adminUrl, (client) => client.query(EARLIER));
  expect(await ownersIn(earlier.adminUrl, 'claims')).toEqual([admin]);
  expect(await reachedBy(earlier.urlFor('claims'), 'claims')).toEqual([admin]);
  await provisionDatabase(earlier.adminUrl, manifests, rolePassword, quietly);
  expect(await ownersIn(earlier.adminUrl, 'claims')).toEqual(['claims_owner']);
  await connected(earlier.adminUrl, (client) =>
    client.query(`grant temporary on database ${new URL(earlier.adminUrl).pathname.slice(1)} to public`),
  );
  expect(await reachedBy(earlier.urlFor('claims'), 'claims')).toEqual([]);
  await earlier.drop();
});

test('an administrator that may only create roles and databases provisions, and provisions again', async () => {
  const server = process.env['TEST_POSTGRES_URL']!;
  const [service, manager] = ['m', 'manager'].map((name) => `${name}_${randomUUID().slice(0, 8)}`) as [string, string];
  await connected(server, (client) => client.query(`create role ${manager} login createrole createdb password 'm'`));
  const url = withUrl(server, { user: manager, password: 'm' });
  const managed = [{ ...manifests.find(({ name }) => name === 'claims')!, name: service as 'claims' }];
  const database = `managed_${service}`;
  const own = withUrl(url, { database });
  expect([await createDatabase(own), await createDatabase(own)]).toEqual([true, false]);
  for (const password of ['first', 'second']) await provisionDatabase(own, managed, () => password, quietly);
  await connected(withUrl(own, { user: service, password: 'second' }), async (client) => {
    expect(await failure(client, change(service))).toBeUndefined();
    expect(await failure(client, `delete from ${service}.audit`)).toBe(REFUSED);
  });
  const trail = (client: pg.Client) => client.query(`select from ${service}.audit`);
  expect((await connected(own, trail)).rowCount).toBe(1);
  expect(await ownersIn(own, service)).toEqual([`${service}_owner`]);
  await connected(server, async (client) => {
    await client.query(`drop database ${database} with (force)`);
    for (const role of [service, `${service}_owner`, manager]) await client.query(`drop role ${role}`);
  });
});
