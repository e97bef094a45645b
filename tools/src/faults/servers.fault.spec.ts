import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { findNats, findPostgres, freePort, type Server } from '@staycover/infra';
import { eventually } from '@staycover/testing';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplesOf } from '../testing/metrics.ts';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { startLoad, type Load } from './load.ts';
import { judge, type Verdict } from './oracle.ts';

jest.setTimeout(240_000);

const say = (): void => undefined;
let directory: string;
let ports: { postgres: number; nats: number };
let postgres: Server;
let nats: Server;
let platform: TestPlatform;

const startPostgres = () => findPostgres({ dataDir: directory, ephemeral: false, say, port: ports.postgres });
const startNats = () => findNats({ dataDir: directory, ephemeral: false, say, port: ports.nats });

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'staycover-faults-'));
  await chmod(directory, 0o755);
  ports = { postgres: await freePort(), nats: await freePort() };
  postgres = await startPostgres();
  nats = await startNats();
  const servers = { DATABASE_URL: postgres.url, NATS_URL: nats.url };
  Object.assign(process.env, servers);
  platform = await startTestPlatform();
  for (const name of Object.keys(servers)) delete process.env[name];
});

afterAll(async () => {
  await platform?.stop();
  await nats?.stop();
  await postgres?.stop();
  await rm(directory, { recursive: true, force: true });
});

const hasEnded = (pid: number): boolean => {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
};

/** Runs a fault under load, waits until the load flows again, and lets the oracle judge. */
const under = async (organizationId: string, fault: (load: Load) => Promise<void>): Promise<{ verdict: Verdict; load: Load }> => {
  const load = startLoad(platform.gatewayUrl, { workers: 4, organizationId });
  await eventually('the load flows', () => load.accepted.length > 20, 30_000);
  await fault(load);
  const afterwards = load.accepted.length;
  await eventually('the load flows again', () => load.accepted.length > afterwards + 20, 60_000);
  await load.stop();
  return { verdict: await judge(platform.databaseUrl, load.accepted), load };
};

const clean = { lost: [], doubled: [], wrong: [] };

describe('under a steady load of deals', () => {
  test('a nats-server that is killed and restarted loses and doubles nothing', async () => {
    const { verdict, load } = await under('nats-killed', async ({ accepted }) => {
      process.kill(nats.pid!, 'SIGKILL');
      const before = accepted.length;
      await eventually('deals are accepted without it', () => accepted.length > before + 5, 20_000);
      await eventually('every service says that it has no connection', async () => {
        const text = await (await fetch(`${platform.gatewayUrl}/metrics`)).text();
        const connected = samplesOf(text, 'nats_connected');
        return connected.length === 5 && connected.every((value) => value === 0);
      });
      nats = await startNats();
    });
    expect(verdict).toMatchObject(clean);
    expect([...load.statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
  });

  test('a PostgreSQL that is restarted at once loses and doubles nothing, and no process ends', async () => {
    const pids = platform.supervisor.children.map(({ pid }) => pid);
    const { verdict, load } = await under('postgres-restarted', async () => {
      const pid = postgres.pid!;
      process.kill(pid, 'SIGQUIT');
      await eventually('it has ended', () => hasEnded(pid), 20_000);
      postgres = await startPostgres();
    });
    expect(verdict).toMatchObject(clean);
    expect([...load.statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
    expect(platform.supervisor.children.map(({ pid }) => pid)).toEqual(pids);
  });

  test('services that are killed in turn lose and double nothing', async () => {
    const { verdict } = await under('services-killed', async () => {
      for (const name of ['contract', 'policy', 'renewal', 'contract', 'policy']) {
        const child = platform.supervisor.children.find((each) => each.name === name)!;
        const { restarts } = child;
        process.kill(child.pid!, 'SIGKILL');
        await eventually(`${name} is started again`, () => child.restarts > restarts && child.pid !== undefined, 30_000);
      }
    });
    expect(verdict).toMatchObject(clean);
  });
});
