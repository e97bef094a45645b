import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { DeliverPolicy, JetStreamApiError, type JsMsg, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import { isLater } from '@staycover/kernel';
import { FIRST_RECEIVED, MAX_EVENT_BYTES, originalSubject, RECEIVED, readReceivedAt } from '@staycover/messaging';
import { UsageError } from '../cli/usage-error.ts';
import { type Command, readPastInstant, SERVERS_HELP, withNats } from './command.ts';

const SUBJECT_FULL = 10_077;
/** A service that runs makes room sooner. */
const PATIENCE_MS = 60_000;

/** Publishing again what other systems sent, for a database that was restored. */
export const inbound: Command = {
  usage: `inbound republish --since <instant>   publishes what other systems sent again, in its order, from the time on at which
                                      it came: what a consumer has processed is dropped by its inbox; the services
                                      must run; what earlier runs published again is left out
${SERVERS_HELP}`,
  async run({ args, servers, print, patienceMs = PATIENCE_MS }) {
    const [action, ...rest] = args;
    if (action !== 'republish') throw new UsageError();
    const { values } = parseArgs({ args: rest, options: { since: { type: 'string' } } });
    if (!values.since) throw new UsageError();
    const since = readPastInstant('since', values.since);
    await withNats(servers, async (connection) => {
      const { state } = await (await jetstreamManager(connection)).streams.info(RECEIVED);
      const begins = Temporal.Instant.from(state.first_ts);
      // Older events have made room.
      if (state.first_seq > 1 && isLater(begins, since)) print(`${RECEIVED} has nothing from before ${begins}`);
      // What is published again is received again: the end of now is the end.
      print(`${await republish(connection, { since, last: state.last_seq }, patienceMs)} published again`);
    });
  },
};

const republish = async (
  connection: NatsConnection,
  { since, last }: { since: Temporal.Instant; last: number },
  patienceMs: number,
): Promise<number> => {
  const consumer = await jetstream(connection).consumers.get(RECEIVED, {
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: since.toString(),
  });
  let published = 0;
  const seen = new Set<string>();
  if ((await consumer.info()).num_pending === 0) return published;
  for await (const message of await consumer.consume()) {
    if (message.seq > last) break;
    const event = fingerprint(message);
    if (!seen.has(event)) {
      const subject = originalSubject(message.subject);
      const publish = () => jetstream(connection).publish(subject, message.data, firstReceived(message));
      if (!(await doneWhenThereIsRoom(publish, patienceMs)))
        throw new Error(
          `${published} published again; then nothing made room for ${subject}. Start the service that takes it, and repeat this.`,
        );
      published += 1;
      seen.add(event);
    }
    if (message.seq === last) break;
  }
  return published;
};

const isTooLarge = ({ data }: JsMsg): boolean => data.length > MAX_EVENT_BYTES;

/**
 * What an event has in common with those that earlier runs published of it. The time is part of it: what was refused, and sent
 * again when it fitted, comes at both times. One that is too large is refused at any.
 */
const fingerprint = (message: JsMsg): string =>
  createHash('sha256')
    .update(`${message.subject} ${isTooLarge(message) ? '' : readReceivedAt(message).epochNanoseconds} `)
    .update(message.data)
    .digest('base64');

/**
 * An event counts from when it first came: otherwise it would go before what was stated since. One that is too large
 * comes as it is, to be refused.
 */
const firstReceived = (message: JsMsg): { headers?: MsgHdrs } => {
  if (isTooLarge(message)) return {};
  const received = headers();
  received.set(FIRST_RECEIVED, String(readReceivedAt(message).epochNanoseconds));
  return { headers: received };
};

/** Whether there was room in time. */
const doneWhenThereIsRoom = async (publish: () => Promise<unknown>, patienceMs: number): Promise<boolean> => {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      await publish();
      return true;
    } catch (error) {
      if (!(error instanceof JetStreamApiError) || error.code !== SUBJECT_FULL) throw error;
      if (performance.now() > deadline) return false;
      await delay(100);
    }
  }
};
