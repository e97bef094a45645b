import { type JsMsg, jetstream } from '@nats-io/jetstream';
import { allEnded, chunks } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import type { Nats } from './connection.ts';
import { type Delivery, watch, watchPlace } from './delivery.ts';
import { GIVEN_BACK_MS, readAll } from './read-ahead.ts';
import type { DurableConsumer } from './streams.ts';

/** What durable consumers bring, in one queue. */
export type Inflow = {
  /** Those that came first, as many as are stored together. */
  take(): JsMsg[];
  size(): number;
  /** Whether there are as many as are stored together. */
  isFull(): boolean;
  isFresh(durable: string): boolean;
  /** Stops pulling, and returns events that were not taken. */
  close(): Promise<void>;
};

/** How many events each consumer requests at once. */
const PREFETCH = 64;
/** How many wait in the queue before no more are read. */
const MOST_WAITING = 256;
/** What is stored together. Large events go a few at a time: reading and sending them must not hold the event loop. */
const TOGETHER = { maxCount: 256, maxSize: 1024 ** 2, getSize: (message: JsMsg) => message.data.length };

type Options = { nats: Nats; logger: Logger; onArrival: () => void };

/**
 * Consumes all of them at once; each stream's events stay in their order.
 * @throws when one cannot be consumed; then none is.
 */
export const openInflow = async (
  durables: readonly DurableConsumer[],
  { nats, logger, onArrival }: Options,
): Promise<Inflow> => {
  const queue: JsMsg[] = [];
  let room = Promise.withResolvers<void>();
  let closing = false;

  const open = async (consumer: DurableConsumer) => {
    const { messages, place, isFresh } = await startPulling(consumer, nats, logger);
    const reading = (async () => {
      for await (const message of messages) {
        if (closing) {
          message.nak(GIVEN_BACK_MS);
          continue;
        }
        queue.push(message);
        onArrival();
        if (queue.length >= MOST_WAITING) await room.promise;
      }
    })();
    return {
      durable: consumer.durable,
      isFresh,
      async close() {
        place.stop();
        await readAll(messages);
        await messages.close();
        await reading;
      },
    };
  };

  const sources: Awaited<ReturnType<typeof open>>[] = [];
  const close = async (): Promise<void> => {
    closing = true;
    room.resolve();
    for (const message of queue.splice(0)) message.nak(GIVEN_BACK_MS);
    await Promise.all(sources.map((source) => source.close()));
  };
  try {
    await allEnded(durables.map(async (durable) => sources.push(await open(durable))));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    take() {
      const taken = queue.splice(0, chunks(queue, TOGETHER)[0]?.length);
      room.resolve();
      room = Promise.withResolvers<void>();
      return taken;
    },
    size: () => queue.length,
    isFull: () => queue.length >= TOGETHER.maxCount,
    isFresh: (durable) => sources.find((source) => source.durable === durable)?.isFresh() ?? true,
    close,
  };
};

const startPulling = async ({ stream, durable }: DurableConsumer, nats: Nats, logger: Logger) => {
  const consumer = await jetstream(nats.connection, nats.api).consumers.get(stream, durable);
  const messages = await consumer.consume({
    max_messages: PREFETCH,
    threshold_messages: PREFETCH / 2,
    expires: 5_000,
    idle_heartbeat: 2_000,
  });
  const delivery: Delivery = { isFresh: true };
  watch(messages, delivery, durable, logger);
  const place = watchPlace(consumer, durable, nats, logger);
  return { messages, place, isFresh: () => delivery.isFresh && place.isInStream() };
};
