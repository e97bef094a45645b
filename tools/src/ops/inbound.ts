import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DeliverPolicy, JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { originalSubject, RECEIVED } from '@staycover/messaging';
import { UsageError } from '../cli/usage-error.ts';
import { type Command, readInstant, SERVERS_HELP, withNats } from './command.ts';

const SUBJECT_FULL = 10_077;

/** Publishing again what other systems sent, for a database that was restored. */
export const inbound: Command = {
  usage: `inbound republish --since <instant>   publishes what other systems sent again, in its order, from a point in time on:
                                      what a consumer has processed is dropped by its inbox; the services must run
${SERVERS_HELP}`,
  async run({ args, servers, print }) {
    const [action, ...rest] = args;
    if (action !== 'republish') throw new UsageError();
    const { values } = parseArgs({ args: rest, options: { since: { type: 'string' } } });
    if (!values.since) throw new UsageError();
    const since = readInstant('since', values.since);
    const published = await withNats(servers, (connection) => republish(connection, since));
    print(`${published} published again`);
  },
};

const republish = async (connection: NatsConnection, since: Temporal.Instant): Promise<number> => {
  const manager = await jetstreamManager(connection);
  // What is published again is received again: the end of now is the end.
  const { last_seq: last } = (await manager.streams.info(RECEIVED)).state;
  const consumer = await jetstream(connection).consumers.get(RECEIVED, {
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: since.toString(),
  });
  let published = 0;
  if ((await consumer.info()).num_pending === 0) return published;
  for await (const message of await consumer.consume()) {
    if (message.seq > last) break;
    await publishWhenThereIsRoom(connection, originalSubject(message.subject), message.data);
    published += 1;
    if (message.seq === last) break;
  }
  return published;
};

const publishWhenThereIsRoom = async (connection: NatsConnection, subject: string, data: Uint8Array): Promise<void> => {
  for (;;) {
    try {
      await jetstream(connection).publish(subject, data);
      return;
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.code !== SUBJECT_FULL) throw error;
      await delay(100);
    }
  }
};
