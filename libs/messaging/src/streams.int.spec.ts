import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import { contractEvents, inboundEvents } from '@staycover/events';
import { connectTestNats, createTestNats, type TestNats } from '@staycover/testing';
import { durableConsumer, durableName, type Provisioning, provisionStreams } from './streams.ts';

const MIB = 1024 ** 2;
const consumers = [
  { service: 'policy', event: contractEvents.dealClosed },
  { service: 'policy', event: inboundEvents.coverageElectionChanged },
];
const durable = durableName('policy', contractEvents.dealClosed);

let nats: TestNats;
let connection: NatsConnection;
let manager: JetStreamManager;

beforeAll(async () => {
  nats = await createTestNats([]);
  connection = await connectTestNats(nats);
  manager = await jetstreamManager(connection);
});

afterAll(() => connection.close());

beforeEach(() => createTestNats(consumers));

const provision = (options: Partial<Provisioning>) =>
  provisionStreams(connection, { publishers: ['contract', 'billing', 'inbound'], consumers, ...options });
const readMaxBytes = async (stream: string): Promise<number> => (await manager.streams.info(stream)).config.max_bytes;

describe('a stream', () => {
  test('is provisioned with its own subjects', async () => {
    await provision({ maxBytes: 80 * MIB, maxBytesByService: { billing: 256 * MIB } });
    expect(await readMaxBytes('CONTRACT')).toBe(80 * MIB);
    expect(await readMaxBytes('BILLING')).toBe(256 * MIB);
    expect(await readMaxBytes('INBOUND')).toBe(4 * 80 * MIB);
  });

  test('that was given more is not made smaller by the next provisioning', async () => {
    await manager.streams.update('BILLING', { max_bytes: 300 * MIB });
    await provision({ maxBytes: 64 * MIB });
    expect(await readMaxBytes('BILLING')).toBe(300 * MIB);
    await manager.streams.update('BILLING', { max_bytes: -1 });
    await provision({ maxBytes: 64 * MIB });
    expect(await readMaxBytes('BILLING')).toBe(-1);
  });
});

test('a consumer that is past events of a work queue gets them after the next provisioning', async () => {
  const { durable: queued, filter } = durableConsumer('policy', inboundEvents.coverageElectionChanged);
  const [skipped, other] = [filter.replace('>', 'acme'), 'insurance.inbound.other.acme'];
  const js = jetstream(connection);
  await manager.consumers.update('INBOUND', queued, { filter_subject: other });
  await js.publish(skipped, 'skipped');
  await js.publish(other);
  const next = async () => (await js.consumers.get('INBOUND', queued)).next({ expires: 1_000 });
  await (await next())!.ackAck();
  await manager.consumers.update('INBOUND', queued, { filter_subject: filter });
  expect(await next()).toBeNull();
  await provision({ maxBytes: 64 * MIB });
  const came = await next();
  expect(came?.string()).toBe('skipped');
  await provision({ maxBytes: 64 * MIB });
  expect((await manager.consumers.info('INBOUND', queued)).num_ack_pending).toBe(1);
});

describe('a durable consumer that is there', () => {
  test('gets missing settings and keeps its position', async () => {
    await manager.consumers.update('CONTRACT', durable, {
      ack_wait: nanos(5_000),
      max_ack_pending: 64,
      max_deliver: 7,
    });
    await provision({ maxBytes: 64 * MIB });
    const { config } = await manager.consumers.info('CONTRACT', durable);
    expect(config).toMatchObject({ ack_wait: nanos(30_000), max_ack_pending: 1_000, max_deliver: -1 });
  });

  test('lets many fail before others have to wait', async () => {
    const { config } = await manager.consumers.info('CONTRACT', durable);
    expect(config.max_ack_pending).toBe(1_000);
  });
});
