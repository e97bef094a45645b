import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { type ConsumerMessages, type Consumer as JetStreamConsumer, jetstream } from '@nats-io/jetstream';
import type { Subscription } from '@nats-io/transport-node';
import type { Logger } from '@staycover/telemetry';
import type { Nats } from './connection.ts';
import { streamStanding } from './restored-streams.ts';
import type { DurableConsumer } from './streams.ts';

/** The redelivery delay of a returned event: without one it would come straight back to the same consumer. */
export const GIVEN_BACK_MS = 200;
/** How long the server may take to send messages in flight. */
const ON_ITS_WAY_MS = 1_000;

type Pulling = {
  consumer: JetStreamConsumer;
  messages: ConsumerMessages;
  /** Whether the server delivers. */
  isFresh(): boolean;
  /** Requests no more events, and ends `messages` once all that have come are read: their loop must wait for nothing else. */
  close(): Promise<void>;
};

type Options = { nats: Nats; logger: Logger };

/** Starts pulling what a durable consumer brings, `batch` events at once. */
export const startPulling = async (
  { stream, durable, batch }: Pick<DurableConsumer, 'stream' | 'durable'> & { batch: number },
  { nats, logger }: Options,
): Promise<Pulling> => {
  const consumer = await jetstream(nats.connection, nats.api).consumers.get(stream, durable);
  const messages = await consumer.consume({
    max_messages: batch,
    // With the default, a batch of 1 would have every status of the server answered by another request.
    threshold_messages: batch / 2,
    expires: 5_000,
    idle_heartbeat: 2_000,
  });
  const isDelivering = watchStatus(messages, durable, logger);
  const place = watchPlace(consumer, { durable, nats, logger });
  return {
    consumer,
    messages,
    isFresh: () => isDelivering() && place.isInStream(),
    async close() {
      place.stop();
      await drain(messages);
      await messages.close();
    },
  };
};

/**
 * Asks for no more events, and has a loop read all that have come or are on their way, before its messages are closed: what
 * it has not read then is forgotten, and comes again only when its time to be acknowledged is over. The loop must wait for
 * nothing else.
 */
const drain = async (messages: ConsumerMessages): Promise<void> => {
  // nats.js cannot drain a consumer and does not expose its subscription.
  const { sub } = messages as unknown as { sub: Subscription };
  await Promise.race([sub.drain().catch(() => undefined), delay(ON_ITS_WAY_MS, undefined, { ref: false })]);
  await nextTurn();
};

const STALE = new Set(['consumer_deleted', 'consumer_not_found', 'stream_not_found']);

/** Follows the status events of a consumption; the function that it returns has whether the server delivers. */
const watchStatus = (messages: ConsumerMessages, durable: string, logger: Logger): (() => boolean) => {
  let isDelivering = true;
  void (async () => {
    for await (const status of messages.status()) {
      const lost = STALE.has(status.type) || (status.type === 'heartbeats_missed' && status.count >= 2);
      if (lost && isDelivering) {
        logger.error({ durable, status: status.type }, 'consumer gets nothing from the server');
      }
      if (lost) isDelivering = false;
      else if (status.type === 'heartbeat' || status.type === 'next') isDelivering = true;
    }
  })();
  return () => isDelivering;
};

const TICK_MS = 1_000;
const LOOK_EVERY_MS = 30_000;

/**
 * Checks, after every connect and every 30 s, whether the consumer is past the end of its stream: the server was
 * restored from older files, or the cluster has a leader without the newest events, and newly stored events would never
 * be delivered.
 */
export const watchPlace = (
  consumer: JetStreamConsumer,
  { durable, nats, logger, lookEveryMs = LOOK_EVERY_MS }: Options & { durable: string; lookEveryMs?: number },
): { isInStream(): boolean; stop(): void } => {
  let isAhead = false;
  let looked = { connects: 0, until: 0 };
  const look = async (): Promise<void> => {
    const connects = nats.connects();
    const isKnown = looked.connects === connects && performance.now() < looked.until;
    if (!nats.isConnected() || (isKnown && !isAhead)) return;
    const { delivered, stream_name } = await consumer.info();
    const { lastSequence } = await streamStanding(nats, stream_name);
    const was = isAhead;
    isAhead = delivered.stream_seq > lastSequence;
    if (isAhead && !was) logger.error({ durable }, 'consumer is past the end of its stream: provision, then republish');
    looked = { connects, until: performance.now() + lookEveryMs };
  };
  const timer = setInterval(() => void look().catch(() => undefined), TICK_MS);
  return { isInStream: () => !isAhead, stop: () => clearInterval(timer) };
};
