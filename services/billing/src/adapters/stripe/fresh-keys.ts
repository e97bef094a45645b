import { Stripe } from 'stripe';

const KEY = 'Idempotency-Key';
const MOST_FAULTS = 20;

type Client = ReturnType<typeof Stripe.createNodeHttpClient>;
type Response = Awaited<ReturnType<Client['makeRequest']>>;

/** For a day, Stripe repeats whatever it answered first under a key, a fault of its own, too. */
const isOldFault = (response: Response): boolean =>
  response.getStatusCode() >= 500 && response.getHeaders()['idempotent-replayed'] === 'true';

/**
 * Stripe's HTTP client, which asks under the next key (`k`, `k:2`, `k:3` and so on) where Stripe only repeats a fault of an
 * earlier attempt. Callers have looked for what that attempt did.
 */
export const freshKeyClient = (client: Client = Stripe.createNodeHttpClient()): Client => ({
  getClientName: () => client.getClientName(),
  async makeRequest(host, port, path, method, headers, ...rest) {
    const key = headers[KEY];
    for (let attempt = 1; ; attempt++) {
      const own = attempt === 1 ? headers : { ...headers, [KEY]: `${String(key)}:${attempt}` };
      const response = await client.makeRequest(host, port, path, method, own, ...rest);
      if (!key || attempt > MOST_FAULTS || !isOldFault(response)) return response;
      response.toStream(() => undefined).resume();
    }
  },
});
