import { parseArgs } from 'node:util';
import { jetstream } from '@nats-io/jetstream';
import { publishers } from '@staycover/events';
import { allEnded } from '@staycover/kernel';
import { type OutboxStanding, outboxStanding } from '@staycover/messaging';
import { UsageError } from '../cli/usage-error.ts';
import {
  askEach,
  type Command,
  type Context,
  formatSecond,
  inSchemas,
  JSON_FLAG,
  readPastInstant,
  SERVERS_HELP,
  type Sql,
  show,
  withDatabase,
  withNats,
} from './command.ts';
import { consumerStandings } from './consumers.ts';
import { reconcile } from './reconcile.ts';
import { republishOne } from './republish.ts';

type Status = { service: string } & OutboxStanding;

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
  const { values } = parseArgs({ args: context.args, options: JSON_FLAG });
  const found = await askEach(context.servers, publishers, outboxStatus);
  show(context, found, values.json, {
    SERVICE: ({ service }) => service,
    UNPUBLISHED: ({ unpublished }) => String(unpublished),
    'OLDEST, s': ({ oldest_seconds }) => oldest_seconds.toFixed(1),
    'FAILED BEFORE': ({ failing }) => String(failing),
    'LAST PUBLISHED': ({ last_published }) => formatSecond(last_published),
    'LAST ERROR': ({ last_error }) => last_error ?? '',
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
  const since = readPastInstant('since', values.since).toString();
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
