import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, jest, test } from '@jest/globals';
import { dataOrThrow, staycoverClient } from '@staycover/client';
import { freePort } from '@staycover/infra';
import { documentedFetch, eventually } from '@staycover/testing';
import pg from 'pg';

jest.setTimeout(180_000);

const script = resolve(import.meta.dirname, '../start.ts');
let directory: string | undefined;
let running: ChildProcess | undefined;
let silent: Server | undefined;

afterEach(async () => {
  running?.kill('SIGKILL');
  silent?.close();
  if (directory) await rm(directory, { recursive: true, force: true });
});

const start = async (gatewayPort: number) => {
  let output = '';
  const env = {
    ...process.env,
    DATA_DIR: directory!,
    GATEWAY_PORT: String(gatewayPort),
    DATABASE_URL: '',
    NATS_URL: '',
  };
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running = child;
  const ended = new Promise<number | null>((done) => child.on('exit', (code) => done(code)));
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  await eventually(
    'the platform is ready',
    () => {
      if (child.exitCode !== null) throw new Error(output);
      return output.includes('Ctrl-C stops everything');
    },
    90_000,
  );
  const [, url = ''] = /Gateway +(http:\/\/localhost:\d+)/.exec(output) ?? [];
  return { child, ended, url, output: () => output, api: staycoverClient(url, { fetch: documentedFetch }) };
};

const listProcesses = async (): Promise<string[]> => {
  const { execFileSync } = await import('node:child_process');
  return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(directory!));
};

const tools = resolve(import.meta.dirname, '../..');
const preflight = pathToFileURL(join(tools, 'preflight.mjs')).href;
const once = (program: string, env: Record<string, string>, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', preflight, join(tools, 'src', program), ...args],
    {
      env: { ...process.env, DATA_DIR: directory!, DATABASE_URL: '', NATS_URL: '', ...env },
      encoding: 'utf8',
      timeout: 60_000,
    },
  );
  return { status, output: stdout + stderr };
};

const NOWHERE = { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/postgres', NATS_URL: 'nats://127.0.0.1:1' };

test.each<[string, string[], Record<string, string>, number, RegExp]>([
  ['start.ts', ['--snadbox'], {}, 2, /^Unknown option '--snadbox'[^]*--sandbox/],
  ['start.ts', [], { npm_config_auth: 'true' }, 2, /write npm start -- --auth/],
  ['start.ts', ['--help'], {}, 0, /^npm start[^]*--auth[^]*--sandbox/],
  ['start.ts', ['--nats=2'], {}, 2, /^The servers of a cluster decide by majority/],
  ['start.ts', ['--sandbox', '--replicas=2'], {}, 2, /^Days are played on one process/],
  ['start.ts', ['--replicas=2'], { SANDBOX: 'on' }, 2, /^Days are played on one process/],
  ['start.ts', [], { GATEWAY_PORT: 'abc' }, 1, /GATEWAY_PORT must be a port from 0 to 65535, not "abc"/],
  ['demo.ts', ['--yaer'], {}, 2, /^Unknown option '--yaer'[^]*--year/],
  ['demo.ts', ['--help'], {}, 0, /--year/],
  [
    'demo.ts',
    [],
    { GATEWAY_URL: 'http://127.0.0.1:1' },
    1,
    /nothing that is ready answers at GATEWAY_URL, http:\/\/127/,
  ],
  ['reset.ts', ['--all'], {}, 2, /^Unknown option '--all'/],
  ['reset.ts', [], {}, 0, /^There is no data of npm start in \S+staycover-flags-\S+ \(DATA_DIR\)/],
  ['ops.ts', ['doctor', '--jsno'], {}, 2, /^Unknown option '--jsno'[^]*doctor \[--json\]/],
  ['ops.ts', ['docter'], {}, 2, /^There is no command docter[^]*doctor/],
  ['ops.ts', ['--help'], {}, 0, /^npm run ops -- <command>[^]*\n {2}doctor +lists what is wrong/],
  ['ops.ts', ['api-keys', 'list'], {}, 0, /^none in \S+api-keys\.json$/m],
  [
    'ops.ts',
    ['outbox', 'status'],
    NOWHERE,
    1,
    /^PostgreSQL does not answer at postgres:\/\/127\.0\.0\.1:1\/staycover: /,
  ],
  ['ops.ts', ['consumers'], NOWHERE, 1, /^NATS does not answer at nats:\/\/127\.0\.0\.1:1: /],
])('%s %j with %j ends with %d and a reason', async (program, args, env, status, output) => {
  directory = await mkdtemp(join(tmpdir(), 'staycover-flags-'));
  const ended = once(program, env, ...args);
  expect(ended.output).toMatch(output);
  expect(ended.status).toBe(status);
});

/** The address of a server that takes connections, as one that is frozen does, and never answers. */
const silentAddress = async (): Promise<string> => {
  const server = createServer();
  silent = server;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

test.each<[string, string[], RegExp]>([
  ['ops.ts', ['consumers'], /^NATS does not answer at nats:/],
  ['ops.ts', ['outbox', 'status'], /^PostgreSQL does not answer at postgres:/],
  ['provision.ts', [], /^PostgreSQL does not answer at postgres:/],
])('%s %j ends with a reason where servers take connections and do not answer', async (program, args, output) => {
  directory = await mkdtemp(join(tmpdir(), 'staycover-silent-'));
  const address = await silentAddress();
  const servers = { DATABASE_URL: `postgres://me:secret@${address}/postgres`, NATS_URL: `nats://${address}` };
  const ended = once(program, servers, ...args);
  expect(ended.output).toMatch(output);
  expect(ended.status).toBe(1);
});

test('npm start with a NATS_URL where nothing answers names it, without its password', async () => {
  directory = await mkdtemp(join(tmpdir(), 'staycover-nats-url-'));
  await chmod(directory, 0o755);
  const ended = once('start.ts', { NATS_URL: 'nats://admin:secret@127.0.0.1:1', GATEWAY_PORT: '0' });
  expect(ended.status).toBe(1);
  expect(ended.output).toContain('NATS does not answer at nats://127.0.0.1:1');
  expect(ended.output).not.toContain('secret');
});

test('of two starts at once in a folder one wins, the other names its URL; reset waits for its end', async () => {
  directory = await mkdtemp(join(tmpdir(), 'staycover-twice-'));
  await chmod(directory, 0o755);
  const port = await freePort();
  const outcomes = await Promise.allSettled([start(port), start(port)]);
  const winner = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))[0]!;
  running = winner.child;
  const [refusal] = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
  const refused = `A platform runs on ${directory} already, at ${winner.url}`;
  expect(refusal).toContain(refused);
  expect(once('reset.ts', {})).toMatchObject({ status: 1, output: expect.stringContaining(refused) });

  winner.child.kill('SIGTERM');
  expect(await winner.ended).toBe(0);
  const reset = once('reset.ts', {});
  expect(reset).toMatchObject({
    status: 0,
    output: expect.stringMatching(/^Removed \S+[^]*The next npm start begins empty/),
  });
  expect(existsSync(directory)).toBe(false);
  for (const [, folder] of reset.output.matchAll(/^Removed (.+)$/gm)) expect(existsSync(folder!)).toBe(false);
});

/** Where the sessions of a role come from; null: from this machine, by the socket. */
const addresses = async (url: string, role: string): Promise<(string | null)[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const sessions = 'select distinct client_addr as address from pg_stat_activity where usename = $1';
  const { rows } = await client.query(sessions, [role]).finally(() => client.end());
  return rows.map(({ address }) => address);
};

test('npm start keeps its data, and a signal stops all it started', async () => {
  directory = await mkdtemp(join(tmpdir(), 'staycover start-'));
  // PostgreSQL may run as another user, which must be able to reach its data.
  await chmod(directory, 0o755);
  const port = await freePort();
  const first = await start(port);
  expect(first.url).not.toBe('');
  expect(first.output()).toMatch(/NATS +nats:\/\//);
  const made = await first.api.POST('/api/webhook/crm/deal-closed', {
    body: { crmDealId: 'D-1', organizationId: 'acme' },
  });
  expect(made.response.status).toBe(201);

  expect(await addresses(/PostgreSQL +(postgres:\/\/\S+)/.exec(first.output())![1]!, 'contract')).toEqual([null]);

  for (let i = 0; i < 3; i++) first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect(await listProcesses()).toEqual([]);

  const second = await start(port);
  const params = { path: { organizationId: 'acme' } };
  expect(await dataOrThrow(second.api.GET('/api/contract/organization/{organizationId}', { params }))).toMatchObject([
    { crmDealId: 'D-1' },
  ]);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});
