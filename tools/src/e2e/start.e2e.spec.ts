import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, expect, jest, test } from '@jest/globals';
import { dataOf, staycoverClient } from '@staycover/client';
import { freePort } from '@staycover/infra';
import { documentedFetch, eventually } from '@staycover/testing';

jest.setTimeout(180_000);

const script = resolve(import.meta.dirname, '../start.ts');
let directory: string | undefined;
let running: ChildProcess | undefined;

afterEach(async () => {
  running?.kill('SIGKILL');
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
  return {
    child,
    ended,
    output: () => output,
    api: staycoverClient(`http://127.0.0.1:${gatewayPort}`, { fetch: documentedFetch }),
  };
};

const processesOf = async (): Promise<string[]> => {
  const { execFileSync } = await import('node:child_process');
  return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(directory!));
};

test('npm start keeps its data, and a signal stops all it started within 25 s', async () => {
  directory = await mkdtemp(join(tmpdir(), 'staycover start-'));
  // PostgreSQL may run as another user, which must be able to reach its data.
  await chmod(directory, 0o755);
  const port = await freePort();
  const first = await start(port);
  expect(first.output()).toMatch(/Gateway +http:\/\/localhost:\d+/);
  expect(first.output()).toMatch(/NATS +nats:\/\//);
  const made = await first.api.POST('/api/webhook/crm/deal-closed', {
    body: { crmDealId: 'D-1', organizationId: 'acme' },
  });
  expect(made.response.status).toBe(201);

  const before = performance.now();
  for (let i = 0; i < 3; i++) first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect(performance.now() - before).toBeLessThan(25_000);
  expect(await processesOf()).toEqual([]);

  const second = await start(port);
  const params = { path: { organizationId: 'acme' } };
  expect(await dataOf(second.api.GET('/api/contract/organization/{organizationId}', { params }))).toMatchObject([
    { crmDealId: 'D-1' },
  ]);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
});
