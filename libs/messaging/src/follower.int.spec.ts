import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { contractEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { createLogger } from '@staycover/telemetry';
import { createTestDatabase, createTestNats, eventually, type TestDatabase } from '@staycover/testing';
import pg from 'pg';
import {
  connectNats,
  durableFollower,
  type Follower,
  type Nats,
  provisionStreams,
  type Store,
  startFollower,
} from './index.ts';

const SERVICE = 'insight';
const logger = createLogger('test', { level: 'silent' });
const event = contractEvents.dealClosed;

let database: TestDatabase;
let admin: pg.Client;
let nats: Nats;
let follower: Follower;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Client({ connectionString: database.adminUrl, options: `-c search_path=${SERVICE}` });
  await admin.connect();
  await admin.query('create table kept (text text primary key)');
  await admin.query(`grant select, insert on kept to ${SERVICE}`);
  const testNats = await createTestNats([], { otherConsumers: [durableFollower(SERVICE, 'contract')] });
  nats = await connectNats({ ...testNats, service: SERVICE, logger });
});

afterEach(() => follower.stop());

afterAll(async () => {
  await nats.close();
  await admin.end();
  await database.drop();
});

const publish = async (name: string) => {
  const data = { ...event.example.data, organizationId: 'acme', crmDealId: name };
  const envelope = { ...event.example, id: newId(), data };
  await jetstream(nats.connection).publish(`${event.subjectPrefix}.acme`, JSON.stringify(envelope));
};

/** Keeps names; of `what` the first so many times the database reports an error. */
const storing =
  (what: string, code: string, times: number): Store =>
  async (session, batch) => {
    for (const { text } of batch) {
      const name = JSON.parse(text).data.crmDealId;
      if (name === what && times-- > 0) await session.run(`do $$ begin raise sqlstate '${code}'; end $$`);
      await session.run('insert into kept values ($1) on conflict do nothing', [name]);
    }
    return [];
  };

const follow = (store: Store, publishers = ['contract']) => {
  const url = database.urlFor(SERVICE);
  follower = startFollower({ url, service: SERVICE, publishers, nats, logger, store });
};

const kept = async (name: string) => (await admin.query('select from kept where text = $1', [name])).rowCount === 1;
const letters = async () => (await admin.query('select reason from dead_letter')).rows;

test.each(['40P01', '40001', '55P03'])(
  'an event that meets %s on each try is no fault of its own: it comes again',
  async (code) => {
    follow(storing(`meets ${code}`, code, 3));
    await publish(`meets ${code}`);
    await publish(`beside ${code}`);
    await eventually('both are kept', async () => (await kept(`meets ${code}`)) && kept(`beside ${code}`));
    expect(await letters()).toEqual([]);
  },
);

test('an event that cannot be stored is a dead letter, and others are kept', async () => {
  follow(storing('broken', '22000', 1_000));
  await publish('broken');
  await publish('beside a broken one');
  await eventually('the other is kept', () => kept('beside a broken one'));
  expect(await letters()).toEqual([{ reason: expect.stringContaining('error') }]);
});

test('while one of the consumers cannot be had, no other keeps events from who follows', async () => {
  const before = await letters();
  const warnings = jest.spyOn(logger, 'warn');
  follow(storing('nothing', '', 0), ['contract', 'policy']);
  await eventually('it has tried again', () => warnings.mock.calls.length >= 3);
  const otherConsumers = [durableFollower(SERVICE, 'policy')];
  await provisionStreams(nats.connection, { publishers: ['policy'], consumers: [], otherConsumers });
  const { consumers } = await jetstreamManager(nats.connection);
  await eventually('it follows', async () => (await consumers.info('POLICY', 'insight-policy')).num_waiting > 0);
  const names = Array.from({ length: 20 }, (_, i) => `after that ${i}`);
  for (const name of names) await publish(name);
  await eventually('all are kept', async () => (await Promise.all(names.map(kept))).every(Boolean), 15_000);
  expect(await letters()).toEqual(before);
});
