import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findPostgres, type Server } from '@staycover/infra';
import pg from 'pg';
import { createDatabase, provisionRoles, withClient } from './database.ts';
import { withUrl } from './databases.ts';
import { refuseTakenRoles } from './taken-roles.ts';

const PASSWORD = "it's long, secret; and not in any log";
let server: Server;
/** An administrator of a managed server: no superuser. */
let url: string;

beforeAll(async () => {
  server = await findPostgres({ dataDir: '.data/test', ephemeral: true, say: () => undefined });
  url = withUrl(server.url, { database: 'managed', user: 'manager', password: 'manager' });
  await withClient(server.url, (client) =>
    client.query(`create role manager login createrole createdb password 'manager'`),
  );
});

afterAll(() => server?.stop());

test('of two who make a database at once one does, and the other finds it', async () => {
  const made = await Promise.all([1, 2, 3].map(() => createDatabase(url)));
  expect(made.toSorted()).toEqual([false, false, true]);
});

test('a role gets its password, which no statement contains', async () => {
  const statements: string[] = [];
  await withClient(url, async (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    Object.assign(client, { query: (...args: unknown[]) => (statements.push(String(args[0])), query(...args)) });
    await provisionRoles(client, url, 'contract', PASSWORD);
  });
  expect(statements.join()).toContain('create role "contract"');
  expect(statements.join()).not.toContain(PASSWORD.slice(5));
  const login = { user: 'contract', password: PASSWORD };
  await expect(withClient(withUrl(url, login), async () => 'in')).resolves.toBe('in');
  await expect(withClient(withUrl(url, { ...login, password: 'wrong' }), async () => 'in')).rejects.toThrow(/password/);
});

test('provisioned again, a role keeps its password where none is given; a new one gets that of developers', async () => {
  await withClient(url, async (client) => {
    for (const service of ['contract', 'policy']) await provisionRoles(client, url, service, undefined);
  });
  for (const login of [
    { user: 'contract', password: PASSWORD },
    { user: 'policy', password: 'policy' },
  ])
    await expect(withClient(withUrl(url, login), async () => 'in')).resolves.toBe('in');
});

test('a role that has its password already keeps its secret, which poolers may have, and gets a new one with a new password', async () => {
  const readSecret = async () => {
    const { rows } = await withClient(withUrl(server.url, { database: 'managed' }), (client) =>
      client.query<{ secret: string }>(`select rolpassword as secret from pg_authid where rolname = 'policy'`),
    );
    return rows[0]!.secret;
  };
  const provisioned = (password: string) =>
    withClient(url, (client) => provisionRoles(client, url, 'policy', password));
  const secret = await readSecret();
  await provisioned('policy');
  expect(await readSecret()).toBe(secret);
  await provisioned('changed');
  expect(await readSecret()).not.toBe(secret);
  await provisioned('policy');
  await expect(withClient(withUrl(url, { user: 'policy', password: 'policy' }), async () => 'in')).resolves.toBe('in');
});

test('roles with another password than they would get are left alone', async () => {
  const databases = { contract: url, policy: url, renewal: url };
  const [developers, same] = [(name: string) => name, (name: string) => (name === 'contract' ? PASSWORD : name)];
  await expect(refuseTakenRoles(databases, developers)).rejects.toThrow(
    'The role contract is there with another password, maybe of another platform. Set CONTRACT_DB_PASSWORD to it',
  );
  await expect(refuseTakenRoles(databases, same)).resolves.toBeUndefined();
});

test('an administrator that is no superuser sees what a session of a service does, and may end it', async () => {
  const relay = new pg.Client({ connectionString: withUrl(url, { user: 'contract', password: PASSWORD }) });
  const ended = new Promise((done) => relay.on('error', done));
  await relay.connect();
  await relay.query('begin');
  const [session] = await withClient(url, async (client) => {
    const { rows } = await client.query(
      `select xact_start is not null as seen, pg_terminate_backend(pid) as ended from pg_stat_activity where usename = 'contract'`,
    );
    return rows;
  });
  expect(session).toEqual({ seen: true, ended: true });
  await ended;
});
