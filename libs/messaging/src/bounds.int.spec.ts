import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { jetstream } from '@nats-io/jetstream';
import { type Database, type Spend, sharedCounts } from '@staycover/db';
import { eventRejected, eventSubject, inboundEvents } from '@staycover/events';
import { newId, systemClock } from '@staycover/kernel';
import { createLogger } from '@staycover/telemetry';
import { createTestNats, eventually, oncePerEvent, openTestDatabase } from '@staycover/testing';
import type pg from 'pg';
import { type Consumer, connectNats, dailyBudget, type Nats, slots, startConsumer } from './index.ts';

const SERVICE = 'claims';
const EVENT = inboundEvents.claimUpdated;
const logger = createLogger('test', { level: 'silent' });
const rejected = eventRejected(SERVICE);

let database: Database;
let admin: pg.Client;
let drop: () => Promise<void>;
let nats: Nats;
let consumer: Consumer | undefined;

beforeAll(async () => {
  ({ database, admin, drop } = await openTestDatabase(SERVICE));
  nats = await connectNats({
    ...(await createTestNats([{ service: SERVICE, event: EVENT }])),
    service: SERVICE,
    logger,
  });
});

afterEach(() => consumer?.stop());

afterAll(async () => {
  await nats.close();
  await drop();
});

const start = async (spend: Spend = () => undefined): Promise<void> => {
  const ignore = oncePerEvent(EVENT, async () => undefined);
  const options = { service: SERVICE, nats, database, logger, clock: systemClock, newId, handlers: slots(2), spend };
  consumer = startConsumer(ignore, options);
};

const send = async (changes: object, organizationId: string): Promise<string> => {
  const id = newId();
  const data = { ...(EVENT.example.data as object), ...changes, organizationId };
  await jetstream(nats.connection).publish(
    eventSubject(EVENT, organizationId),
    JSON.stringify({ ...EVENT.example, id, data }),
  );
  return id;
};

type Letter = { reason: string; payload: string; event: string };

const awaitLetter = (id: string): Promise<Letter> =>
  eventually('the event is given up', async () => {
    const { rows } = await admin.query<Letter>(
      `select d.reason, d.payload, o.payload as event from dead_letter d
       join outbox o on (o.payload::jsonb -> 'data' ->> 'id') = $1 where d.event_key like '%' || $1`,
      [id],
    );
    return rows[0];
  });

const hostileNames = Object.fromEntries(
  Array.from({ length: 50 }, (_, i) => [`\u0001\ud800\u0000${i}${'\u0001'.repeat(600)}`, 0]),
);

describe('a bad event of another system is given up at once', () => {
  test.each<[string, object]>([
    ['5,000 entries that are none', { claimUrls: Array(5_000).fill(0) }],
    ['100,000 entries that are none', { claimUrls: Array(100_000).fill(0) }],
    [
      '100 entries with 100 faults each',
      { claimUrls: Array.from({ length: 100 }, () => ({})), documents: Array.from({ length: 100 }, () => ({})) },
    ],
    ['names that cannot be stored', { followupAnswers: hostileNames }],
  ])('with %s', async (_title, changes) => {
    await start();
    const { event } = await awaitLetter(await send(changes, 'acme'));
    const { data } = rejected.envelope.parse(JSON.parse(event));
    expect((data as { errors: unknown[] }).errors.length).toBeLessThanOrEqual(100);
    expect(Buffer.byteLength(event)).toBeLessThan(256 * 1024);
  });

  test('when its organization had too much stored, without being stored; events of others are processed', async () => {
    const { spend } = dailyBudget(sharedCounts(database, 'bytes', 60), 10_000);
    await start((organizationId, bytes) => spend(organizationId, bytes));
    const { reason, payload, event } = await awaitLetter(
      await send({ damageDescription: 'x'.repeat(3_900), claimUrls: Array(4_000).fill(0) }, 'greedy'),
    );
    expect(reason).toMatch(/^budget-exceeded: The organization greedy/);
    expect(payload).toBe('');
    expect(event).toContain('budget-exceeded');
    const good = await send({}, 'modest');
    await eventually('the other event is processed', async () => {
      const { rowCount } = await admin.query(`select from inbox where event_key like '%' || $1`, [good]);
      return rowCount === 1;
    });
  });
});
