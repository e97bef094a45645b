import { migrate } from '@staycover/db';
import type { Manifest } from '@staycover/service';
import pg from 'pg';

export type Say = (line: string) => void;

const quote = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The same server's URL with another database, user or password. */
export const withUrl = (url: string, change: { database?: string; user?: string; password?: string }): string => {
  const changed = new URL(url);
  if (change.database) changed.pathname = `/${change.database}`;
  if (change.user) changed.username = encodeURIComponent(change.user);
  if (change.password) changed.password = encodeURIComponent(change.password);
  return changed.toString();
};

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url, application_name: 'provision' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Makes the database unless it is there. */
export const createDatabase = (serverUrl: string, name: string): Promise<boolean> =>
  withClient(serverUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount) return false;
    await client.query(`create database ${quote(name)}`);
    return true;
  });

/**
 * Gives each service a schema and a login role that reaches no other, the extension they need, and the newest
 * migrations. Runs again without harm. `url` is a user that may create roles, schemas and extensions.
 */
export const provisionDatabase = async (
  url: string,
  manifests: readonly Manifest[],
  passwordOf: (service: string) => string,
  say: Say,
): Promise<void> => {
  await withClient(url, async (client) => {
    // Two provisioners at once would trip over each other's catalog rows.
    await client.query(`select pg_advisory_lock(hashtext('provision'))`);
    await client.query('create extension if not exists btree_gist with schema public');
    await client.query('revoke create on schema public from public');
    for (const { name } of manifests) await provisionRole(client, name, passwordOf(name));
    for (const { name, migrations } of manifests) {
      const ran = await migrate(url, name, migrations);
      if (ran.length) say(`Schema ${name}: ${ran.length} migrations`);
    }
  });
};

const provisionRole = async (client: pg.Client, service: string, password: string): Promise<void> => {
  const role = quote(service);
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [service]);
  const attributes = `login nosuperuser nocreatedb nocreaterole nobypassrls password ${literal(password)}`;
  await client.query(`${rowCount ? 'alter' : 'create'} role ${role} ${attributes}`);
  await client.query(`create schema if not exists ${role}`);
  await client.query(`revoke all on schema ${role} from public`);
  await client.query(`grant usage on schema ${role} to ${role}`);
  const grants = `grant select, insert, update, delete on tables to ${role}`;
  await client.query(`alter default privileges in schema ${role} ${grants}`);
  await client.query(`alter default privileges in schema ${role} grant usage, select on sequences to ${role}`);
};
