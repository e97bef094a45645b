import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { createCreditNote } from './stripe-invoices.ts';
import type { StripeInvoice, StripeRequest, StripeState } from './stripe-objects.ts';
import { answerRequest } from './stripe-routes.ts';

export { toStripeInvoice } from './stripe-objects.ts';

/** How the next request that fits goes wrong. `lose`: it is done, but its answer never comes. `drop`: it is not done. */
type Fault = 'lose' | 'drop' | 'hang' | 'error' | 'limit' | 'nonsense' | 'empty' | 'forbidden';

/** Where a request is held. `DONE`: its answer is. */
type Whereabouts = 'ON_ITS_WAY' | 'THERE' | 'DONE';

export const WEBHOOK_SECRET = 'whsec_test_secret_one';

/** How often a request goes out before the call fails. */
const REPEATED: Partial<Record<Fault, number>> = { lose: 2, drop: 2, limit: 4 };

type Kept = { fingerprint: string; status: number; body: string };

/** A local server that speaks Stripe's wire protocol, to be put behind the real SDK. */
export const startStripeDouble = async () => {
  const state: StripeState = {
    customers: new Map(),
    invoices: new Map(),
    refunds: [],
    creditNotes: [],
    records: new Map(),
    emails: [],
    charges: [],
  };
  const requests: StripeRequest[] = [];
  const kept = new Map<string, Kept>();
  const faults: { pattern: RegExp; fault: Fault }[] = [];
  /** Keys of held requests that Stripe is at: the same is refused until these are through. */
  const underWay = new Set<string | undefined>();
  type Held = {
    pattern: RegExp;
    arrived: () => void;
    release: Promise<void>;
    fault: Fault | undefined;
    at: Whereabouts;
  };
  let paused: Held | undefined;

  const pause = async ({ at, arrived, release }: Held, key: string | undefined) => {
    if (at === 'THERE') underWay.add(key);
    arrived();
    await release;
    underWay.delete(key);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const read = await readRequest(request);
    requests.push(read);
    if (read.key && underWay.has(read.key)) return reply(response, 409, IN_PROGRESS);
    const name = `${read.method} ${read.path}`;
    const held = paused?.pattern.test(name) ? paused : undefined;
    if (held) paused = undefined;
    if (held && held.at !== 'DONE') await pause(held, read.key);
    const at = held?.fault ? -1 : faults.findIndex(({ pattern }) => pattern.test(name));
    const fault = at < 0 ? held?.fault : faults.splice(at, 1)[0]!.fault;
    if (fault === 'hang') return;
    if (fault === 'drop') return void request.socket.destroy();
    if (fault === 'nonsense') return reply(response, 200, '<html>Bad gateway</html>');
    if (fault === 'empty') return reply(response, 200, '{}');
    if (fault === 'limit')
      return reply(response, 429, problem('invalid_request_error', 'Too many requests.', 'rate_limit'), {
        'Retry-After': '0',
      });
    if (fault === 'forbidden')
      return reply(response, 401, problem('invalid_request_error', 'Invalid API Key provided.'));
    const { status, body, isReplayed } = once(read, kept, () =>
      fault === 'error' ? SERVER_ERROR : answerRequest(state, read),
    );
    if (held?.at === 'DONE') await pause(held, read.key);
    if (fault === 'lose') return void request.socket.destroy();
    reply(response, status, body, isReplayed ? { 'Idempotent-Replayed': 'true' } : {});
  };

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });

  return {
    ...state,
    requests,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** A call fails so, however often it is repeated by itself: what ended by a closed connection once, and what came too often. */
    failNext(pattern: RegExp, ...next: Fault[]) {
      faults.push(
        ...next.flatMap((fault) =>
          Array<Fault>(REPEATED[fault] ?? 1)
            .fill(fault)
            .map((one) => ({ pattern, fault: one })),
        ),
      );
    },
    /** One request fails so; a call that is repeated by itself gets through. */
    failOnce: (pattern: RegExp, fault: Fault) => void faults.push({ pattern, fault }),
    forgetFaults: () => void faults.splice(0),
    /** Holds the next request that fits, or its answer, until `release` is called, and has it fail so. */
    hold(pattern: RegExp, fault?: Fault, at: Whereabouts = 'ON_ITS_WAY') {
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      const arrived = new Promise<void>(
        (resolve) => (paused = { pattern, arrived: resolve, release: released, fault, at }),
      );
      return { arrived, release };
    },
    /** Keys expire after a day. */
    forgetKeys: () => kept.clear(),
    findInvoice: (invoiceId: string) =>
      [...state.invoices.values()].find(({ metadata }) => metadata['invoiceId'] === invoiceId)!,
    /** Somebody credits a part of an open invoice in Stripe's dashboard; the credit note. */
    credit: ({ id }: StripeInvoice, amount: number) =>
      createCreditNote(state, { invoice: id, amount: `${amount}` }).body as { id: string },
    /** The bytes of an event and the headers that it comes with. */
    event(
      type: string,
      object: object,
      { id = `evt_${randomBytes(8).toString('hex')}`, key = null as string | null, secret = WEBHOOK_SECRET } = {},
    ) {
      const request = { id: null, idempotency_key: key };
      const created = Math.floor(Date.now() / 1_000);
      const payload = JSON.stringify({
        id,
        object: 'event',
        api_version: Stripe.API_VERSION,
        created,
        type,
        request,
        data: { object },
      });
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
      return { payload, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type StripeDouble = Awaited<ReturnType<typeof startStripeDouble>>;

const once = (
  { method, path, form, key }: StripeRequest,
  kept: Map<string, Kept>,
  work: () => { status: number; body: object },
) => {
  const fingerprint = JSON.stringify([method, path, form]);
  const known = key === undefined ? undefined : kept.get(key);
  if (known && known.fingerprint !== fingerprint) {
    return {
      status: 400,
      body: problem('idempotency_error', 'Keys for idempotent requests can only be used with the same parameters.'),
      isReplayed: false,
    };
  }
  if (known) return { ...known, isReplayed: true };
  const { status, body } = work();
  const done = { fingerprint, status, body: JSON.stringify(body) };
  if (key !== undefined && status !== 429) kept.set(key, done);
  return { ...done, isReplayed: false };
};

/** Stripe keeps it under the key, like every answer. */
const SERVER_ERROR = { status: 500, body: { error: { type: 'api_error', message: 'Something went wrong.' } } };

const problem = (type: string, message: string, code?: string) =>
  JSON.stringify({ error: { type, message, ...(code && { code }) } });

const IN_PROGRESS = problem(
  'idempotency_error',
  'There is currently another in-progress request using this Stripe-Idempotent-Key.',
  'idempotency_key_in_use',
);

const reply = (response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void => {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Request-Id': `req_${randomBytes(6).toString('hex')}`,
    ...headers,
  });
  response.end(body);
};

const readRequest = async (request: IncomingMessage): Promise<StripeRequest> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { pathname, searchParams } = new URL(request.url!, 'http://stripe');
  const text = Buffer.concat(chunks).toString('utf8');
  if (text && request.headers['content-type'] !== 'application/x-www-form-urlencoded')
    throw new Error('Bodies are forms.');
  const form = Object.fromEntries([...searchParams, ...new URLSearchParams(text)]);
  return {
    method: request.method!,
    path: pathname,
    form,
    key: request.headers['idempotency-key'] as string | undefined,
  };
};
