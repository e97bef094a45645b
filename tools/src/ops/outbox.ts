import { parseArgs } from 'node:util';
import { type JetStreamClient, jetstream } from '@nats-io/jetstream';
import { publishers } from '@staycover/events';
import { type OutboxStanding, outboxStanding, streamName } from '@staycover/messaging';
import { UsageError } from '../cli/usage-error.ts';
import {
  askEach,
  type Command,
  type Context,
  formatSecond,
  inSchemas,
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
  const since = Temporal.Instant.from(values.since).toString();
  await withNats(context.servers, async (connection) => {
    const ahead = (await consumerStandings(connection)).find(({ problem }) => problem !== null);
    if (ahead) throw new Error(`The consumer ${ahead.consumer} is ${ahead.problem}: run npm run provision first.`);
    for (const service of services) {
      const { published, known } = await withDatabase(context.servers, service, (sql) =>
        republishOne(sql, jetstream(connection), service, since),
      );
      context.print(`${service}: ${published} published again, ${known} known to JetStream`);
    }
  });
};

const republishOne = async (sql: Sql, js: JetStreamClient, service: string, since: string) => {
  const counts = { published: 0, known: 0 };
  const before = await lastBefore(sql, service, since);
  for (
    let rows = await kept(sql, service, since, before);
    rows.length > 0;
    rows = await kept(sql, service, since, rows.at(-1)!.id)
  ) {
    // One after the other: the events of an aggregate stay in order.
    for (const { event_id, subject, payload } of rows) {
      const { duplicate } = await js.publish(subject, payload, {
        msgID: event_id,
        expect: { streamName: streamName(service) },
      });
      counts[duplicate ? 'known' : 'published'] += 1;
    }
  }
  return counts;
};

/** The row to begin behind, found by the index of what is published; the rows before it may be many. */
const lastBefore = async (sql: Sql, service: string, since: string): Promise<string> => {
  const [first] = await sql<{ id: string }>(
    `select (coalesce(min(id), 1) - 1)::text as id from ${service}.outbox where published_at >= $1 and created_at >= $1`,
    [since],
  );
  return first!.id;
};

type Kept = { id: string; event_id: string; subject: string; payload: string };

const kept = (sql: Sql, service: string, since: string, after: string): Promise<Kept[]> =>
  sql<Kept>(
    `select id::text, event_id, subject, payload from ${service}.outbox
     where created_at >= $1 and published_at is not null and id > $2 order by id limit ${PAGE}`,
    [since, after],
  );
