import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type JetStreamClient, jetstream } from '@nats-io/jetstream';
import { publishers } from '@staycover/events';
import { allEnded } from '@staycover/kernel';
import { findEvent, type OutboxStanding, outboxStanding, storeEvent, streamName } from '@staycover/messaging';
import { UsageError } from '../cli/usage-error.ts';
import {
  askEach,
  type Command,
  type Context,
  formatSecond,
  inSchemas,
  readInstant,
  SERVERS_HELP,
  type Sql,
  show,
  withDatabase,
  withNats,
} from './command.ts';
import { consumerStandings } from './consumers.ts';
import { reconcile } from './reconcile.ts';

type Status = { service: string } & OutboxStanding;

const PAGE = 500;

/** How the outboxes stand, and publishing again what JetStream has lost. */
export const outbox: Command = {
  usage: `outbox status [--json]                              what is not published yet, by service
outbox republish --since <instant> [--service <name>]  publishes kept events again, under their ids, oldest first:
                                                    what JetStream still knows is dropped there, what a consumer has
                                                    processed is dropped by its inbox
outbox reconcile                                    after PostgreSQL was restored to an earlier point: makes the streams
                                                    anew, and publishes what the outboxes have, 30 days, again
${SERVERS_HELP}`,
  async run(context) {
    const [action, ...rest] = context.args;
    if (action === 'status') return status({ ...context, args: rest });
    if (action === 'republish') return republish({ ...context, args: rest });
    if (action === 'reconcile' && rest.length === 0) return reconcile(context);
    throw new UsageError();
  },
};

const status = async (context: Context): Promise<void> => {
  const { values } = parseArgs({ args: context.args, options: { json: { type: 'boolean', default: false } } });
  const found = await askEach(context.servers, publishers, outboxStatus);
  show(context, found, values.json, {
    SERVICE: ({ service }) => service,
    UNPUBLISHED: ({ unpublished }) => String(unpublished),
    'OLDEST, s': ({ oldest_seconds }) => oldest_seconds.toFixed(1),
    'FAILED BEFORE': ({ failing }) => String(failing),
    'LAST PUBLISHED': ({ last_published }) => formatSecond(last_published),
  });
};

export const outboxStatus = (sql: Sql, service: string): Promise<Status[]> =>
  inSchemas(sql, [service], async (on) => [await outboxStanding(on)]);

const republish = async (context: Context): Promise<void> => {
  const { values } = parseArgs({
    args: context.args,
    options: { since: { type: 'string' }, service: { type: 'string' } },
  });
  const services = publishers.filter((name) => values.service === undefined || name === values.service);
  if (!values.since || services.length === 0) throw new UsageError();
  const since = readInstant('since', values.since).toString();
  await withNats(context.servers, async (connection) => {
    const ahead = (await consumerStandings(connection)).find(({ problem }) => problem !== null);
    if (ahead) throw new Error(`The consumer ${ahead.consumer} is ${ahead.problem}: run npm run provision first.`);
    const js = jetstream(connection);
    const counts = await allEnded(
      services.map((service) => withDatabase(context.servers, service, (sql) => republishOne(sql, js, service, since))),
    );
    for (const [i, { published, known }] of counts.entries())
      context.print(`${services[i]}: ${published} published again, ${known} known to JetStream`);
  });
};

/** Within which a relay that lost its server marks what that had acknowledged. */
const MARKED_WITHIN_MS = 3_000;

/** Which rows are published again: those created since a time, and of them those marked since another. */
type Chosen = { since: string; markedSince: string };
/** `last` is where the stream took the newest event that was published again before. */
type Round = Chosen & { last: number };
const ALWAYS = '-infinity';

/**
 * Publishes again until nothing was missing: what is marked meanwhile may be lost, too, and would hold the relay. Only that
 * is looked at again, JetStream soon forgets the ids of the others; all of it where the stream lost what it had just taken.
 */
const republishOne = async (sql: Sql, js: JetStreamClient, service: string, since: string) => {
  let begun = await oldestOpen(sql);
  let round = await republishOnce(sql, js, service, { since, markedSince: ALWAYS, last: 0 });
  const counts = { published: round.published, known: round.known };
  do {
    await delay(MARKED_WITHIN_MS);
    const markedSince = round.isCut ? ALWAYS : begun;
    begun = await oldestOpen(sql);
    round = await republishOnce(sql, js, service, { since, markedSince, last: round.isCut ? 0 : round.last });
    counts.published += round.published;
  } while (round.published > 0 || round.isCut);
  return counts;
};

/** Since when a mark may have begun that others do not see yet: a row has the time at which its mark began. */
const oldestOpen = async (sql: Sql): Promise<string> => {
  const [oldest] = await sql<{ at: string }>(
    'select min(xact_start)::text as at from pg_stat_activity where datname = current_database()',
  );
  return oldest!.at;
};

const republishOnce = async (sql: Sql, js: JetStreamClient, service: string, { last, ...chosen }: Round) => {
  const round = { published: 0, known: 0, isCut: false, last };
  const stream = streamName(service);
  const manager = await js.jetstreamManager();
  const before = await lastBefore(sql, service, chosen);
  for (
    let rows = await kept(sql, service, chosen, before);
    rows.length > 0;
    rows = await kept(sql, service, chosen, rows.at(-1)!.id)
  ) {
    const moved: { id: string; seq: number }[] = [];
    // One after the other: the events of an aggregate stay in order.
    for (const { id, event_id, subject, payload, stream_seq } of rows) {
      const event = { id: event_id, subject, payload };
      const find = () => findEvent(manager, stream, { id: event_id, sequence: Number(stream_seq) });
      const { duplicate, seq } = await storeEvent(js, event, { expect: { streamName: stream } }, find);
      round[duplicate ? 'known' : 'published'] += 1;
      // A young cluster may change the leader of a stream for one without its newest events.
      round.isCut ||= !duplicate && seq <= round.last;
      if (!duplicate) round.last = seq;
      if (String(seq) !== stream_seq) moved.push({ id, seq });
    }
    await noteMoved(sql, service, moved);
  }
  const { state } = await manager.streams.info(stream);
  round.isCut ||= state.last_seq < round.last;
  return round;
};

/** Where events are now: the relay compares that with the end of the stream. */
const noteMoved = async (sql: Sql, service: string, moved: readonly { id: string; seq: number }[]): Promise<void> => {
  if (moved.length === 0) return;
  await sql(
    `update ${service}.outbox as o set stream_seq = m.seq from unnest($1::bigint[], $2::bigint[]) as m(id, seq) where o.id = m.id`,
    [moved.map(({ id }) => id), moved.map(({ seq }) => seq)],
  );
};

/** The row to begin behind, found by the index of what is published; the rows before it may be many. */
const lastBefore = async (sql: Sql, service: string, { since, markedSince }: Chosen): Promise<string> => {
  const [first] = await sql<{ id: string }>(
    `select (coalesce(min(id), 1) - 1)::text as id from ${service}.outbox
     where published_at >= greatest($1::timestamptz, $2) and created_at >= $1`,
    [since, markedSince],
  );
  return first!.id;
};

type Kept = { id: string; event_id: string; subject: string; payload: string; stream_seq: string };

const kept = (sql: Sql, service: string, { since, markedSince }: Chosen, after: string): Promise<Kept[]> =>
  sql<Kept>(
    `select id::text, event_id, subject, payload, stream_seq::text from ${service}.outbox as kept
     where created_at >= $1 and published_at >= $2 and id > $3 order by kept.id limit ${PAGE}`,
    [since, markedSince, after],
  );
