import { setTimeout as delay } from 'node:timers/promises';
import { JetStreamApiError } from '@nats-io/jetstream';
import { TimeoutError } from '@nats-io/transport-node';

/** On a cluster each copy is placed first, and all are made at once. */
export const PATIENCE_MS = 30_000;
const ASK_AGAIN_MS = 200;

const JETSTREAM_NOT_AVAILABLE = 10_008;
const NO_SUITABLE_PEERS = 10_005;

/** A young cluster has no leader yet, and drops requests, or its leader does not know the other servers yet. */
const isTooYoung = (error: unknown): boolean =>
  error instanceof TimeoutError ||
  (error instanceof JetStreamApiError && [JETSTREAM_NOT_AVAILABLE, NO_SUITABLE_PEERS].includes(error.code));

/** Asks again while the cluster is too young to answer. */
export const patiently = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (const deadline = performance.now() + PATIENCE_MS; ; )
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > deadline || !isTooYoung(error)) throw error;
      await delay(ASK_AGAIN_MS);
    }
};
