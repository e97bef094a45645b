import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { ConsumerMessages } from '@nats-io/jetstream';
import type { Subscription } from '@nats-io/transport-node';

/** The redelivery delay of a returned event: without one it would come straight back to the same consumer. */
export const GIVEN_BACK_MS = 200;
/** How long the server may take to send messages in flight. */
const ON_ITS_WAY_MS = 1_000;

/**
 * Asks for no more events, and has a loop read all that have come or are on their way, before its messages are closed: what
 * it has not read then is forgotten, and comes again only when its time to be acknowledged is over. The loop must wait for
 * nothing else.
 */
export const readAll = async (messages: ConsumerMessages): Promise<void> => {
  // nats.js cannot drain a consumer and does not expose its subscription.
  const { sub } = messages as unknown as { sub: Subscription };
  await Promise.race([sub.drain().catch(() => undefined), delay(ON_ITS_WAY_MS, undefined, { ref: false })]);
  await nextTurn();
};
