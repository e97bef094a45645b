import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { contractEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { durableConsumer } from '@staycover/messaging';
import { connectTestNats, createTestDatabase, createTestNats, type TestDatabase } from '@staycover/testing';
import pg from 'pg';
import { consumers } from '../manifests.ts';
import { allIn } from '../testing/one-database.ts';
import type { Servers } from './command.ts';
import { findSkipped } from './skipped-events.ts';

const event = contractEvents.dealClosed;
const { durable } = durableConsumer('policy', event);

let testDatabase: TestDatabase;
let client: pg.Client;
let connection: NatsConnection;
let servers: Servers;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  client = new pg.Client({ connectionString: testDatabase.adminUrl });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await testDatabase.drop();
});

beforeEach(async () => {
  const nats = await createTestNats(consumers);
  servers = { databases: allIn(testDatabase.adminUrl), nats };
  connection = await connectTestNats(nats);
  await client.query('truncate contract.outbox, policy.inbox, policy.dead_letter');
});

afterEach(() => connection.close());

/** Events that the relay published just now, or before; those without a place are not in the stream. */
const published = async (sequences: readonly number[], ago = '0 seconds'): Promise<string[]> => {
  const ids = sequences.map(() => newId());
  for (const [i, sequence] of sequences.entries())
    await client.query(
      `insert into contract.outbox (event_id, organization_id, aggregate_id, aggregate_version, subject, payload, published_at, stream_seq)
       values ($1::uuid, 'acme', $1::uuid::text, 1, $2, '{}', now() - $4::interval, $3)`,
      [ids[i], `${event.subjectPrefix}.acme`, sequence, ago],
    );
  return ids;
};

/** The consumer gets as many events, and acknowledges them. */
const passed = async (count: number): Promise<void> => {
  const js = jetstream(connection);
  for (let i = 0; i < count; i++) await js.publish(`${event.subjectPrefix}.acme`, '{}');
  const consumer = await js.consumers.get('CONTRACT', durable);
  for (let i = 0; i < count; i++) await (await consumer.next())!.ackAck();
};

const handled = (id: string) =>
  client.query('insert into policy.inbox (consumer, event_key) values ($1, $2)', [durable, id]);

const found = async (underWay?: string) =>
  (await findSkipped(servers, connection, underWay)).filter(({ consumer }) => consumer === durable);

/** What is found when nothing is under way any more. */
const foundLater = () => found('0 seconds');

test('what a consumer is past and its service has not handled is found', async () => {
  const [first] = await published([1, 2, 3]);
  await passed(3);
  await handled(first!);
  expect(await foundLater()).toMatchObject([{ publisher: 'contract', count: 2, since: expect.any(String) }]);
});

test('so is what a cluster acknowledged without a place in the stream', async () => {
  await published([0]);
  await passed(1);
  expect(await foundLater()).toMatchObject([{ count: 1 }]);
});

test('so is what was published before the stream was made anew, although its consumer has not come so far again', async () => {
  const [first] = await published([7, 8], '1 hour');
  await handled(first!);
  expect(await found()).toMatchObject([{ publisher: 'contract', count: 1 }]);
});

test('what was given up, or is still to come, is not', async () => {
  const [first] = await published([1, 2]);
  await passed(1);
  await client.query(
    `insert into policy.dead_letter (consumer, event_key, subject, payload, reason, attempts) values ($1, $2, 's', '{}', 'r', 1)`,
    [durable, first],
  );
  expect(await foundLater()).toEqual([]);
});

test('what was published in the last minute may be under way', async () => {
  await published([1]);
  await passed(1);
  expect(await found()).toEqual([]);
});

test('a consumer that cannot be asked is not taken for one without progress; one that is missing is', async () => {
  await published([1]);
  await passed(1);
  const request = jest.spyOn(connection, 'request');
  const ask = request.getMockImplementation() ?? Object.getPrototypeOf(connection).request;
  request.mockImplementation((subject, ...args) =>
    subject.startsWith('$JS.API.CONSUMER.INFO.')
      ? Promise.reject(new Error('no answer'))
      : ask.call(connection, subject, ...args),
  );
  await expect(findSkipped(servers, connection)).rejects.toThrow('no answer');
  request.mockRestore();
  await (await jetstreamManager(connection)).consumers.delete('CONTRACT', durable);
  expect(await foundLater()).toEqual([]);
});

test('all is asked of a database that takes few connections', async () => {
  await published([1, 2]);
  await passed(2);
  const connects = jest.spyOn(pg.Client.prototype, 'connect');
  expect(await foundLater()).toMatchObject([{ count: 2 }]);
  expect(connects).toHaveBeenCalledTimes(2);
  connects.mockRestore();
});
