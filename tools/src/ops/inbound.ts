import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DeliverPolicy, JetStreamApiError, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { MAX_EVENT_BYTES, originalSubject, RECEIVED } from '@staycover/messaging';
import { UsageError } from '../cli/usage-error.ts';
import { type Command, readInstant, SERVERS_HELP, withNats } from './command.ts';

const SUBJECT_FULL = 10_077;
/** A service that runs makes room sooner. */
const PATIENCE_MS = 60_000;

/** Publishing again what other systems sent, for a database that was restored. */
export const inbound: Command = {
  usage: `inbound republish --since <instant>   publishes what other systems sent again, in its order, from a point in time on:
                                      what a consumer has processed is dropped by its inbox; the services must run
${SERVERS_HELP}`,
  async run({ args, servers, print, patienceMs = PATIENCE_MS }) {
    const [action, ...rest] = args;
    if (action !== 'republish') throw new UsageError();
    const { values } = parseArgs({ args: rest, options: { since: { type: 'string' } } });
    if (!values.since) throw new UsageError();
    const since = readInstant('since', values.since);
    const published = await withNats(servers, (connection) => republish(connection, since, patienceMs));
    print(`${published} published again`);
  },
};

const republish = async (connection: NatsConnection, since: Temporal.Instant, patienceMs: number): Promise<number> => {
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
    const subject = originalSubject(message.subject);
    const text = dated(message.string(), message.time);
    if (!(await publishWhenThereIsRoom(connection, subject, text, patienceMs)))
      throw new Error(
        `${published} published again; then nothing made room for ${subject}. Start the service that takes it, and repeat this.`,
      );
    published += 1;
    if (message.seq === last) break;
  }
  return published;
};

/**
 * An event without a time counts from when it came. It comes anew now, so it gets the time when it first did: otherwise it would go
 * before what was stated since. One that is not proper stays as it is.
 */
const dated = (text: string, came: Date): string => {
  const { id, time } = readEnvelope(text);
  if (typeof id !== 'string' || time !== undefined || Buffer.byteLength(text) > MAX_EVENT_BYTES) return text;
  return text.replace('{', `{"time":"${came.toISOString()}",`);
};

const readEnvelope = (text: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** Whether there was room in time. */
const publishWhenThereIsRoom = async (
  connection: NatsConnection,
  subject: string,
  text: string,
  patienceMs: number,
): Promise<boolean> => {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      await jetstream(connection).publish(subject, text);
      return true;
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.code !== SUBJECT_FULL) throw error;
      if (performance.now() > deadline) return false;
      await delay(100);
    }
  }
};
