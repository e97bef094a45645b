import { migrate, ownerRole, sessionSettings, sqlState } from '@staycover/db';
import { allEnded } from '@staycover/kernel';
import type { Manifest } from '@staycover/service';
import type pg from 'pg';
import { provisioningClient } from './client.ts';
import { cannotConnect } from './connecting.ts';
import { withUrl } from './databases.ts';
import { newPassword } from './login.ts';
import { scramSecret } from './scram-secret.ts';

export type Say = (line: string) => void;

const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

export const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = provisioningClient(url);
  await client.connect().catch((cause: unknown) => {
    throw cannotConnect('PostgreSQL', 'DATABASE_URL', url, cause);
  });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Older servers have no `grant … with inherit`. */
const OLDEST = 16;

/** @throws Error for a server that is too old. */
export const assertRecent = async (client: Pick<pg.Client, 'query'>): Promise<void> => {
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  const { version } = rows[0]!;
  if (Number.parseInt(version, 10) >= OLDEST) return;
  throw new Error(`PostgreSQL ${version} is too old: it must be ${OLDEST} or newer, best 18.`);
};

/** Runs `work` on a recent server, alone: two provisioners at once would trip over each other's catalog rows. */
export const whileAlone = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(url, async (client) => {
    await assertRecent(client);
    // A provisioner that was lost with its machine frees the lock after a minute, not after hours.
    await client.query('set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3');
    await client.query(`select pg_advisory_lock(hashtext('provision'))`);
    return work(client);
  });

const NO_SUCH_DATABASE = '3D000';

/** Whether the database that a URL names is there. */
export const isDatabase = (url: string): Promise<boolean> =>
  withClient(url, async () => true).catch((error: Error) => {
    if (sqlState(error) === NO_SUCH_DATABASE) return false;
    throw error;
  });

/**
 * Makes the database that a URL names, unless it is there: then nothing else on the server need be open to the administrator.
 * Whether it was made.
 */
export const createDatabase = async (url: string): Promise<boolean> => {
  if (await isDatabase(url)) return false;
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  return whileAlone(withUrl(url, { database: 'postgres' }), async (client) => {
    const { rows } = await client.query('select from pg_database where datname = $1', [name]);
    if (rows.length === 0) await client.query(`create database ${quote(name)}`);
    return rows.length === 0;
  });
};

/** The password of a service's role: where none is given an existing role keeps its own, and a new one gets its name. */
export type PasswordFor = (service: string) => string | undefined;

/**
 * Gives each service a schema with an owner that cannot log in, a login role that reaches no other schema and owns nothing,
 * the required extension, and the newest migrations. Idempotent. The user of `url` may create roles and owns the database;
 * it need not be a superuser, but then it can only provision roles that it created itself.
 */
export const provisionDatabase = async (
  url: string,
  manifests: readonly Manifest[],
  passwordFor: PasswordFor,
  say: Say,
): Promise<void> => {
  await whileAlone(url, async (client) => {
    await client.query('create extension if not exists btree_gist with schema public');
    await client.query('revoke create on schema public from public');
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    await client.query(`revoke create, temporary on database ${quote(rows[0]!.name)} from public`);
    for (const { name } of manifests) await provisionRoles(client, url, name, passwordFor(name));
    await allEnded(
      manifests.map(async ({ name, migrations }) => {
        const ran = await migrate(url, name, migrations);
        await withClient(url, (own) => protectHistory(own, name));
        if (ran.length) say(`Schema ${name}: ${ran.length} migrations`);
      }),
    );
  });
};

/** Roles belong to the whole server: provisioning another of its databases may change the same role concurrently. */
const CHANGED_MEANWHILE = /tuple concurrently updated/;

const alterRole = async (client: pg.Client, sql: string, attempts = 5): Promise<void> => {
  try {
    await client.query(sql);
  } catch (error) {
    if (attempts === 1 || !CHANGED_MEANWHILE.test(String(error))) throw error;
    await alterRole(client, sql, attempts - 1);
  }
};

export const provisionRoles = async (
  client: pg.Client,
  url: string,
  service: string,
  password: string | undefined,
): Promise<void> => {
  const [role, owner] = [quote(service), quote(ownerRole(service))];
  await provisionRole(client, ownerRole(service), async () => 'nologin');
  await provisionRole(client, service, async (isThere) => {
    const given = isThere ? await newPassword(url, service, password) : (password ?? service);
    return given === undefined ? 'login' : `login password ${literal(scramSecret(given))}`;
  });
  for (const [name, value] of Object.entries(sessionSettings(service)))
    await alterRole(client, `alter role ${role} set ${name} = ${value}`);
  // Who may create roles administers those it made, and becomes one only as a member.
  await client.query(`grant ${owner} to current_user with inherit true, set true`);
  // Operators end the sessions of a service and see since when they work: both need its role.
  await client.query(`grant ${role} to current_user with inherit true`);
  await client.query(`create schema if not exists ${role} authorization ${owner}`);
  await handOver(client, service);
  await asOwner(client, service, async () => {
    await client.query(`revoke all on schema ${role} from public`);
    await client.query(`grant usage on schema ${role} to ${role}`);
    const grants = `grant select, insert, update, delete on tables to ${role}`;
    await client.query(`alter default privileges in schema ${role} ${grants}`);
    await client.query(`alter default privileges in schema ${role} grant usage, select on sequences to ${role}`);
  });
};

const POWERS = {
  rolsuper: 'nosuperuser',
  rolcreatedb: 'nocreatedb',
  rolcreaterole: 'nocreaterole',
  rolbypassrls: 'nobypassrls',
  rolreplication: 'noreplication',
};

/** Creates a role without privileges on the server, or revokes extra ones from an existing role. */
const provisionRole = async (
  client: pg.Client,
  name: string,
  attributesFor: (isThere: boolean) => Promise<string>,
): Promise<void> => {
  const { rows } = await client.query<Record<string, boolean>>('select * from pg_roles where rolname = $1', [name]);
  const taken = Object.entries(POWERS).flatMap(([power, without]) => (rows[0]?.[power] ? [without] : []));
  const [isThere, verb] = rows[0] ? [true, 'alter'] : [false, 'create'];
  await alterRole(client, `${verb} role ${quote(name)} ${await attributesFor(isThere)} ${taken.join(' ')}`);
};

/** Objects in a service's schema with another owner, from before schemas had owner roles. */
const STRANGERS = `
  select format('alter schema %I owner to %I', nspname, $2::text) as sql, 0 as turn
  from pg_namespace where nspname = $1::text and nspowner <> $2::text::regrole
  union all
  select format('alter table %s owner to %I', c.oid::regclass, $2::text), 1
  from pg_class c where relnamespace = $1::text::regnamespace and relowner <> $2::text::regrole and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
    and not exists (select from pg_depend where objid = c.oid and classid = 'pg_class'::regclass and deptype in ('a', 'i'))
  union all
  select format('alter routine %s owner to %I', oid::regprocedure, $2::text), 2
  from pg_proc where pronamespace = $1::text::regnamespace and proowner <> $2::text::regrole
  order by turn`;

const handOver = async (client: pg.Client, service: string): Promise<void> => {
  const owner = ownerRole(service);
  const { rows } = await client.query<{ sql: string }>(STRANGERS, [service, owner]);
  for (const { sql } of rows) await client.query(sql);
};

export const asOwner = async (client: pg.Client, service: string, work: () => Promise<void>): Promise<void> => {
  await client.query(`set role ${quote(ownerRole(service))}`);
  await work().finally(() => client.query('reset role'));
};

/** A service reads which migrations ran, and cannot have them run again. */
const protectHistory = (client: pg.Client, service: string): Promise<void> =>
  asOwner(client, service, async () => {
    const name = quote(service);
    await client.query(`revoke insert, update, delete on ${name}.migration_history from ${name}`);
  });
