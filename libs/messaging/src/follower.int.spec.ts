import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
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
/** When the server delivers again what a process that died has left. */
const ACK_WAIT_MS = 2_000;

let database: TestDatabase;
let admin: pg.Client;
let nats: Nats;
let follower: Follower;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = new pg.Client({ connectionString: database.adminUrl, options: `-c search_path=${SERVICE}` });
  await admin.connect();
  await admin.query('create table kept (text text primary key, position int generated always as identity)');
  await admin.query(`grant select, insert on kept to ${SERVICE}`);
  const otherConsumers = [durableFollower(SERVICE, 'contract')];
  const testNats = await createTestNats([], { otherConsumers, ackWaitMs: ACK_WAIT_MS });
  nats = await connectNats({ ...testNats, service: SERVICE, logger });
});

afterEach(() => follower.stop());

afterAll(async () => {
  await nats.close();
  await admin.end();
  await database.drop();
});

/** Publishes as a relay does. */
const publish = async (name: string) => {
  const data = { ...event.example.data, organizationId: 'acme', crmDealId: name };
  const id = newId();
  const text = JSON.stringify({ ...event.example, id, data });
  const { seq } = await jetstream(nats.connection).publish(`${event.subjectPrefix}.acme`, text, { msgID: id });
  return { id, seq };
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

const follow = (store: Store, publishers = ['contract'], more: { mostTries?: number } = {}) => {
  const url = database.urlFor(SERVICE);
  follower = startFollower({ url, service: SERVICE, publishers, nats, logger, store, ...more });
};

const keeping = storing('nothing', '', 0);

const kept = async (name: string) => (await admin.query('select from kept where text = $1', [name])).rowCount === 1;
/** The names of events with a prefix, as they were kept. */
const inPositions = async (prefix: string): Promise<string[]> => {
  const text = 'select text from kept where starts_with(text, $1) order by position';
  return (await admin.query<{ text: string }>(text, [prefix])).rows.map((row) => row.text);
};
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
  expect(await letters()).toEqual([{ reason: expect.stringContaining('could not be stored') }]);
});

test('it is one also when its stream was created again, and another event had its place before', async () => {
  const { id, seq } = await publish('broken too');
  const values = `values ('insight-contract', $1, 'insurance.contract.deal-closed.acme', '{}', 'earlier', 1)`;
  await admin.query(`insert into dead_letter (consumer, event_key, subject, payload, reason, attempts) ${values}`, [
    `CONTRACT ${seq}`,
  ]);
  follow(storing('broken too', '22000', 1_000));
  const letter = await eventually('a dead letter', async () => {
    const { rows } = await admin.query(`select event_key from dead_letter where payload like '%broken too%'`);
    return rows[0];
  });
  expect(letter).toEqual({ event_key: id });
  await admin.query(`delete from dead_letter where reason = 'earlier'`);
});

const areFresh = (): boolean[] => follower.consumers.map(({ isFresh }) => isFresh());

test('while one of the consumers cannot be had, none of them is fresh', async () => {
  follow(keeping, ['contract', 'billing']);
  await eventually('it is reported', () => !areFresh().includes(true));
  expect(areFresh()).toEqual([false, false]);
});

test('while one of the consumers cannot be had, no other keeps events from who follows', async () => {
  const before = await letters();
  const warnings = jest.spyOn(logger, 'warn');
  follow(keeping, ['contract', 'policy']);
  await eventually('it has tried again', () => warnings.mock.calls.length >= 3);
  const otherConsumers = [durableFollower(SERVICE, 'policy')];
  await provisionStreams(nats.connection, { publishers: ['policy'], consumers: [], otherConsumers });
  const { consumers } = await jetstreamManager(nats.connection);
  await eventually('it follows', async () => (await consumers.info('POLICY', 'insight-policy')).num_waiting > 0);
  await eventually('they are fresh', () => !areFresh().includes(false));
  const names = Array.from({ length: 20 }, (_, i) => `after that ${i}`);
  for (const name of names) await publish(name);
  await eventually('all are kept', async () => (await inPositions('after that')).length === names.length, 15_000);
  expect(await letters()).toEqual(before);
});

describe('events are kept in the order of their stream', () => {
  const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `${prefix} ${i + 1}`);
  const publishAll = async (names: readonly string[]) => {
    for (const name of names) await publish(name);
  };
  const allKept = (prefix: string, count: number) =>
    eventually(`${count} of "${prefix}" are kept`, async () => {
      const names = await inPositions(prefix);
      return names.length === count && names;
    });
  const consumer = () => jetstream(nats.connection).consumers.get('CONTRACT', 'insight-contract');
  const allAcknowledged = () =>
    eventually('all is acknowledged', async () => (await (await consumer()).info()).num_ack_pending === 0);

  /** Takes events, and dies before it has acknowledged any but those named. */
  const takeAndDie = async (count: number, acknowledged: readonly number[] = []) => {
    const taken = await (await consumer()).fetch({ max_messages: count, expires: 5_000 });
    let i = 0;
    for await (const message of taken) if (acknowledged.includes(++i)) await message.ackAck();
    expect(i).toBe(count);
  };

  test('when the database fails while newer ones have come', async () => {
    const names = numbered('failed', 5);
    let hasFailed = false;
    follow(async (session, batch) => {
      if (!hasFailed) {
        hasFailed = true;
        await publishAll(names.slice(1));
        await eventually('all have come', async () => (await (await consumer()).info()).num_ack_pending === 5);
        await session.run(`do $$ begin raise sqlstate '57P03'; end $$`);
      }
      return keeping(session, batch);
    });
    await publish(names[0]!);
    expect(await allKept('failed', 5)).toEqual(names);
  });

  test('when a process died that had not acknowledged them, and newer ones come before they come again', async () => {
    const names = numbered('left', 8);
    await publishAll(names.slice(0, 4));
    await takeAndDie(4);
    follow(keeping);
    await publishAll(names.slice(4));
    expect(await allKept('left', 8)).toEqual(names);
    await allAcknowledged();
  });

  test('when some were acknowledged: these are not waited for', async () => {
    const names = numbered('partly', 8);
    await publishAll(names.slice(0, 4));
    await takeAndDie(4, [1, 3]);
    follow(keeping);
    await publishAll(names.slice(4));
    expect(await allKept('partly', 6)).toEqual(names.filter((_, i) => i !== 0 && i !== 2));
    await allAcknowledged();
  });

  test('when more have come than may be under way: the older ones come nevertheless', async () => {
    const names = numbered('many', 1_100);
    await publishAll(names.slice(0, 2));
    await takeAndDie(2);
    follow(keeping);
    await publishAll(names.slice(2));
    expect(await allKept('many', 1_100)).toEqual(names);
    await allAcknowledged();
  });

  test('when the server has forgotten meanwhile what it delivered', async () => {
    const names = numbered('forgotten', 4);
    const { consumers } = await jetstreamManager(nats.connection);
    await consumers.update('CONTRACT', 'insight-contract', { ack_wait: nanos(60_000) });
    await publish(names[0]!);
    await takeAndDie(1);
    follow(keeping);
    await publishAll(names.slice(1));
    await eventually('all are on their way', async () => (await (await consumer()).info()).num_ack_pending === 4);
    await consumers.delete('CONTRACT', 'insight-contract');
    const otherConsumers = [durableFollower(SERVICE, 'contract')];
    await provisionStreams(nats.connection, {
      publishers: ['contract'],
      consumers: [],
      otherConsumers,
      ackWaitMs: ACK_WAIT_MS,
    });
    expect(await allKept('forgotten', 4)).toEqual(names);
    await allAcknowledged();
  });

  test('except one that runs out of time on every try: it is a dead letter, and the others go on', async () => {
    const before = await letters();
    const names = numbered('endless', 3);
    follow(storing('endless 1', '57014', 1_000), ['contract'], { mostTries: 2 });
    await publishAll(names);
    expect(await allKept('endless', 2)).toEqual(names.slice(1));
    expect((await letters()).length).toBe(before.length + 1);
  });
});
