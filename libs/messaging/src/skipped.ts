import { setTimeout as delay } from 'node:timers/promises';
import type { JetStreamManager } from '@nats-io/jetstream';

type Queued = { stream: string; durable: string; filter: string };

/** An event leaves a work queue a moment after it was acknowledged. */
const SETTLED_MS = 1_000;

/** The first event of a work queue that its consumer is past, by its sequence. */
const firstPassed = async (
  manager: JetStreamManager,
  { stream, durable, filter }: Queued,
): Promise<number | undefined> => {
  const { ack_floor } = await manager.consumers.info(stream, durable);
  const query = { seq: 1, next_by_subj: filter };
  const first = await manager.streams.getMessage(stream, query);
  return first && first.seq <= ack_floor.stream_seq ? first.seq : undefined;
};

/**
 * Whether events of a work queue never come to their consumer: they got sequences that it was past when the stream lost
 * its newest events. What is handled leaves a work queue, so whatever is there before the consumer's place was skipped.
 */
export const hasSkipped = async (manager: JetStreamManager, consumer: Queued): Promise<boolean> => {
  const first = await firstPassed(manager, consumer);
  if (first === undefined) return false;
  await delay(SETTLED_MS);
  return (await firstPassed(manager, consumer)) === first;
};
