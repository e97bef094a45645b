import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type Database, inTransaction, openDatabase, query } from '@staycover/db';
import { contractEvents } from '@staycover/events';
import { newId, systemClock } from '@staycover/kernel';
import { createLogger } from '@staycover/telemetry';
import {
  createTestDatabase,
  createTestNats,
  eventually,
  streamSize,
  type TestDatabase,
  type TestNats,
} from '@staycover/testing';
import pg from 'pg';
import { appendEvents, connectNats, type Nats, newEvent, type Relay, startRelay } from './index.ts';

const SERVICE = 'policy';
const logger = createLogger('test', { level: 'fatal' });
const script = join(import.meta.dirname, '../../testing/src/processes/messaging-process.ts');

let testDatabase: TestDatabase;
let database: Database;
let admin: pg.Client;
let testNats: TestNats;
let nats: Nats;
const children = new Set<ChildProcess>();

jest.setTimeout(300_000);

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  admin = new pg.Client({ connectionString: testDatabase.adminUrl, options: `-c search_path=${SERVICE}` });
  await admin.connect();
  await admin.query('create table effect (deal text not null)');
  await admin.query(`grant select, insert, delete on effect to ${SERVICE}`);
  database = await openDatabase({ url: testDatabase.urlFor(SERVICE), schema: SERVICE, entities: [] });
});

beforeEach(async () => {
  await nats?.close();
  testNats = await createTestNats([{ service: SERVICE, event: contractEvents.dealClosed }], {
    ackWaitMs: 1_000,
    duplicateWindowMs: 1_000,
  });
  nats = await connectNats({ ...testNats, service: SERVICE, logger });
  await admin.query('truncate effect, outbox, inbox, dead_letter, handler_start');
});

afterEach(killAll);

afterAll(async () => {
  await nats.close();
  await database.close();
  await admin.end();
  await testDatabase.drop();
});

async function killAll(): Promise<void> {
  for (const child of children) child.kill('SIGKILL');
  await eventually('every process is gone', () => children.size === 0);
}

/** Starts a relay or consumer process; resolves when it has died. */
const run = (role: string, die: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const env = {
      ...process.env,
      ROLE: role,
      DIE: die,
      SCHEMA: SERVICE,
      DATABASE_URL: testDatabase.urlFor(SERVICE),
      NATS_URL: testNats.url,
      NATS_USER: testNats.user,
    };
    const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'inherit', 'pipe'] });
    children.add(child);
    let errors = '';
    child.stderr.on('data', (chunk) => (errors += String(chunk)));
    child.on('exit', (_code, signal) => {
      children.delete(child);
      if (signal === 'SIGKILL') resolve();
      else reject(new Error(`The process ended by itself: ${errors}`));
    });
  });

const deal = (crmDealId: string) => {
  const data = { ...contractEvents.dealClosed.example.data, crmDealId };
  return newEvent(
    contractEvents.dealClosed,
    { organizationId: 'acme', id: newId(), version: 1 },
    { ...data, organizationId: 'acme' },
  );
};

const append = (ids: readonly string[]) =>
  inTransaction(database, (tx) => appendEvents(tx, ids.map(deal), { now: systemClock(), newId }));

const count = async (sql: string): Promise<number> => Number((await query<{ n: string }>(database, sql))[0]!.n);
const unpublished = () => count('select count(*) as n from outbox where published_at is null');

const names = (prefix: string, n: number) => Array.from({ length: n }, (_, i) => `${prefix}-${i}`);

const effects = async (): Promise<string[]> =>
  (await query<{ deal: string }>(database, 'select deal from effect order by deal')).map((row) => row.deal);

const withRelay = async (work: () => Promise<void>): Promise<void> => {
  const relay: Relay = startRelay({ url: testDatabase.urlFor(SERVICE), schema: SERVICE, nats, logger });
  try {
    await work();
  } finally {
    await relay.stop();
  }
};

describe('a relay that is killed', () => {
  test('between commit and publish loses nothing: the next one publishes within 5 s', async () => {
    await append(names('deal', 300));
    await run('relay', 'before-publish');
    expect(await unpublished()).toBe(300);

    await withRelay(() =>
      eventually('the outbox is empty', async () => (await unpublished()) === 0, 5_000).then(() => undefined),
    );
    expect(await streamSize(nats.connection, 'CONTRACT')).toBe(300);
  });

  test('between publish and mark publishes again, which the stream or the inbox drops: one effect each', async () => {
    const deals = names('deal', 50);
    await append(deals);
    await run('relay', 'before-mark');
    expect(await unpublished()).toBe(50);
    await eventually('the duplicate window has passed', async () => {
      const probe = await import('@nats-io/jetstream').then(({ jetstream }) =>
        jetstream(nats.connection).publish('insurance.contract.contract-changed.acme', '{}', { msgID: 'probe' }),
      );
      return probe.seq > 51;
    });

    const consuming = run('consumer', 'never').catch(() => undefined);
    await withRelay(async () => {
      await eventually('the outbox is empty', async () => (await unpublished()) === 0);
      await eventually('all deals had their effect', async () => (await effects()).length >= 50);
      await eventually('the duplicates were seen', async () => (await streamSize(nats.connection, 'CONTRACT')) >= 100);
    });
    await killAll();
    await consuming;
    expect(await effects()).toEqual(deals.toSorted());
  });
});

describe('a consumer that is killed', () => {
  test('again and again in the middle of its batches has each effect exactly once', async () => {
    const deals = names('deal', 60);
    await append(deals);
    await withRelay(async () => {
      let kills = 0;
      while ((await effects()).length < deals.length) {
        const died = run('consumer', 'midway').then(() => void kills++);
        await Promise.race([
          died,
          eventually('all done', async () => (await effects()).length === deals.length, 60_000),
        ]);
      }
      expect(kills).toBeGreaterThan(1);
    });
    expect(await effects()).toEqual(deals.toSorted());
  });

  test('by one poison event gives up on that one alone', async () => {
    const deals = names('deal', 40);
    await append([...deals.slice(0, 20), 'poison', ...deals.slice(20)]);
    await withRelay(async () => {
      const letters = () => count('select count(*) as n from dead_letter');
      let deaths = 0;
      while ((await letters()) === 0 && deaths < 12) {
        const died = run('consumer', 'poison').then(() => void deaths++);
        await Promise.race([died, eventually('given up', async () => (await letters()) > 0, 60_000)]);
      }
      await eventually(
        'the healthy ones had their effect',
        async () => (await effects()).length === deals.length,
        60_000,
      );
      expect(deaths).toBeLessThanOrEqual(7);
    });
    await killAll();
    expect(await effects()).toEqual(deals.toSorted());
    const rows = await query<{ reason: string; payload: string }>(database, 'select reason, payload from dead_letter');
    expect(rows.map(({ payload }) => JSON.parse(payload).data.crmDealId)).toEqual(['poison']);
    expect(rows[0]!.reason).toMatch(/killed the process/);
  });
});
