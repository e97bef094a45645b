import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Consumer, type JetStreamClient, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type Database, inTransaction, openDatabase, query } from '@staycover/db';
import { contractEvents } from '@staycover/events';
import { newId, systemClock } from '@staycover/kernel';
import { createLogger } from '@staycover/telemetry';
import { createTestDatabase, createTestNats, eventually, streamSize, type TestDatabase } from '@staycover/testing';
import pg from 'pg';
import { appendEvents, connectNats, type Nats, newEvent } from './index.ts';
import { outboxPublisher } from './publish-outbox.ts';
import { watchPlace } from './pulling.ts';
import { startRelay } from './relay.ts';
import { streamEnd } from './restored-streams.ts';

const SERVICE = 'contract';
const logger = createLogger('test', { level: 'silent' });
const event = contractEvents.dealClosed;

let testDatabase: TestDatabase;
let database: Database;
let client: pg.Client;
let nats: Nats;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const url = testDatabase.urlFor(SERVICE);
  database = await openDatabase({ url, schema: SERVICE, entities: [] });
  client = new pg.Client({ connectionString: url, options: `-c search_path=${SERVICE}` });
  await client.connect();
});

beforeEach(async () => {
  nats = await connectNats({ ...(await createTestNats([])), service: SERVICE, logger });
  await client.query('delete from outbox');
});

afterEach(() => nats.close());

afterAll(async () => {
  await client.end();
  await database.close();
  await testDatabase.drop();
});

const append = (count: number, textBytes = 10, { id, version = 1 }: { id?: string; version?: number } = {}) => {
  const policyTerms = { ...event.example.data.policyTerms, eligibilityOverrides: { text: 'x'.repeat(textBytes) } };
  const data = { ...event.example.data, organizationId: 'acme', policyTerms };
  const events = Array.from({ length: count }, () =>
    newEvent(event, { organizationId: 'acme', id: id ?? newId(), version }, data as never),
  );
  return inTransaction(database, (tx) => appendEvents(tx, events, { now: systemClock(), newId }));
};

const unpublished = async () => {
  const [row] = await query<{ n: number }>(
    database,
    `select count(*)::int as n from outbox where published_at is null`,
  );
  return row!.n;
};

/** JetStream, and how much it is asked. */
const counted = () => {
  const js = jetstream(nats.connection);
  const counts = { asked: 0, underWay: 0, most: 0 };
  const publish: JetStreamClient['publish'] = async (...args) => {
    counts.asked += 1;
    counts.most = Math.max(counts.most, ++counts.underWay);
    return js.publish(...args).finally(() => (counts.underWay -= 1));
  };
  return { counts, js: { publish } as JetStreamClient };
};

const publishing = async (options: { batchMs?: number } = {}) => {
  const { js, counts } = counted();
  const publisher = outboxPublisher(js, options);
  const end = streamEnd(nats, SERVICE, logger);
  expect(await end.look(client)).toBe(true);
  return { publisher, end, counts, next: () => publisher.next(client, end) };
};

describe('a batch of the relay', () => {
  test('is bounded in bytes', async () => {
    await append(60, 200_000);
    const { next, counts } = await publishing();
    const batches: number[] = [];
    // What a busy NATS does not acknowledge in time goes out again.
    for (let published = 0; published < 60; ) {
      const before = counts.asked;
      published += (await next()).count;
      batches.push(counts.asked - before);
    }
    expect(Math.max(...batches)).toBeGreaterThan(30);
    expect(Math.max(...batches)).toBeLessThan(45);
  });

  test('limits the number of publishes in flight', async () => {
    await append(900);
    const { next, counts } = await publishing();
    expect(await next()).toEqual({ count: 900, isMore: false, restMs: 0 });
    expect(counts.most).toBe(256);
  });

  test('follows the one before, which goes out while it is read: each event once, those of an aggregate in turn', async () => {
    const id = newId();
    for (const version of [1, 2, 3]) {
      await append(1, 10, { id, version });
      await append(899);
    }
    const { publisher, next } = await publishing();
    expect([await next(), await next(), await next()].map(({ count }) => count)).toEqual([1_000, 1_000, 700]);
    await publisher.mark(client);
    expect([await unpublished(), await streamSize(nats.connection, 'CONTRACT')]).toEqual([0, 2_700]);
    const { rows } = await client.query(
      `select aggregate_version from outbox where aggregate_id = $1 order by stream_seq`,
      [id],
    );
    expect(rows.map(({ aggregate_version }) => aggregate_version)).toEqual([1, 2, 3]);
  });

  test('ends when its time is over, and the next one begins with what it left', async () => {
    const id = newId();
    for (const version of [1, 2, 3]) await append(1, 10, { id, version });
    await append(20);
    const { publisher, next } = await publishing({ batchMs: 0 });
    for (let i = 0; i < 2; i++) expect(await next()).toEqual({ count: 1, isMore: true, restMs: 0 });
    await eventually('all are published', async () => (await next()).count === 0, 60_000);
    await publisher.mark(client);
    const { rows } = await client.query('select stream_seq from outbox where aggregate_id = $1 order by id', [id]);
    expect(rows).toEqual([{ stream_seq: '1' }, { stream_seq: '2' }, { stream_seq: '3' }]);
    expect(await streamSize(nats.connection, 'CONTRACT')).toBe(23);
  });

  test('leaves out later events of what failed in the one before', async () => {
    const id = newId();
    await append(999);
    await append(1, 100_000, { id });
    await append(1, 10, { id, version: 2 });
    await append(500);
    const { next } = await publishing();
    const { streams } = await jetstreamManager(nats.connection);
    await streams.update('CONTRACT', { max_msg_size: 50_000 });
    expect(await next()).toEqual({ count: 999, isMore: true, restMs: 0 });
    expect(await next()).toMatchObject({ count: 500 });
    await streams.update('CONTRACT', { max_msg_size: -1 });
    await eventually('all are published', async () => (await next()).count === 0 && (await unpublished()) === 0);
    const { rows } = await client.query('select stream_seq from outbox where aggregate_id = $1 order by id', [id]);
    expect(rows).toEqual([{ stream_seq: '1500' }, { stream_seq: '1501' }]);
  });

  test('to a stream that is full ends with its first event, and the stream is left alone for longer and longer', async () => {
    await append(300);
    const { next, counts } = await publishing();
    await (await jetstreamManager(nats.connection)).streams.update('CONTRACT', { max_msgs: 1 });
    await next();
    counts.asked = 0;
    const rests: number[] = [];
    for (let i = 0; i < 8; i++) rests.push((await next()).restMs);
    expect(counts.asked).toBe(8);
    expect(rests.every((ms) => ms > 0 && ms <= 5_001)).toBe(true);
    await (await jetstreamManager(nats.connection)).streams.update('CONTRACT', { max_msgs: -1 });
    while ((await next()).count > 0);
    expect(await unpublished()).toBe(0);
  });
});

test('a stream that loses what it acknowledged, during a batch, gets it once more', async () => {
  const id = newId();
  for (let version = 1; version <= 6; version++) await append(1, 10, { id, version });
  const end = streamEnd(nats, SERVICE, logger);
  expect(await end.look(client)).toBe(true);
  const js = jetstream(nats.connection);
  let asked = 0;
  const publish: JetStreamClient['publish'] = async (...args) => {
    if (++asked === 4) await recreate();
    return js.publish(...args);
  };
  const publisher = outboxPublisher({ publish } as JetStreamClient);
  expect(await publisher.next(client, end)).toMatchObject({ count: 0 });
  expect(end.isKnown()).toBe(false);
  expect(await unpublished()).toBe(6);
  expect(await end.look(client)).toBe(true);
  while ((await publisher.next(client, end)).count > 0);
  expect([await unpublished(), await streamSize(nats.connection, 'CONTRACT')]).toEqual([0, 6]);
});

test('a stream that loses what it acknowledged gets it once more, too, where others were on their way at the same time', async () => {
  await append(5);
  const end = streamEnd(nats, SERVICE, logger);
  expect(await end.look(client)).toBe(true);
  const js = jetstream(nats.connection);
  const asked: Parameters<JetStreamClient['publish']>[] = [];
  const acknowledged: Promise<unknown>[] = [];
  let lost: Promise<unknown> | undefined;
  // The new leader has the first event only.
  const lose = async (): Promise<void> => {
    await Promise.all(acknowledged);
    await recreate();
    const [subject, payload, options] = asked[0]!;
    await js.publish(subject, payload, { msgID: options!.msgID! });
  };
  const publish: JetStreamClient['publish'] = async (...args) => {
    if (asked.push(args) > 3) await (lost ??= lose());
    const going = js.publish(...args);
    if (lost === undefined) acknowledged.push(going);
    return going;
  };
  const publisher = outboxPublisher({ publish } as JetStreamClient);
  expect(await publisher.next(client, end)).toMatchObject({ count: 0 });
  expect(await end.look(client)).toBe(true);
  while ((await publisher.next(client, end)).count > 0);
  expect([await unpublished(), await streamSize(nats.connection, 'CONTRACT')]).toEqual([0, 5]);
});

test('a stream that loses what it acknowledged of the batch before, which is not marked yet, gets it once more, too', async () => {
  await append(1_003);
  const end = streamEnd(nats, SERVICE, logger);
  expect(await end.look(client)).toBe(true);
  const js = jetstream(nats.connection);
  let loses = false;
  const publish: JetStreamClient['publish'] = async (...args) => {
    // The first of a batch proves where the stream ends.
    if (loses && args[2]?.expect?.lastSequence === undefined) {
      loses = false;
      await recreate();
    }
    return js.publish(...args);
  };
  const publisher = outboxPublisher({ publish } as JetStreamClient);
  expect(await publisher.next(client, end)).toMatchObject({ count: 1_000, isMore: true });
  loses = true;
  expect(await publisher.next(client, end)).toMatchObject({ count: 0 });
  await publisher.mark(client);
  expect(await unpublished()).toBe(1_003);
  expect(await end.look(client)).toBe(true);
  while ((await publisher.next(client, end)).count > 0);
  expect([await unpublished(), await streamSize(nats.connection, 'CONTRACT')]).toEqual([0, 1_003]);
});

/** As a leader does that lacks the newest events. */
const recreate = async (): Promise<void> => {
  const { streams } = await jetstreamManager(nats.connection);
  const { config } = await streams.info('CONTRACT');
  await streams.delete('CONTRACT');
  await streams.add(config);
};

describe('a stream that lost acknowledged events while the connection stayed up', () => {
  test('takes nothing more from the relay', async () => {
    await append(3);
    const { publisher, end, next } = await publishing();
    await next();
    await publisher.mark(client);
    // As if the newest of them had got places that the stream does not have.
    await client.query('update outbox set stream_seq = stream_seq + 2');
    end.stored(end.last() + 2);
    await append(5);
    expect(await next()).toMatchObject({ count: 0 });
    expect(end.isKnown()).toBe(false);
    expect(await end.look(client)).toBe(false);
    expect(await streamSize(nats.connection, 'CONTRACT')).toBe(3);
  });

  test('takes nothing either when the database lacks an event before the last one it knows', async () => {
    await append(3);
    const { publisher, end, next } = await publishing();
    await next();
    await publisher.mark(client);
    // As on a standby that was promoted without one change, and without the marks.
    await client.query(
      'update outbox set published_at = null, stream_seq = null where id > (select min(id) from outbox)',
    );
    await client.query('delete from outbox where id = (select min(id) from outbox where published_at is null)');
    end.doubt();
    expect(await end.look(client)).toBe(false);
  });

  test.each([
    [28, false],
    [31, true],
  ])(
    'given an event that the database lacks, made %d days ago and published again now, then the relay goes on: %s',
    async (daysAgo, goesOn) => {
      const millis = Temporal.Now.instant()
        .subtract({ hours: 24 * daysAgo })
        .epochMilliseconds.toString(16)
        .padStart(12, '0');
      const msgID = `${millis.slice(0, 8)}-${millis.slice(8)}${newId().slice(13)}`;
      await jetstream(nats.connection).publish(`${event.subjectPrefix}.acme`, '{}', { msgID });
      expect(await streamEnd(nats, SERVICE, logger).look(client)).toBe(goesOn);
    },
  );

  test('is distinguished from one that another publisher wrote to', async () => {
    await append(2);
    const { end, next } = await publishing();
    await next();
    await jetstream(nats.connection).publish(`${event.subjectPrefix}.acme`, '{}');
    await append(2);
    expect(await next()).toMatchObject({ count: 0 });
    expect(await end.look(client)).toBe(true);
    expect(await next()).toMatchObject({ count: 2 });
  });

  test('is noticed by consumers that are past its end', async () => {
    let delivered = 0;
    const consumer = {
      info: async () => ({ delivered: { stream_seq: delivered }, stream_name: 'CONTRACT' }),
    } as unknown as Consumer;
    const place = watchPlace(consumer, { durable: 'policy-contract-deal-closed', nats, logger, lookEveryMs: 1 });
    expect(place.isInStream()).toBe(true);
    delivered = 7;
    await eventually('it is noticed', () => !place.isInStream());
    delivered = 0;
    await eventually('it is in place again', () => place.isInStream());
    place.stop();
  });
});

test('given a stream that cannot be asked, then the relay keeps its session, and with it the lock', async () => {
  await (await jetstreamManager(nats.connection)).streams.delete('CONTRACT');
  const relay = startRelay({ url: testDatabase.urlFor(SERVICE), schema: SERVICE, nats, logger });
  try {
    await eventually('the session is not silent', async () => {
      const { rows } = await client.query(
        `select 1 from pg_stat_activity
         where application_name = '${SERVICE}-relay' and query = 'select 1' and datname = current_database()`,
      );
      return rows.length === 1;
    });
    expect(relay.isActive()).toBe(true);
  } finally {
    await relay.stop();
  }
});

test('given a relay that loses its server, then it marks what that had acknowledged without waiting for another', async () => {
  const link = { isUp: true };
  const relay = startRelay({
    url: testDatabase.urlFor(SERVICE),
    schema: SERVICE,
    nats: { ...nats, isConnected: () => link.isUp },
    logger,
    failpoint: (step) => void (link.isUp &&= step !== 'before-publish'),
  });
  try {
    await eventually('the relay leads', relay.isActive);
    await append(1);
    relay.wake();
    await eventually('it is marked', async () => (await unpublished()) === 0);
    expect(await streamSize(nats.connection, 'CONTRACT')).toBe(1);
  } finally {
    await relay.stop();
  }
});
