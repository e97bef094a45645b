import http from 'node:http';
import https from 'node:https';
import { connect, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import { type ConnectionOptions, connect as connectSecurely } from 'node:tls';
import { blockedFor, lookupFor, type WebhookTargets } from './webhook-targets.ts';

/** What an endpoint answered, or why it did not. */
export type SendResult = {
  status: number | null;
  answer: string | null;
  error: string | null;
  /** What `Retry-After` asks for. */
  retryAfterMs?: number | undefined;
};

export type SendWebhook = (url: string, headers: Record<string, string>, body: string) => Promise<SendResult>;

export type SenderOptions = { targets: WebhookTargets; withinMs?: number | undefined; lookup?: LookupFunction };

const MOST_ANSWER_BYTES = 64 * 1024;
const WITHIN_MS = 15_000;

/**
 * Sends requests, each on a new connection: a pooled one could bypass the address check of another. Redirects count as
 * responses. `ending` aborts requests in progress.
 */
export const webhookSender = (
  { targets, withinMs = WITHIN_MS, lookup = lookupFor(targets) }: SenderOptions,
  ending: AbortSignal,
): SendWebhook => {
  const options = { blockList: blockedFor(targets), lookup };
  const [plain, secure] = [new http.Agent(options), secureAgent(options)];
  return async (url, headers, body) => {
    const isSecure = url.startsWith('https:');
    if (!isSecure && targets === 'public') return unanswered('The address is not https.');
    const late = AbortSignal.timeout(withinMs);
    try {
      const sending = {
        method: 'POST',
        agent: isSecure ? secure : plain,
        signal: AbortSignal.any([late, ending]),
        headers: {
          'content-type': 'application/cloudevents+json; charset=utf-8',
          'user-agent': 'Staycover',
          ...headers,
        },
      };
      const { status, answer, headers: answered } = await exchange(isSecure ? https : http, url, sending, body);
      if (status >= 200 && status < 300) return { status, answer, error: null };
      const error = `The answer has the status ${status}.`;
      return { status, answer, error, retryAfterMs: parseRetryAfter(answered) };
    } catch (error) {
      ending.throwIfAborted();
      return unanswered(late.aborted ? `There was no answer within ${withinMs / 1_000} s.` : describeError(error));
    }
  };
};

const unanswered = (error: string): SendResult => ({ status: null, answer: null, error });

/**
 * TLS itself looks at no block list: the socket below it does. TLS begins once that is connected: Node.js ends by a fault of
 * memory when a socket below TLS goes on from an address that refuses to the next one of its name.
 */
const secureAgent = (below: Pick<TcpNetConnectOpts, 'blockList' | 'lookup'>): https.Agent => {
  const agent = new https.Agent();
  agent.createConnection = (options, established) => {
    const { host, port, signal } = options as TcpNetConnectOpts;
    const socket = connect({ host, port, signal, ...below });
    const fail = (error: Error): void => established!(error, undefined as never);
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.off('error', fail);
      const secured = connectSecurely({ ...(options as ConnectionOptions), socket });
      socket.once('error', (error) => secured.destroy(error));
      established!(null, secured);
    });
    return undefined;
  };
  return agent;
};

const exchange = (
  { request }: Pick<typeof http, 'request'>,
  url: string,
  options: http.RequestOptions,
  body: string,
): Promise<{ status: number; answer: string; headers: http.IncomingHttpHeaders }> =>
  new Promise((resolve, reject) => {
    // Once the status has come, a fault in the rest of the response changes nothing.
    let fail: (error: Error) => void = reject;
    const sent = request(url, options, (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      const done = (): void => {
        resolve({
          status: response.statusCode!,
          answer: Buffer.concat(parts).subarray(0, MOST_ANSWER_BYTES).toString(),
          headers: response.headers,
        });
        response.destroy();
      };
      fail = done;
      response.on('data', (part: Buffer) => {
        parts.push(part);
        bytes += part.length;
        if (bytes >= MOST_ANSWER_BYTES) done();
      });
      response.on('end', done);
      response.on('error', done);
    });
    sent.on('error', (error) => fail(error));
    // A receiver that changes the protocol has ended HTTP: without a listener nothing else would tell.
    sent.on('upgrade', ({ statusCode, headers }, socket) => {
      socket.destroy();
      resolve({ status: statusCode!, answer: '', headers });
    });
    sent.setHeader('content-length', Buffer.byteLength(body));
    sent.end(body);
  });

const MOST_PAUSE_MS = 24 * 3_600_000;

/**
 * How long a `Retry-After` asks to wait (RFC 9110), a day at most: seconds, or the date until when. A date goes by the clock of
 * who answered: ours may differ.
 */
export const parseRetryAfter = ({
  'retry-after': retryAfter,
  date = '',
}: http.IncomingHttpHeaders): number | undefined => {
  if (retryAfter === undefined) return undefined;
  const text = retryAfter.trim();
  const pause = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - (Date.parse(date) || Date.now());
  return pause > 0 ? Math.min(pause, MOST_PAUSE_MS) : undefined;
};

const REASONS: Readonly<Record<string, string>> = {
  ERR_IP_BLOCKED: 'The address is not a public one.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before an answer came.',
  ENOTFOUND: 'The name has no address.',
  ENODATA: 'The name has no address.',
};

/** Our own words: the message of a library may reveal too much. */
const describeError = (error: unknown): string => {
  const { code = 'unknown' } = error as NodeJS.ErrnoException;
  return REASONS[code] ?? `The request failed (${code}).`;
};
