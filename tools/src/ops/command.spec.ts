import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createApiKey, readApiKeys } from '@staycover/auth';
import { UsageError } from '../cli/usage-error.ts';
import { forgetRunning, noteRunning, type Running } from '../platform/running.ts';
import { inOneDatabase, readDatabases } from '../provisioning/databases.ts';
import { apiKeys } from './api-keys.ts';
import { type Command, findServers, readInstant, requireDatabases, withNats } from './command.ts';
import { deadLetters } from './dead-letters.ts';
import { events } from './events.ts';
import { inbound } from './inbound.ts';
import { outbox } from './outbox.ts';

const HERE = {
  DATABASE_URL: 'postgres://postgres:development@127.0.0.1:54320/postgres',
  NATS_URL: 'nats://127.0.0.1:4222',
};
const PRODUCTION = { DATABASE_URL: 'postgres://admin:secret@production/postgres', NATS_URL: 'nats://production:4222' };

let given: NodeJS.ProcessEnv;
let folder: string;
let running: Running;

beforeEach(() => {
  given = process.env;
  process.env = { ...given };
  for (const name of Object.keys(process.env)) if (/DATABASE|NATS|API_KEYS/.test(name)) delete process.env[name];
  folder = mkdtempSync(join(tmpdir(), 'staycover-ops-'));
  process.env['DATA_DIR'] = folder;
  running = {
    gatewayUrl: 'http://localhost:8080',
    natsUrl: HERE.NATS_URL,
    databases: inOneDatabase(HERE.DATABASE_URL),
    natsAdmin: { user: 'admin', password: 'of this run' },
  };
});

afterEach(() => {
  process.env = given;
  rmSync(folder, { recursive: true });
});

describe('the servers of a command', () => {
  beforeEach(() => noteRunning(folder, running));
  const ofRunning = { url: HERE.NATS_URL, user: 'admin', password: 'of this run' };

  test('are those of what npm start runs where the environment names none', () => {
    expect(findServers()).toEqual({ databases: running.databases, nats: ofRunning });
  });

  test('are those of the environment', () => {
    Object.assign(process.env, PRODUCTION, { NATS_USER: 'admin', NATS_PASSWORD: 'secret' });
    expect(findServers()).toEqual({
      databases: inOneDatabase(PRODUCTION.DATABASE_URL),
      nats: { url: PRODUCTION.NATS_URL, user: 'admin', password: 'secret' },
    });
  });

  test.each([
    ['a PostgreSQL', { DATABASE_URL: PRODUCTION.DATABASE_URL }, { nats: undefined }],
    ['a NATS', { NATS_URL: PRODUCTION.NATS_URL }, { databases: undefined }],
    [
      'a database for one service',
      { BILLING_DATABASE_URL: PRODUCTION.DATABASE_URL },
      { databases: undefined, nats: undefined },
    ],
  ])('are never partly those of another platform: %s', (_what, named, expected) => {
    Object.assign(process.env, named);
    expect(findServers()).toMatchObject(expected);
  });

  test('are completed by what npm start runs on those of the environment', () => {
    process.env['DATABASE_URL'] = HERE.DATABASE_URL;
    expect(findServers()).toEqual({ databases: running.databases, nats: ofRunning });
    Object.assign(process.env, { DATABASE_URL: '', NATS_URL: HERE.NATS_URL });
    expect(findServers().databases).toEqual(running.databases);
  });
});

test('where no servers are found, the folder is named in which a running platform was looked for', async () => {
  const looked = `${folder} (DATA_DIR) names no platform that npm start runs on these servers.`;
  expect(() => requireDatabases(findServers())).toThrow(`There is no DATABASE_URL, and ${looked}`);
  await expect(withNats(findServers(), async () => undefined)).rejects.toThrow(`There is no NATS_URL, and ${looked}`);
});

test('where what names the servers cannot be read, that is named', () => {
  const file = join(folder, 'platform.json');
  rmSync(file, { force: true });
  mkdirSync(file);
  expect(() => requireDatabases(findServers())).toThrow(`There is no DATABASE_URL, and ${file} cannot be read: only`);
  rmSync(file, { recursive: true });
});

test('where no API key is found, the file is named', async () => {
  const file = join(folder, 'api-keys.json');
  const lines: string[] = [];
  const keys = (...args: string[]) => apiKeys.run({ args, print: (line) => lines.push(line), servers: findServers() });
  await keys('list');
  expect(lines).toEqual([`none in ${file}`]);
  await expect(keys('revoke', 'key-1')).rejects.toThrow(`There is no API key key-1 in ${file}.`);
});

test('of two platforms in a folder the last one is found, and after its end the other', () => {
  const sandbox = join(folder, 'sandbox');
  mkdirSync(sandbox);
  noteRunning(folder, running);
  noteRunning(sandbox, { ...running, natsUrl: 'nats://127.0.0.1:4223' });
  expect(findServers().nats?.url).toBe('nats://127.0.0.1:4223');
  forgetRunning(sandbox);
  expect(findServers().nats?.url).toBe(HERE.NATS_URL);
});

test('of two platforms in a folder the one that was killed is not taken for the last one', () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const sandbox = join(folder, 'sandbox');
  mkdirSync(sandbox);
  noteRunning(folder, running);
  noteRunning(sandbox, { ...running, natsUrl: 'nats://127.0.0.1:4223' }, pid);
  expect(findServers().nats?.url).toBe(HERE.NATS_URL);
  forgetRunning(folder);
  expect(findServers().nats?.url).toBe('nats://127.0.0.1:4223');
});

test('an API key goes into the file that the running platform reads', async () => {
  const apiKeysFile = join(folder, 'of-the-cluster.json');
  noteRunning(folder, { ...running, apiKeysFile });
  const args = ['create', '--name', 'export', '--org', 'acme', '--role', 'read'];
  await apiKeys.run({ args, print: () => undefined, servers: findServers() });
  expect(await readApiKeys(apiKeysFile)).toEqual([expect.objectContaining({ name: 'export' })]);
  const kept = join(folder, 'of-the-environment.json');
  process.env['API_KEYS_FILE'] = kept;
  await createApiKey(kept, { name: 'import', organizations: ['acme'], roles: ['read'] });
  const lines: string[] = [];
  await apiKeys.run({ args: ['list'], print: (line) => lines.push(line), servers: findServers() });
  expect(lines).toEqual([expect.stringContaining('import')]);
});

test('an API key may be made before the first start', async () => {
  const data = join(folder, 'not/yet');
  process.env['DATA_DIR'] = data;
  const args = ['create', '--name', 'export', '--org', 'acme', '--role', 'read'];
  await apiKeys.run({ args, print: () => undefined, servers: findServers() });
  expect(await readApiKeys(join(data, 'api-keys.json'))).toEqual([expect.objectContaining({ name: 'export' })]);
});

test('one API key is revoked at a time, none of several', async () => {
  const file = join(folder, 'api-keys.json');
  process.env['API_KEYS_FILE'] = file;
  const ids: string[] = [];
  for (const name of ['import', 'export']) {
    const { kept } = await createApiKey(file, { name, organizations: ['acme'], roles: ['read'] });
    ids.push(kept.id);
  }
  const revoke = (...args: string[]) =>
    apiKeys.run({ args: ['revoke', ...args], print: () => undefined, servers: findServers() });
  await expect(revoke(...ids)).rejects.toThrow(UsageError);
  const isRevoked = async () => (await readApiKeys(file)).map(({ revokedAt }) => revokedAt !== null);
  expect(await isRevoked()).toEqual([false, false]);
  await revoke(ids[1]!);
  expect(await isRevoked()).toEqual([false, true]);
});

const newKey = ['create', '--name', 'export', '--role', 'read'];

test.each<[string, Command, string[], string]>([
  [
    'an event stream of no organization',
    events,
    ['tail', '--org', 'acme.eu'],
    '--org must be the id of an organization, not "acme.eu".',
  ],
  [
    'a key for all organizations and one',
    apiKeys,
    [...newKey, '--org', 'acme', '--org', '*'],
    "--org '*' is all organizations",
  ],
  [
    'a key for what is no organization',
    apiKeys,
    [...newKey, '--org', 'a b'],
    '--org must be the id of an organization, not "a b".',
  ],
  [
    'a key with an unknown role',
    apiKeys,
    [...newKey, '--org', 'acme', '--role', 'admin'],
    '--role must be one of read, write,',
  ],
  ['a blank reason', deadLetters, ['discard', 'claims', '1', '--reason', ' '], ''],
  ['a time that is none', outbox, ['republish', '--since', 'yesterday'], '--since must be an instant such as'],
  ['a time to come', outbox, ['republish', '--since', '2999-01-01T00:00:00Z'], '--since must be in the past'],
  ['a time to come', inbound, ['republish', '--since', '2999-01-01T00:00:00Z'], '--since must be in the past'],
])('%s is refused before anything is asked', async (_what, command, args, reason) => {
  const asked = command.run({ args, print: () => undefined, servers: findServers() });
  await expect(asked).rejects.toThrow(reason);
  await expect(asked).rejects.toBeInstanceOf(UsageError);
});

test.each([
  ['list', '--by', 'me'],
  ['list', '--reason', 'sent by mistake'],
  ['show', 'claims', '1', '--service', 'policy'],
  ['show', 'claims', '1', '--by', 'me'],
  ['replay', 'claims', '1', '--reason', 'sent by mistake'],
  ['replay', 'claims', 'all', '--service', 'policy'],
  ['discard', 'claims', '1', '--reason', 'sent by mistake', '--all'],
])('a flag of another action is refused: dead-letters %s %s %s', async (...args) => {
  const asked = deadLetters.run({ args, print: () => undefined, servers: findServers() });
  await expect(asked).rejects.toThrow(/^Unknown option '--/);
});

test('an API key that would never be valid is refused, one that was is listed as expired', async () => {
  const file = join(folder, 'api-keys.json');
  process.env['API_KEYS_FILE'] = file;
  const create = (expires: string) => {
    const args = ['create', '--name', 'export', '--org', 'acme', '--role', 'read', '--expires', expires];
    return apiKeys.run({ args, print: () => undefined, servers: findServers() });
  };
  await expect(create('2020-01-01T00:00:00Z')).rejects.toThrow('--expires must be in the future');
  await expect(create('')).rejects.toThrow('--expires must be an instant');
  expect(await readApiKeys(file)).toEqual([]);
  await createApiKey(file, {
    name: 'import',
    organizations: ['acme'],
    roles: ['read'],
    expiresAt: '2020-01-01T00:00:00Z',
  });
  await create('9999-01-01T00:00:00Z');
  const lines: string[] = [];
  await apiKeys.run({ args: ['list'], print: (line) => lines.push(line), servers: findServers() });
  expect(lines.map((line) => line.split('  |  ').at(-1))).toEqual([
    'expired 2020-01-01T00:00:00Z',
    'until 9999-01-01T00:00:00Z',
  ]);
});

test.each(['DATABASE_URL', 'BILLING_DATABASE_URL'])('a %s that is no URL is refused without its password', (name) => {
  for (const url of ['postgres://admin:p/secret@production/postgres', 'mysql://admin:secret@production']) {
    Object.assign(process.env, { DATABASE_URL: HERE.DATABASE_URL, [name]: url });
    expect(readDatabases).toThrow(new RegExp(`^${name} is no URL such as postgres://user:password@host`));
    expect(readDatabases).not.toThrow(/secret/);
  }
});

describe('a DATABASE_URL for all services', () => {
  const name = (path: string, DATABASE_NAME = ''): void => {
    const DATABASE_URL = `postgres://admin:secret@production${path}`;
    Object.assign(process.env, { DATABASE_URL, DATABASE_NAME, NATS_URL: 'nats://production:4222' });
  };

  test.each([
    ['', ''],
    ['/', ''],
    ['/postgres', ''],
    ['/staycover', ''],
    ['/postgres', 'cover_test'],
    ['/defaultdb', 'cover_test'],
  ])('may end with "%s" where DATABASE_NAME is "%s"', (path, database) => {
    name(path, database);
    const used = `postgres://admin:secret@production/${database || 'staycover'}`;
    expect(findServers().databases?.['billing']).toBe(used);
  });

  test.each(['/staycover_test', '/%E0'])('is refused with %s, which would be passed over', (path) => {
    name(path);
    const why =
      'DATABASE_URL names another database than staycover, which is used: set DATABASE_NAME to the one that is meant.';
    expect(findServers).toThrow(new UsageError(why));
  });
});

test('the instants that the pages show are taken', () => {
  const pages = ['deploy/helm/README.md', 'docs/operations.md', 'docs/reliability.md', 'docs/guides/nats.md'];
  const shown = pages.flatMap((page) => {
    const text = readFileSync(resolve(import.meta.dirname, '../../..', page), 'utf8');
    return [...text.matchAll(/--since"?,? "?(\d[^\s"`]*)/g)].map(([, instant]) => instant!);
  });
  expect(shown.length).toBeGreaterThan(0);
  for (const instant of shown) expect(() => readInstant('since', instant)).not.toThrow();
});
