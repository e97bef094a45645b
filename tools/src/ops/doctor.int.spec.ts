import { expect, jest, test } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { inboundEvents } from '@staycover/events';
import { durableConsumer, RECEIVED, streamName } from '@staycover/messaging';
import { connectTestNats, createTestDatabase, createTestNats } from '@staycover/testing';
import pg from 'pg';
import { manifests } from '../manifests.ts';
import { inOneDatabase, withUrl } from '../provisioning/databases.ts';
import { allIn } from '../testing/one-database.ts';
import type { Servers } from './command.ts';
import { doctor } from './doctor.ts';

/** What the doctor prints of servers with which something is wrong. */
const wrongWith = async (servers: Servers): Promise<string[]> => {
  const lines: string[] = [];
  await expect(doctor.run({ args: [], servers, print: (line) => void lines.push(line) })).rejects.toThrow(/wrong/);
  return lines;
};

test('a database that was not provisioned is reported with its remedy alone', async () => {
  const { adminUrl, drop } = await createTestDatabase();
  const empty = withUrl(adminUrl, { database: 'postgres' });
  const lines = await wrongWith({ databases: allIn(empty), nats: await createTestNats([]) });
  await drop();
  const names = manifests.map(({ name }) => name).join(', ');
  expect(lines.filter((line) => line.startsWith('PostgreSQL'))).toEqual([
    `PostgreSQL: has no schema ${names}\n    npm run provision makes it.`,
  ]);
});

test('a database that is read-only is reported', async () => {
  const { adminUrl, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(`alter database "${client.database}" set default_transaction_read_only = on`);
  await client.end();
  const lines = await wrongWith({ databases: allIn(adminUrl), nats: await createTestNats([]) });
  await drop();
  expect(lines).toContainEqual(expect.stringMatching(/^PostgreSQL: is read-only/));
});

test('a missing history of inbound events is reported', async () => {
  const { adminUrl, drop } = await createTestDatabase();
  const nats = await createTestNats([]);
  const admin = await connectTestNats(nats);
  await (await jetstreamManager(admin)).streams.delete(RECEIVED);
  const lines = await wrongWith({ databases: inOneDatabase(adminUrl), nats });
  await admin.close();
  await drop();
  expect(lines).toContainEqual(expect.stringMatching(/^stream RECEIVED: is missing[^]*npm run provision/));
});

test('inbound events that a consumer is past are reported', async () => {
  const { adminUrl, drop } = await createTestDatabase();
  const event = inboundEvents.coverageElectionChanged;
  const { durable, filter } = durableConsumer('policy', event);
  const nats = await createTestNats([{ service: 'policy', event }]);
  const admin = await connectTestNats(nats);
  const [manager, js] = [await jetstreamManager(admin), jetstream(admin)];
  const other = 'insurance.inbound.other.acme';
  await manager.consumers.update('INBOUND', durable, { filter_subject: other });
  await js.publish(filter.replace('>', 'acme'), '{}');
  await js.publish(other);
  await (await (await js.consumers.get('INBOUND', durable)).next())!.ackAck();
  await manager.consumers.update('INBOUND', durable, { filter_subject: filter });
  await admin.close();
  const lines = await wrongWith({ databases: allIn(adminUrl), nats });
  await drop();
  expect(lines.filter((line) => line.includes('is past'))).toEqual([
    expect.stringMatching(`^consumer ${durable}: is past events in INBOUND[^]*npm run provision`),
  ]);
});

test('a stream that came back without its newest events is reported, although its consumers came back with it', async () => {
  const { adminUrl, drop } = await createTestDatabase();
  const nats = await createTestNats([]);
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(
    `insert into contract.outbox
       (event_id, organization_id, aggregate_id, aggregate_version, ordinal, subject, payload, created_at, published_at, stream_seq)
     values (gen_random_uuid(), 'acme', gen_random_uuid(), 1, 0, 'insurance.contract.deal-closed.acme', '{}',
       '2026-11-21T05:16:00.5Z', now(), 1)`,
  );
  await client.end();
  const lines = await wrongWith({ databases: allIn(adminUrl), nats });
  await drop();
  expect(lines.filter((line) => line.startsWith('stream'))).toEqual([
    'stream CONTRACT: has lost its newest events, those since 2026-11-21T05:16:00.5Z; new ones are held back\n' +
      '    npm run provision, then npm run ops -- outbox republish --since 2026-11-21T05:16:00.5Z.',
  ]);
});

test('streams and consumers that cannot be asked are not taken for missing ones, nor for healthy ones', async () => {
  const { adminUrl, drop } = await createTestDatabase();
  const nats = await createTestNats([]);
  const connection = await connectTestNats(nats);
  const prototype = Object.getPrototypeOf(connection) as NatsConnection;
  await connection.close();
  const { request: ask } = prototype;
  const request = jest.spyOn(prototype, 'request').mockImplementation(function (
    this: NatsConnection,
    subject,
    ...args
  ) {
    return /^\$JS\.API\.(STREAM|CONSUMER)\.INFO\./.test(subject)
      ? Promise.reject(new Error('no answer'))
      : ask.call(this, subject, ...args);
  });
  const lines = await wrongWith({ databases: allIn(adminUrl), nats });
  request.mockRestore();
  await drop();
  expect(lines.filter((line) => line.includes('is missing'))).toEqual([]);
  const streams = manifests.map(({ name }) => `stream ${streamName(name)}`);
  expect(lines.filter((line) => line.includes('cannot be asked'))).toEqual(
    ['NATS', ...streams, 'events'].map((where) => expect.stringMatching(`^${where}: cannot be asked: no answer\n`)),
  );
});

test('a relay of another platform on the same server is not taken for that of this one', async () => {
  const [ours, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const client = new pg.Client({ connectionString: other.adminUrl, application_name: 'contract-relay' });
  await client.connect();
  const lines = await wrongWith({ databases: allIn(ours.adminUrl), nats: await createTestNats([]) });
  await client.end();
  await Promise.all([ours.drop(), other.drop()]);
  expect(lines).toContainEqual(expect.stringMatching(/^contract relay: no process publishes its events/));
});

test('a schedule that fails is reported, one that has ended is not', async () => {
  const { adminUrl, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  const fail = (name: string, retryAt: string) =>
    client.query(
      `with failed as (insert into billing.schedule (name, ran_until, retry_at) values ($1, now(), now() + $2::interval))
       insert into billing.schedule_run (schedule, due_at, started_at, finished_at, outcome, error)
       values ($1, now(), now(), now(), 'FAILED', 'no rates')`,
      [name, retryAt],
    );
  await fail('dunning', '10 minutes');
  await fail('ended', '-25 hours');
  await client.end();
  const lines = await wrongWith({ databases: allIn(adminUrl), nats: await createTestNats([]) });
  await drop();
  expect(lines.filter((line) => line.includes(' schedule '))).toEqual([
    'billing schedule dunning: its newest run failed: no rates\n' +
      '    npm run ops -- schedules billing dunning; it is tried again by itself.',
  ]);
});

test('a session that keeps the relays from publishing is reported, with how to end it', async () => {
  const { adminUrl, drop } = await createTestDatabase();
  const [holder, relay] = ['psql', 'contract-relay'].map(
    (name) => new pg.Client({ connectionString: adminUrl, application_name: name }),
  ) as [pg.Client, pg.Client];
  await Promise.all([holder.connect(), relay.connect()]);
  const take = (client: pg.Client, service: string) =>
    client.query(`select pg_advisory_lock(hashtext('outbox-relay'), hashtext($1)), pg_backend_pid() as pid`, [service]);
  const { pid } = (await take(holder, 'contract')).rows[0];
  await take(relay, 'policy');
  await relay.query(`set application_name = 'policy-relay'`);
  const lines = await wrongWith({ databases: allIn(adminUrl), nats: await createTestNats([]) });
  await Promise.all([holder.end(), relay.end()]);
  await drop();
  expect(lines.filter((line) => line.includes('holds its lock'))).toEqual([
    `contract relay: waits, for the session "psql" (process ${pid}) holds its lock\n` +
      `    Unless that is outbox reconcile at work, end it: select pg_terminate_backend(${pid}).`,
  ]);
});
