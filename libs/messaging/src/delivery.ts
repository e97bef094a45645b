import type { ConsumerMessages, Consumer as JetStreamConsumer } from '@nats-io/jetstream';
import type { Logger } from '@staycover/telemetry';
import type { Nats } from './connection.ts';
import { streamEnd } from './restored-streams.ts';

const STALE = new Set(['consumer_deleted', 'consumer_not_found', 'stream_not_found']);

/** Whether the server delivers. */
export type Delivery = { isFresh: boolean };

/** Follows what a consumption tells of itself. */
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

const LOOK_EVERY_MS = 1_000;

/**
 * Looks, whenever the connection was made, whether the consumer is past the end of its stream: the server came back with
 * older files, and what it stores now would never be delivered.
 */
export const watchPlace = (
  consumer: JetStreamConsumer,
  durable: string,
  nats: Nats,
  logger: Logger,
): { isInStream(): boolean; stop(): void } => {
  let isAhead = false;
  let checked = 0;
  const look = async (): Promise<void> => {
    const connects = nats.connects();
    if (!nats.isConnected() || (checked === connects && !isAhead)) return;
    const { delivered, stream_name } = await consumer.info();
    const { lastSequence } = await streamEnd(nats, stream_name);
    const was = isAhead;
    isAhead = delivered.stream_seq > lastSequence;
    if (isAhead && !was) logger.error({ durable }, 'consumer is past the end of its stream: provision, then republish');
    checked = connects;
  };
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);
  return { isInStream: () => !isAhead, stop: () => clearInterval(timer) };
};
