import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { allEnded } from '@staycover/kernel';
import { durableConsumer, streamName } from '@staycover/messaging';
import { consumers } from '../manifests.ts';
import { type Servers, withDatabase } from './command.ts';
import type { Finding } from './finding.ts';

/** Events that a consumer went past, and its service neither handled nor gave up. */
export type Skipped = { consumer: string; publisher: string; count: number; since: string };

type Published = { id: string; subject: string; sequence: number; at: string };

/** The newest events of a service, without those that its consumers may be handling now. */
const readNewest = (servers: Servers, publisher: string): Promise<Published[]> =>
  withDatabase(servers, publisher, (sql) =>
    sql<Published>(
      `select event_id::text as id, subject, stream_seq::int as sequence, created_at::text as at from
         (select * from ${publisher}.outbox order by id desc limit 10000) as newest
       where published_at < now() - interval '1 minute' order by id`,
    ),
  );

const readFloor = async (manager: JetStreamManager, publisher: string, durable: string): Promise<number> => {
  const info = await manager.consumers.info(streamName(publisher), durable).catch(() => undefined);
  return info?.ack_floor.stream_seq ?? 0;
};

const readUnhandled = (servers: Servers, service: string, durable: string, ids: readonly string[]) =>
  withDatabase(servers, service, async (sql) => {
    const rows = await sql<{ id: string }>(
      `select asked.id from unnest($2::text[]) as asked (id)
       where not exists (select from ${service}.inbox where consumer = $1 and event_key = asked.id)
         and not exists (select from ${service}.dead_letter where consumer = $1 and event_key = asked.id)`,
      [durable, ids],
    );
    return new Set(rows.map(({ id }) => id));
  });

/**
 * Finds events that were published and never came to a service, among the newest 10,000 of each: a stream can lose what it
 * acknowledged, as after the disks of a cluster were lost.
 */
export const findSkipped = async (servers: Servers, connection: NatsConnection): Promise<Skipped[]> => {
  const manager = await jetstreamManager(connection);
  const found: Skipped[] = [];
  for (const [publisher, its] of Map.groupBy(consumers, ({ event }) => event.service)) {
    if (publisher === 'inbound') continue;
    const newest = await readNewest(servers, publisher);
    const skipped = await allEnded(
      its.map(async ({ service, event }) => {
        const { durable } = durableConsumer(service, event);
        const floor = await readFloor(manager, publisher, durable);
        const passed = newest.filter(
          ({ subject, sequence }) => subject.startsWith(`${event.subjectPrefix}.`) && sequence <= floor,
        );
        if (passed.length === 0) return [];
        const ids = passed.map(({ id }) => id);
        const unhandled = await readUnhandled(servers, service, durable, ids);
        const first = passed.find(({ id }) => unhandled.has(id));
        return first ? [{ consumer: durable, publisher, count: unhandled.size, since: first.at }] : [];
      }),
    );
    found.push(...skipped.flat());
  }
  return found;
};

/** JetStream knows the ids of its events for ten minutes, and drops what is published again before. */
export const ofSkipped = async (servers: Servers, connection: NatsConnection): Promise<Finding[]> =>
  (await findSkipped(servers, connection)).map(({ consumer, publisher, count, since }) => ({
    where: `consumer ${consumer}`,
    wrong: `is past ${count} events that were never handled, the first of ${since}`,
    remedy: `Ten minutes after the last of them: npm run ops -- outbox republish --service ${publisher} --since ${Temporal.Instant.from(since).toString()}`,
  }));
