import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { type Database, inTransaction, openDatabase } from '@staycover/db';
import { contractEvents } from '@staycover/events';
import { newId, systemClock } from '@staycover/kernel';
import { appendEvents, connectNats, type Nats, newEvent } from '@staycover/messaging';
import { createLogger } from '@staycover/telemetry';
import { createTestDatabase, createTestNats, eventually, streamSize, type TestDatabase } from '@staycover/testing';
import pg from 'pg';
import { consumers, followers } from '../manifests.ts';
import type { Servers } from './command.ts';
import { outbox } from './outbox.ts';

const SERVICE = 'contract';
const event = contractEvents.dealClosed;

let testDatabase: TestDatabase;
let database: Database;
let client: pg.Client;
let nats: Nats;
let servers: Servers;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = await openDatabase({ url: testDatabase.urlFor(SERVICE), schema: SERVICE, entities: [] });
  client = new pg.Client({ connectionString: testDatabase.adminUrl, options: `-c search_path=${SERVICE}` });
  await client.connect();
});

beforeEach(async () => {
  const testNats = await createTestNats(consumers, { otherConsumers: followers });
  servers = { databases: { [SERVICE]: testDatabase.adminUrl }, nats: testNats };
  nats = await connectNats({ ...testNats, service: SERVICE, logger: createLogger('test', { level: 'silent' }) });
  await client.query('delete from outbox');
});

afterEach(() => nats.close());

afterAll(async () => {
  await client.end();
  await database.close();
  await testDatabase.drop();
});

/** Events of the outbox, and the sequences that the relay has marked them with: undefined for one that it has not marked. */
const given = async (sequences: readonly (number | undefined)[]): Promise<string[]> => {
  const data = { ...event.example.data, organizationId: 'acme' };
  const events = sequences.map(() =>
    newEvent(event, { organizationId: 'acme', id: newId(), version: 1 }, data as never),
  );
  await inTransaction(database, (tx) => appendEvents(tx, events, { now: systemClock(), newId }));
  const { rows } = await client.query<{ id: string }>('select id::text from outbox order by outbox.id');
  const ids = rows.map(({ id }) => id);
  for (const [i, sequence] of sequences.entries()) if (sequence) await mark(ids[i]!, sequence);
  return ids;
};

const mark = (id: string, sequence: number) =>
  client.query('update outbox set published_at = now(), stream_seq = $2 where id = $1', [id, sequence]);

const republish = async (): Promise<string[]> => {
  const lines: string[] = [];
  const since = Temporal.Now.instant().subtract({ hours: 1 }).toString();
  await outbox.run({
    args: ['republish', '--since', since, '--service', SERVICE],
    print: (line) => lines.push(line),
    servers,
  });
  return lines;
};

const marked = async () =>
  (await client.query('select stream_seq::int from outbox where published_at is not null order by id')).rows.map(
    ({ stream_seq }) => stream_seq,
  );

test('given a stream that lost events, then rows record where they are now, although one among them is not marked', async () => {
  await given([1, undefined, 3]);
  expect(await republish()).toEqual(['contract: 2 published again, 0 known to JetStream']);
  expect(await marked()).toEqual([1, 2]);
  expect(await streamSize(nats.connection, 'CONTRACT')).toBe(2);
});

test('given several events of several aggregates, then those of each are in order', async () => {
  const aggregates = Array.from({ length: 8 }, () => newId());
  const data = { ...event.example.data, organizationId: 'acme' };
  const events = [1, 2, 3, 4].flatMap((version) =>
    aggregates.map((id) => newEvent(event, { organizationId: 'acme', id, version }, data as never)),
  );
  await inTransaction(database, (tx) => appendEvents(tx, events, { now: systemClock(), newId }));
  await client.query('update outbox set published_at = now(), stream_seq = id');
  expect(await republish()).toEqual(['contract: 32 published again, 0 known to JetStream']);
  const { rows } = await client.query<{ versions: number[] }>(
    'select array_agg(aggregate_version order by stream_seq) as versions from outbox group by aggregate_id',
  );
  expect(rows.map(({ versions }) => versions)).toEqual(aggregates.map(() => [1, 2, 3, 4]));
  expect((await marked()).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 32 }, (_, i) => i + 1));
});

test('given more than a page of events, of which the ids get another digit, then none is left out', async () => {
  await client.query('alter table outbox alter column id restart with 950');
  await given(Array.from({ length: 600 }, (_, i) => i + 1));
  expect(await republish()).toEqual(['contract: 600 published again, 0 known to JetStream']);
  expect(await streamSize(nats.connection, 'CONTRACT')).toBe(600);
});

test('given a relay that marks an event late which was lost, then that is published again, too', async () => {
  const ids = await given([1, 2, undefined]);
  const lines = republish();
  await eventually('the others are there', async () => (await streamSize(nats.connection, 'CONTRACT')) === 2);
  await mark(ids[2]!, 7);
  expect(await lines).toEqual(['contract: 3 published again, 0 known to JetStream']);
  expect(await marked()).toEqual([1, 2, 3]);
});

test('given nothing that is missing at first, then what the relay marks late is published again all the same', async () => {
  const ids = await given([undefined]);
  const lines = republish();
  await eventually('it has looked', async () => {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database()
         and application_name = 'ops' and state = 'idle' and query like '%stream_seq::text%'`,
    );
    return rowCount === 1;
  });
  await mark(ids[0]!, 7);
  expect(await lines).toEqual(['contract: 1 published again, 0 known to JetStream']);
  expect(await marked()).toEqual([1]);
});

test('given a stream that has forgotten the ids by then, what was published again is not looked at twice', async () => {
  await given([1, 2]);
  const lines = republish();
  await eventually('both are there', async () => (await streamSize(nats.connection, 'CONTRACT')) === 2);
  const { streams } = await jetstreamManager(nats.connection);
  await streams.update('CONTRACT', { duplicate_window: nanos(100) });
  expect(await lines).toEqual(['contract: 2 published again, 0 known to JetStream']);
  expect(await streamSize(nats.connection, 'CONTRACT')).toBe(2);
});

test('given a stream that loses what was just published again, then that goes out once more', async () => {
  await given([1, 2]);
  const lines = republish();
  await eventually('both are there', async () => (await streamSize(nats.connection, 'CONTRACT')) === 2);
  const { streams } = await jetstreamManager(nats.connection);
  const { config } = await streams.info('CONTRACT');
  await streams.delete('CONTRACT');
  await streams.add(config);
  expect(await lines).toEqual(['contract: 4 published again, 0 known to JetStream']);
  expect(await marked()).toEqual([1, 2]);
});

test('given a stream that has everything, then nothing changes', async () => {
  await given([1]);
  const { rows } = await client.query('select event_id, subject, payload from outbox');
  await jetstream(nats.connection).publish(rows[0].subject, rows[0].payload, { msgID: rows[0].event_id });
  expect(await republish()).toEqual(['contract: 0 published again, 1 known to JetStream']);
  expect(await marked()).toEqual([1]);
});

test('given a stream that has everything and has forgotten its ids, then nothing is stored a second time', async () => {
  await given([1]);
  const { rows } = await client.query('select event_id, subject, payload from outbox');
  const { streams } = await jetstreamManager(nats.connection);
  await streams.update('CONTRACT', { duplicate_window: nanos(100) });
  const publish = (msgID: string) => jetstream(nats.connection).publish(rows[0].subject, rows[0].payload, { msgID });
  for (const id of [rows[0].event_id, 'later']) await publish(id);
  await eventually('the later id is forgotten', async () => !(await publish('later')).duplicate);
  expect(await republish()).toEqual(['contract: 0 published again, 1 known to JetStream']);
  expect(await streamSize(nats.connection, 'CONTRACT')).toBe(3);
});
