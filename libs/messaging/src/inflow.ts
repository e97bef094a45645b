import type { JsMsg } from '@nats-io/jetstream';
import { allEnded, chunks } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import type { Nats } from './connection.ts';
import { inOrder } from './in-order.ts';
import { GIVEN_BACK_MS, startPulling } from './pulling.ts';
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
/** How often the server hears of those that wait or are being stored: it would deliver them again. */
const WORKING_EVERY_MS = 3_000;
/** Longer than followers may take: by then an event that can come has come again. Some never do, such as empty ones. */
const MISSING_MS = 15_000;
/** How often the server is asked whether an event that others wait for can still come. */
const LOOK_EVERY_MS = 250;
/** What is stored together. Large events go a few at a time: reading and sending them must not hold the event loop. */
const TOGETHER = { maxCount: 256, maxSize: 1024 ** 2, getSize: (message: JsMsg) => message.data.length };

type Options = { nats: Nats; logger: Logger; onArrival: () => void };

/**
 * Consumes all of them at once. Each stream's events come in its order: one that comes before its turn waits until those
 * before it have come, at the latest when their time to be acknowledged is over.
 * @throws when one cannot be consumed; then none is.
 */
export const openInflow = async (
  durables: readonly DurableConsumer[],
  { nats, logger, onArrival }: Options,
): Promise<Inflow> => {
  const queue: JsMsg[] = [];
  let taken: JsMsg[] = [];
  const keepAlive = setInterval(() => {
    for (const message of [...taken, ...queue]) message.working();
  }, WORKING_EVERY_MS);
  let room = Promise.withResolvers<void>();
  const enqueue = async (messages: readonly JsMsg[]): Promise<void> => {
    queue.push(...messages);
    if (messages.length > 0) onArrival();
    if (queue.length >= MOST_WAITING) await room.promise;
  };

  const sources: Source[] = [];
  const close = async (): Promise<void> => {
    clearInterval(keepAlive);
    room.resolve();
    giveBack(queue.splice(0));
    await Promise.all(sources.map((source) => source.close()));
  };
  try {
    await allEnded(durables.map(async (durable) => sources.push(await openSource(durable, enqueue, { nats, logger }))));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    take() {
      taken = queue.splice(0, chunks(queue, TOGETHER)[0]?.length);
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

type Source = { durable: string; isFresh(): boolean; close(): Promise<void> };

const openSource = async (
  { stream, durable }: DurableConsumer,
  enqueue: (messages: readonly JsMsg[]) => Promise<void>,
  { nats, logger }: Pick<Options, 'nats' | 'logger'>,
): Promise<Source> => {
  const pulling = await startPulling({ stream, durable, batch: PREFETCH }, { nats, logger });
  const { consumer, messages, isFresh } = pulling;
  const order = inOrder((await consumer.info(true)).ack_floor.stream_seq + 1);
  let closing = false;
  const reading = (async () => {
    for await (const message of messages) {
      if (closing) giveBack([message]);
      else await enqueue(order.add(message));
    }
  })();

  let isWaiting = false;
  const look = async (): Promise<void> => {
    const missing = order.missing();
    if (!missing) return void (isWaiting = false);
    if (!isWaiting) logger.info({ durable, ...missing }, 'events wait for one before them');
    isWaiting = true;
    const { delivered, num_ack_pending } = await consumer.info();
    // All that the server has delivered waits here: what is missing was acknowledged, or is gone from the stream. Unless the
    // server has forgotten what it delivered, and does so again.
    const isGone = delivered.stream_seq >= missing.sequence && num_ack_pending <= missing.waiting;
    if (isGone || missing.waitedMs > MISSING_MS) await enqueue(order.pass(missing.sequence));
  };
  const looking = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);

  return {
    durable,
    isFresh,
    async close() {
      closing = true;
      clearInterval(looking);
      giveBack(order.empty());
      await pulling.close();
      await reading;
    },
  };
};

const giveBack = (messages: readonly JsMsg[]): void => {
  for (const message of messages) message.nak(GIVEN_BACK_MS);
};
