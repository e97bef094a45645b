import type { ConsumerMessages, Consumer as JetStreamConsumer } from '@nats-io/jetstream';
import type { Logger } from '@staycover/telemetry';
import type { Nats } from './connection.ts';
import { streamStanding } from './restored-streams.ts';

const STALE = new Set(['consumer_deleted', 'consumer_not_found', 'stream_not_found']);

/** Whether the server delivers. */
export type Delivery = { isFresh: boolean };

/** Follows the status events of a consumption. */
export const watch = (messages: ConsumerMessages, delivery: Delivery, durable: string, logger: Logger): void => {
  void (async () => {
    for await (const status of messages.status()) {
      const lost = STALE.has(status.type) || (status.type === 'heartbeats_missed' && status.count >= 2);
      if (lost && delivery.isFresh) {
        logger.error({ durable, status: status.type }, 'consumer gets nothing from the server');
      }
      if (lost) delivery.isFresh = false;
      else if (status.type === 'heartbeat' || status.type === 'next') delivery.isFresh = true;
    }
  })();
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
  durable: string,
  nats: Nats,
  logger: Logger,
  lookEveryMs = LOOK_EVERY_MS,
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
