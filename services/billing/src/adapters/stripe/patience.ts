import { setTimeout as pause } from 'node:timers/promises';
import type { Stripe } from 'stripe';

type Client = ReturnType<typeof Stripe.createNodeHttpClient>;

const TRIES = 4;
const FIRST_WAIT_MS = 500;

const TOO_MANY = 429;
/** Another request under the same key is not through yet. */
const UNDER_WAY = 409;

/**
 * Stripe's HTTP client, which repeats what was one request too many (429) after the time that Stripe asks for, and holds
 * everything else back until then; for at most `patienceMs` altogether. Nothing was done, so nothing is done twice. What
 * came while the same was under way (409) is repeated, too: Stripe answers it as it did the first.
 */
export const patientClient = (patienceMs: number, client: Client): Client => {
  let freeAt = 0;
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...request) {
      const until = performance.now() + patienceMs;
      let ownAt = 0;
      const waiting = () => Math.min(Math.max(freeAt, ownAt), until) - performance.now();
      for (let attempt = 1; ; attempt++) {
        if (waiting() > 0) await pause(waiting());
        const response = await client.makeRequest(...request);
        const status = response.getStatusCode();
        if (status !== TOO_MANY && status !== UNDER_WAY) return response;
        ownAt = performance.now() + waitMs(response.getHeaders()['retry-after'], attempt);
        if (status === TOO_MANY) freeAt = ownAt;
        if (attempt === TRIES || ownAt > until) return response;
        response.toStream(() => undefined).resume();
      }
    },
  };
};

/** What Stripe asks for, in seconds, else longer from try to try; not all at once. */
const waitMs = (retryAfter: string | string[] | undefined, attempt: number): number => {
  const seconds = Number(retryAfter ?? Number.NaN);
  if (seconds >= 0) return seconds * 1_000;
  return FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
};
