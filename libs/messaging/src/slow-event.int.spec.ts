import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import { ConcurrentChange, type Database, execute, openDatabase } from '@staycover/db';
import { contractEvents } from '@staycover/events';
import { newId, systemClock } from '@staycover/kernel';
import { createLogger } from '@staycover/telemetry';
import { createTestDatabase, createTestNats, eventually, oncePerEvent, type TestDatabase } from '@staycover/testing';
import pg from 'pg';
import { type Consumer, connectNats, type Nats, type Subscription, slots, startConsumer } from './index.ts';

const SERVICE = 'policy';
const logger = createLogger('test', { level: 'silent' });
const event = contractEvents.dealClosed;

let testDatabase: TestDatabase;
let admin: pg.Client;
let database: Database;
let nats: Nats;
let consumer: Consumer | undefined;
let locking: pg.Client | undefined;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  admin = new pg.Client({ connectionString: testDatabase.adminUrl, options: `-c search_path=${SERVICE}` });
  await admin.connect();
  await admin.query('create table effect (deal text primary key)');
  await admin.query(`insert into effect values ('locked')`);
  await admin.query(`grant select, insert, update on effect to ${SERVICE}`);
  const testNats = await createTestNats([{ service: SERVICE, event }]);
  nats = await connectNats({ ...testNats, service: SERVICE, logger });
  const here = `alter role ${SERVICE} in database ${admin.database}`;
  await admin.query(`${here} set statement_timeout = 300; ${here} set lock_timeout = 100`);
  database = await openDatabase({ url: testDatabase.urlFor(SERVICE), schema: SERVICE, entities: [] });
});

afterEach(async () => {
  await locking?.end();
  await consumer?.stop();
});

afterAll(async () => {
  await nats.close();
  await database.close();
  await admin.end();
  await testDatabase.drop();
});

const statements: Record<string, string> = {
  'waits for a lock that is never free': `insert into effect values ('locked') on conflict (deal) do update set deal = excluded.deal where $1 <> ''`,
  'takes longer than a statement may': `select pg_sleep(5) where $1 <> ''`,
};

const publish = (crmDealId: string) => {
  const data = { ...event.example.data, organizationId: 'acme', crmDealId };
  const envelope = { ...event.example, id: newId(), data };
  return jetstream(nats.connection).publish(`${event.subjectPrefix}.acme`, JSON.stringify(envelope));
};

const consume = (subscription: Subscription) => {
  consumer = startConsumer(subscription, {
    service: SERVICE,
    nats,
    database,
    logger,
    clock: systemClock,
    newId,
    handlers: slots(8),
    retryMs: [1],
  });
};

test.each(Object.keys(statements))(
  'an event with a handler that %s is given up, and others are handled',
  async (what) => {
    locking = new pg.Client({ connectionString: testDatabase.adminUrl, options: `-c search_path=${SERVICE}` });
    await locking.connect();
    await locking.query('begin');
    await locking.query(`select 1 from effect where deal = 'locked' for update`);
    let starts = 0;
    const subscription = oncePerEvent(event, async (tx, { crmDealId }) => {
      if (crmDealId !== what) return execute(tx, 'insert into effect values ($1)', [crmDealId]);
      starts += 1;
      return execute(tx, statements[what]!, [what]);
    });
    consume(subscription);
    await publish(what);
    await publish(`beside one that ${what}`);
    // The service's own connections time out after 100 ms, which is too soon for a test on a busy machine.
    const search = `select reason from dead_letter where payload like '%' || $1 || '%'`;
    const letter = await eventually('a dead letter', async () => (await admin.query(search, [what])).rows[0]);
    expect(letter.reason).toContain('failed');
    expect(starts).toBe(6);
    const { rows } = await admin.query('select 1 from effect where deal = $1', [`beside one that ${what}`]);
    expect(rows).toHaveLength(1);
  },
);

test('an event that meets concurrent changes on each try is no fault of its sender: it comes again', async () => {
  let tries = 0;
  const subscription = oncePerEvent(event, async (tx, { crmDealId }) => {
    tries += 1;
    if (tries <= 7) throw new ConcurrentChange();
    await execute(tx, 'insert into effect values ($1)', [crmDealId]);
  });
  consume(subscription);
  await publish('among many changes');
  await eventually('the effect', async () => {
    const { rows } = await admin.query(`select 1 from effect where deal = 'among many changes'`);
    return rows.length === 1;
  });
  expect(tries).toBe(8);
  const letters = `select 1 from dead_letter where payload like '%among many changes%'`;
  expect((await admin.query(letters)).rows).toEqual([]);
});
