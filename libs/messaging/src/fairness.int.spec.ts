import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { type Database, type Spend, sharedCounts } from '@staycover/db';
import { contractEvents, type EventDefinition, eventSubject, inboundEvents } from '@staycover/events';
import { newId, systemClock } from '@staycover/kernel';
import { createLogger } from '@staycover/telemetry';
import { createTestNats, eventually, oncePerEvent, openTestDatabase } from '@staycover/testing';
import type pg from 'pg';
import {
  type Consumer,
  connectNats,
  dailyBudget,
  MAX_WAITING,
  type Nats,
  RECEIVED,
  type Subscription,
  slots,
  startConsumer,
} from './index.ts';
import { provisionStreams } from './streams.ts';

jest.setTimeout(120_000);

/** Hundreds of events on a busy machine. */
const PATIENCE_MS = 60_000;
const SERVICE = 'claims';
const EVENT = inboundEvents.claimUpdated;
const OWN = contractEvents.dealClosed;
const CONSUMERS = [
  { service: SERVICE, event: EVENT },
  { service: SERVICE, event: OWN },
];
const logger = createLogger('test', { level: 'silent' });

let database: Database;
let admin: pg.Client;
let drop: () => Promise<void>;
let nats: Nats;
let consumer: Consumer | undefined;

beforeAll(async () => {
  ({ database, admin, drop } = await openTestDatabase(SERVICE));
});

beforeEach(async () => {
  nats = await connectNats({ ...(await createTestNats(CONSUMERS)), service: SERVICE, logger });
  await admin.query('truncate inbox, dead_letter, outbox');
});

afterEach(async () => {
  await consumer?.stop();
  consumer = undefined;
  await nats.close();
});

afterAll(() => drop());

const send = async (organizationId: string, changes: object = {}, event: EventDefinition = EVENT) => {
  const data = { ...(event.example.data as object), ...changes, organizationId };
  const envelope = JSON.stringify({ ...event.example, id: newId(), data });
  await jetstream(nats.connection).publish(eventSubject(event, organizationId), envelope);
};

const sendMany = (count: number, organizationId: string, changes: object = {}, event: EventDefinition = EVENT) =>
  Promise.all(Array.from({ length: count }, () => send(organizationId, changes, event)));

const start = async (
  effect: (organizationId: string) => Promise<void> | void,
  {
    spend = () => undefined,
    event = EVENT,
    ...how
  }: { spend?: Spend; event?: EventDefinition } & Partial<Subscription> = {},
) => {
  const subscription = oncePerEvent(event, async (_tx, data) =>
    effect((data as { organizationId: string }).organizationId),
  );
  const common = { service: SERVICE, nats, database, logger, clock: systemClock, newId, handlers: slots(2) };
  consumer = startConsumer({ ...subscription, ...how }, { ...common, spend });
};

const budget = (most: number): Spend => {
  const { spend } = dailyBudget(sharedCounts(database, 'bytes', 60), most);
  return (organizationId, bytes) => spend(organizationId, bytes);
};

const state = async (stream: string) => (await (await jetstreamManager(nats.connection)).streams.info(stream)).state;
const rows = async (table: string) => (await admin.query(`select * from ${table}`)).rows;

describe('what one organization brings', () => {
  test.each([true, false])('does not delay others, even when it came first (ordered: %s)', async (ordered) => {
    await sendMany(MAX_WAITING, 'greedy');
    await send('modest');
    const handled: string[] = [];
    const taken = new Set<string>();
    await start(
      async (organizationId) => {
        await eventually('all are taken', () => taken.has('modest'), PATIENCE_MS);
        handled.push(organizationId);
      },
      { ordered, spend: (organizationId) => void taken.add(organizationId) },
    );
    await eventually('all are handled', async () => handled.length === MAX_WAITING + 1, PATIENCE_MS);
    expect(handled.indexOf('modest')).toBeLessThan(20);
  });

  test.each([{ ordered: true }, { together: true, inTurns: true }])(
    'of our own events, while it waits for locks, leaves places to others (%j)',
    async (how) => {
      const released = Promise.withResolvers<void>();
      await sendMany(how.ordered ? 20 : 100, 'greedy', {}, OWN);
      await send('modest', {}, OWN);
      const handled: string[] = [];
      await start(() => undefined, {
        event: OWN,
        ...how,
        async process(_database, { event }) {
          const { organizationId } = event.data as { organizationId: string };
          if (organizationId === 'greedy') await released.promise;
          handled.push(organizationId);
          return true;
        },
      });
      await eventually('the modest one is handled', () => handled.includes('modest'), PATIENCE_MS);
      expect(handled).toEqual(['modest']);
      released.resolve();
      await eventually('all are handled', () => handled.length === (how.ordered ? 21 : 101), PATIENCE_MS);
    },
  );

  test('waits up to a limit for each kind of event; beyond it, only that organization is rejected', async () => {
    await sendMany(MAX_WAITING, 'greedy');
    await expect(send('greedy')).rejects.toThrow('maximum messages per subject exceeded');
    await send('greedy', {}, inboundEvents.claimSubmitted);
    await send('modest');
    await start(() => undefined);
    await eventually('all are handled', async () => (await rows('inbox')).length === MAX_WAITING + 1);
    await send('greedy');
  });

  test('leaves room for others, were it of every kind and of the largest', async () => {
    const manager = await jetstreamManager(nats.connection);
    const { max_msg_size } = (await manager.streams.info('INBOUND')).config;
    expect(MAX_WAITING * Object.keys(inboundEvents).length * max_msg_size).toBeLessThan(0.9 * 4 * 1024 ** 3);
  });

  test('is dropped beyond its budget, which is reported once', async () => {
    await start(() => undefined, { spend: budget(100_000) });
    await sendMany(100, 'greedy', { damageDescription: 'x'.repeat(3_000) });
    await send('modest');
    await eventually('nothing waits any more', async () => (await state('INBOUND')).messages === 0, PATIENCE_MS);
    const letters = await rows('dead_letter');
    expect(letters).toMatchObject([{ organization_id: 'greedy', payload: '' }]);
    expect(letters[0]!.reason).toMatch(
      /^budget-exceeded: .*Until then its other events are given up without a word\.$/,
    );
    const paid = await rows('inbox');
    expect(paid.filter(({ event_key }) => event_key.startsWith('modest'))).toHaveLength(1);
    expect(paid.length).toBeLessThan(40);
  });

  test('pays for what its faults would store', async () => {
    await start(() => undefined, { spend: budget(30_000) });
    await sendMany(20, 'greedy', { claimUrls: Array(100).fill(0) });
    await eventually('nothing waits any more', async () => (await state('INBOUND')).messages === 0, PATIENCE_MS);
    const outbox = await admin.query<{ bytes: string }>('select sum(octet_length(payload)) as bytes from outbox');
    expect(Number(outbox.rows[0]!.bytes)).toBeLessThan(60_000);
  });
});

describe('the history of what other systems sent', () => {
  test('has the handled events, under its own subject', async () => {
    await start(() => undefined);
    await sendMany(3, 'acme');
    await eventually('nothing waits any more', async () => (await state('INBOUND')).messages === 0, PATIENCE_MS);
    expect((await state(RECEIVED)).messages).toBe(3);
  });
});

describe('an INBOUND stream of an older version, which kept handled events', () => {
  const before = async () => {
    const manager = await jetstreamManager(nats.connection);
    await manager.streams.delete('INBOUND');
    await manager.streams.add({ name: 'INBOUND', subjects: ['insurance.inbound.>'], max_bytes: 1024 ** 2 });
    await manager.consumers.add('INBOUND', {
      durable_name: 'claims-inbound-claim-updated',
      filter_subject: 'insurance.inbound.claim-updated.>',
      ack_policy: 'explicit',
      max_ack_pending: 64,
    });
    return manager;
  };
  const provision = () =>
    provisionStreams(nats.connection, { publishers: ['inbound'], consumers: CONSUMERS, maxBytes: 1024 ** 2 });

  test('is recreated', async () => {
    const manager = await before();
    await provision();
    const { config } = await manager.streams.info('INBOUND');
    expect(config).toMatchObject({ retention: 'workqueue', max_msgs_per_subject: MAX_WAITING });
  });

  test('stays as long as an event waits in it', async () => {
    const manager = await before();
    await send('acme');
    await expect(provision()).rejects.toThrow('1 events wait there for claims-inbound-claim-updated');
    expect((await manager.streams.info('INBOUND')).state.messages).toBe(1);
  });
});
