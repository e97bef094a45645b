import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { EventDefinition } from '@staycover/events';
import { allEnded } from '@staycover/kernel';
import { durableConsumer, hasSkipped, streamName } from '@staycover/messaging';
import { consumers, durables } from '../manifests.ts';
import { askEach, type Servers, type Sql } from './command.ts';
import type { Finding } from './finding.ts';
import { unlessMissing } from './missing-stream.ts';

/** Events that a consumer does not get any more, and its service neither handled nor gave up. */
export type Skipped = { consumer: string; publisher: string; count: number; since: string };

type Published = {
  publisher: string;
  id: string;
  subject: string;
  sequence: number;
  at: string;
  publishedAt: string;
};

/** How long an event may be on its way to its consumers. */
const UNDER_WAY = '1 minute';

/** The newest events of a service, without those that its consumers may be handling now. */
const readNewest = (sql: Sql, publisher: string, underWay: string): Promise<Published[]> =>
  sql<Published>(
    `select '${publisher}' as publisher, event_id::text as id, subject, stream_seq::float8 as sequence, created_at::text as at,
       published_at::text as "publishedAt" from (select * from ${publisher}.outbox order by id desc limit 10000) as newest
     where published_at < now() - $1::interval order by newest.id`,
    [underWay],
  );

type Watched = { service: string; event: EventDefinition };
/** Events of one kind that the consumer of a service does not get any more, the oldest first. */
type Passed = { service: string; consumer: string; publisher: string; events: readonly Published[] };

const readPassed = async (
  manager: JetStreamManager,
  { service, event }: Watched,
  newest: readonly Published[],
): Promise<Passed> => {
  const { service: publisher, subjectPrefix } = event;
  const { durable: consumer } = durableConsumer(service, event);
  const stream = await manager.streams.info(streamName(publisher)).catch(unlessMissing);
  const info = stream && (await manager.consumers.info(streamName(publisher), consumer).catch(unlessMissing));
  const floor = info?.ack_floor.stream_seq ?? 0;
  const events = newest.filter(
    ({ subject, sequence, publishedAt }) =>
      subject.startsWith(`${subjectPrefix}.`) &&
      (sequence <= floor || (stream && isBefore(publishedAt, stream.created))),
  );
  return { service, consumer, publisher, events };
};

/** What was published before its stream was made anew is not in it, whatever its sequence. */
const isBefore = (publishedAt: string, created: string): boolean =>
  Temporal.Instant.compare(Temporal.Instant.from(publishedAt), Temporal.Instant.from(created)) < 0;

const unhandledIn = (service: string): string =>
  `select asked.id from unnest($2::text[]) as asked (id)
   where not exists (select from ${service}.inbox where consumer = $1 and event_key = asked.id)
     and not exists (select from ${service}.dead_letter where consumer = $1 and event_key = asked.id)`;

const readSkipped = async (sql: Sql, { service, consumer, publisher, events }: Passed): Promise<Skipped[]> => {
  const ids = events.map(({ id }) => id);
  const rows = ids.length > 0 ? await sql<{ id: string }>(unhandledIn(service), [consumer, ids]) : [];
  const unhandled = new Set(rows.map(({ id }) => id));
  const first = events.find(({ id }) => unhandled.has(id));
  return first ? [{ consumer, publisher, count: unhandled.size, since: first.at }] : [];
};

/**
 * Finds events that were published and never came to a service, among the newest 10,000 of each: a stream can lose what it
 * acknowledged, as after the disks of a cluster were lost, also when it was made anew. `underWay` is an interval of PostgreSQL.
 */
export const findSkipped = async (
  servers: Servers,
  connection: NatsConnection,
  underWay = UNDER_WAY,
): Promise<Skipped[]> => {
  const manager = await jetstreamManager(connection);
  const watched = consumers.filter(({ event }) => event.service !== 'inbound');
  const publishers = [...new Set(watched.map(({ event }) => event.service))];
  const newest = await askEach(servers, publishers, (sql, publisher) => readNewest(sql, publisher, underWay));
  const passed = await allEnded(watched.map((each) => readPassed(manager, each, newest)));
  const services = [...new Set(watched.map(({ service }) => service))];
  return askEach(servers, services, async (sql, service) => {
    const found: Skipped[] = [];
    for (const each of passed) if (each.service === service) found.push(...(await readSkipped(sql, each)));
    return found;
  });
};

/** JetStream knows the ids of its events for ten minutes, and drops what is published again before. */
export const checkSkipped = async (servers: Servers, connection: NatsConnection): Promise<Finding[]> =>
  (await findSkipped(servers, connection)).map(({ consumer, publisher, count, since }) => ({
    where: `consumer ${consumer}`,
    wrong: `never gets ${count} events that were published and not handled, the first of ${since}`,
    remedy: `Wait until ten minutes after the last lost event: until then the stream drops an id that it knows. Then run npm run ops -- outbox republish --service ${publisher} --since ${Temporal.Instant.from(since).toString()}`,
  }));

/**
 * Inbound events at sequences that their consumer was past when `INBOUND` lost its newest ones, or that a server which crashed
 * before it had written their removal has again.
 */
export const checkSkippedInbound = async (connection: NatsConnection): Promise<Finding[]> => {
  const manager = await jetstreamManager(connection);
  const found = await allEnded(
    durables
      .filter(({ stream }) => stream === streamName('inbound'))
      .map(async (consumer): Promise<Finding[]> => {
        if (!(await hasSkipped(manager, consumer).catch(unlessMissing))) return [];
        const wrong =
          'is past events in INBOUND and never gets them: NATS lost newer ones, or has brought handled ones back after a crash';
        return [
          { where: `consumer ${consumer.durable}`, wrong, remedy: 'npm run provision; nothing is handled twice.' },
        ];
      }),
  );
  return found.flat();
};
