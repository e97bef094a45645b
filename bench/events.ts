import { jetstream } from '@nats-io/jetstream';
import { handles, handlesTogether } from '@staycover/change';
import { execute, inTransaction, openDatabase, type Work } from '@staycover/db';
import { contractEvents } from '@staycover/events';
import { newId, systemClock } from '@staycover/kernel';
import {
  appendEvents,
  connectNats,
  newEvent,
  type Relay,
  slots,
  startConsumer,
  startRelay,
} from '@staycover/messaging';
import { createLogger } from '@staycover/telemetry';
import { createTestDatabase, createTestNats, eventually, streamSize } from '@staycover/testing';
import pg from 'pg';
import setUp from '../tools/src/testing/global-setup.ts';
import tearDown from '../tools/src/testing/global-teardown.ts';
import { BARE } from './bare-rows.ts';
import { ownMs } from './processor-time.ts';
import type { Figures, Results } from './side-by-side/measure.ts';
import { asTable } from './side-by-side/table.ts';

const PUBLISHER = 'contract';
const DEAL = contractEvents.dealClosed;
type Effect = (tx: Work, event: { data: { crmDealId: string } }) => Promise<unknown>;
/** As most events are handled, those that come at once in one transaction; and each in a transaction of its own. */
const CONSUMERS = {
  consume: { service: 'policy', following: (effect: Effect) => handlesTogether(DEAL, effect) },
  consumeAlone: { service: 'renewal', following: (effect: Effect) => handles(DEAL, effect) },
};
const ORGANIZATION = 'bench';
const SUBJECT = `${DEAL.subjectPrefix}.${ORGANIZATION}`;
const STORED_AT_ONCE = 1_000;
/** As many as the relay and a consumer have under way. */
const PUBLISHED_AT_ONCE = 256;
const CONNECTIONS = 8;

/**
 * Events of an outbox published by the relay, and events of a stream handled by a consumer, each compared with a bare
 * client: pipelined publishes, and the same statements on as many connections. CPU time is of this process.
 */
export const events = async ([count = '50000']: string[]): Promise<Results> => {
  // The servers that specs run on; the first worker's account of NATS.
  await setUp();
  process.env['JEST_WORKER_ID'] ??= '1';
  const world = await openWorld();
  try {
    const results = {
      relay: await relay(world, Number(count)),
      consume: await consume(world, Number(count), 'consume'),
      consumeAlone: await consume(world, Number(count), 'consumeAlone'),
    };
    console.log(asTable(results));
    return results;
  } finally {
    await world.close();
    await tearDown();
  }
};

type World = Awaited<ReturnType<typeof openWorld>>;

const openWorld = async () => {
  const testDatabase = await createTestDatabase();
  const services = Object.values(CONSUMERS).map(({ service }) => service);
  const consumers = services.map((service) => ({ service, event: DEAL }));
  const testNats = await createTestNats(consumers, { maxBytes: 1024 ** 3 });
  const logger = createLogger('bench', { level: 'silent' });
  const nats = await connectNats({ ...testNats, service: PUBLISHER, logger });
  const admin = new pg.Client({ connectionString: testDatabase.adminUrl });
  await admin.connect();
  for (const service of services)
    await admin.query(
      `create table ${service}.effect (deal text not null); grant insert on ${service}.effect to ${service}`,
    );
  return {
    logger,
    nats,
    admin,
    urlFor: testDatabase.urlFor,
    async close() {
      await admin.end();
      await nats.close();
      await testDatabase.drop();
    },
  };
};

const measure = async (count: number, work: () => Promise<unknown>): Promise<Figures> => {
  const [before, began] = [ownMs(), performance.now()];
  await work();
  return { cpuMs: (ownMs() - before) / count, perSecond: (count * 1_000) / (performance.now() - began) };
};

const relay = async ({ nats, logger, admin, urlFor }: World, count: number): Promise<Record<string, Figures>> => {
  await fillOutbox(urlFor(PUBLISHER), count);
  const { rows } = await admin.query<{ payload: string }>(`select payload::text from ${PUBLISHER}.outbox limit 1`);
  let running: Relay | undefined;
  const ours = await measure(count, async () => {
    running = startRelay({ url: urlFor(PUBLISHER), schema: PUBLISHER, nats, logger });
    const left = `select from ${PUBLISHER}.outbox where published_at is null limit 1`;
    await eventually('the outbox is published', async () => (await admin.query(left)).rowCount === 0, 600_000);
  });
  await running?.stop();
  const js = jetstream(nats.connection);
  const { payload } = rows[0]!;
  const { id } = JSON.parse(payload) as { id: string };
  // Each is an event of its own, or the consumer would take all for the same one.
  const publish = (msgID = newId()) => js.publish(SUBJECT, payload.replace(id, msgID), { msgID });
  const pipelined = await measure(count, () => inParallel(PUBLISHED_AT_ONCE, count, () => publish()));
  return { ours, 'pipelined publishes': pipelined };
};

const fillOutbox = async (url: string, count: number): Promise<void> => {
  const database = await openDatabase({ url, schema: PUBLISHER, entities: [] });
  const data = { ...DEAL.example.data, organizationId: ORGANIZATION };
  for (let stored = 0; stored < count; stored += STORED_AT_ONCE) {
    const some = Array.from({ length: Math.min(STORED_AT_ONCE, count - stored) }, () =>
      newEvent(DEAL, { organizationId: ORGANIZATION, id: newId(), version: 1 }, data as never),
    );
    await inTransaction(database, (tx) => appendEvents(tx, some, { now: systemClock(), newId }));
  }
  await database.close();
};

const INSERT_EFFECT = 'insert into effect (deal) values ($1)';
const INSERT_INBOX = 'insert into inbox (consumer, event_key) values ($1, $2) on conflict do nothing';

/** What the relay and the bare client published: both parts of it are handled. */
const consume = async (world: World, count: number, way: keyof typeof CONSUMERS): Promise<Record<string, Figures>> => {
  const { nats, logger, admin, urlFor } = world;
  const { service, following } = CONSUMERS[way];
  const url = urlFor(service);
  const waiting = await streamSize(nats.connection, PUBLISHER.toUpperCase());
  const database = await openDatabase({ url, schema: service, entities: [] });
  const subscription = following((tx, { data }) => execute(tx, INSERT_EFFECT, [data.crmDealId]));
  const context = { database, logger, clock: systemClock, newId, handlers: slots(CONNECTIONS) };
  let consumer: ReturnType<typeof startConsumer> | undefined;
  const ours = await measure(waiting, async () => {
    consumer = startConsumer(subscription, { ...context, service, nats });
    const handled = `select from ${service}.effect offset ${waiting - 1} limit 1`;
    await eventually('all is handled', async () => (await admin.query(handled)).rowCount === 1, 600_000);
  });
  await consumer?.stop();
  await database.close();
  return { ours, [BARE]: await bareSql(url, service, count) };
};

const bareSql = async (url: string, schema: string, count: number): Promise<Figures> => {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS, options: `-c search_path=${schema}` });
  const handleOne = async () => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query({ name: 'inbox', text: INSERT_INBOX, values: ['bench', newId()] });
    await client.query({ name: 'effect', text: INSERT_EFFECT, values: ['deal'] });
    await client.query('commit');
    client.release();
  };
  const figures = await measure(count, () => inParallel(CONNECTIONS, count, handleOne));
  await pool.end();
  return figures;
};

const inParallel = async (width: number, count: number, work: () => Promise<unknown>): Promise<void> => {
  let n = 0;
  const worker = async () => {
    while (n++ < count) await work();
  };
  await Promise.all(Array.from({ length: width }, worker));
};
