import { parseArgs } from 'node:util';
import { DeliverPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { events as every } from '@staycover/events';
import { originalSubject, RECEIVED, receivedSubject, streamName } from '@staycover/messaging';
import { UsageError } from '../cli/usage-error.ts';
import { publishers } from '../manifests.ts';
import {
  assertOrganizationId,
  type Command,
  type Context,
  JSON_FLAG,
  readInstant,
  SERVERS_HELP,
  withNats,
} from './command.ts';
import { eventLine, jsonLine } from './event-lines.ts';

type Wanted = {
  org?: string | undefined;
  event?: string | undefined;
  since: Temporal.Instant | undefined;
  json: boolean;
  /** How many at most. */
  count: number;
};

const known = new Set(every.map(({ service, name }) => `${service}.${name}`));

/** Shows events as they come. */
export const events: Command = {
  usage: `events tail [--org <organization>] [--event <service>.<name>] [--since <instant>] [--count <n>] [--json]
                     events as they come, with --since those that are kept first; ends after --count, or with Ctrl-C
${SERVERS_HELP}`,
  endless: true,
  async run(context) {
    const [action, ...args] = context.args;
    if (action !== 'tail') throw new UsageError();
    const { values } = parseArgs({
      args,
      options: {
        org: { type: 'string' },
        event: { type: 'string' },
        since: { type: 'string' },
        count: { type: 'string' },
        ...JSON_FLAG,
      },
    });
    if (values.event !== undefined && !known.has(values.event))
      throw new UsageError(
        `There is no event "${values.event}": docs/events.md has all, such as policy.policy-created.`,
      );
    if (values.org !== undefined && values.org !== '*') assertOrganizationId(values.org);
    const since = values.since === undefined ? undefined : readInstant('since', values.since);
    const wanted = { ...values, since, count: readCount(values.count) };
    await withNats(context.servers, (connection) => tail(connection, context, wanted));
  },
};

const readCount = (text: string | undefined): number => {
  if (text === undefined) return Infinity;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`--count must be a whole number of at least 1, not "${text}".`);
};

const tail = async (
  connection: NatsConnection,
  { print }: Context,
  { org = '*', event = '*.*', since, count, json }: Wanted,
): Promise<void> => {
  const filter = `insurance.${event}.${org}`;
  const left = { count };
  const done = Promise.withResolvers<void>();
  const seen = (subject: string, text: string): void => {
    if (left.count <= 0) return;
    print(json ? jsonLine(subject, text) : eventLine(subject, text));
    left.count -= 1;
    if (left.count <= 0) done.resolve();
  };
  if (since) await keptOnes(connection, filter, since, seen);
  else connection.subscribe(filter, { callback: (_error, message) => seen(message.subject, message.string()) });
  await connection.flush();
  const gone = connection.closed().then((error) => {
    throw error ?? new Error('The connection to NATS has ended.');
  });
  await Promise.race([done.promise, gone]);
};

/** From the streams, in each stream's order, and on with what comes. */
const keptOnes = async (
  connection: NatsConnection,
  filter: string,
  since: Temporal.Instant,
  seen: (subject: string, text: string) => void,
): Promise<void> => {
  const [, service] = filter.split('.');
  const manager = await jetstreamManager(connection);
  for (const publisher of publishers.filter((name) => service === '*' || name === service)) {
    const wanted = filter.replace('insurance.*', `insurance.${publisher}`);
    const [stream, subject] =
      publisher === 'inbound' ? [RECEIVED, receivedSubject(wanted)] : [streamName(publisher), wanted];
    await manager.streams.info(stream);
    const consumer = await jetstream(connection).consumers.get(stream, {
      deliver_policy: DeliverPolicy.StartTime,
      opt_start_time: since.toString(),
      filter_subjects: subject,
    });
    const messages = await consumer.consume();
    void (async () => {
      for await (const message of messages) seen(originalSubject(message.subject), message.string());
    })();
  }
};
