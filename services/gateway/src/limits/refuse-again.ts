import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { problemBody, requestPath } from '@staycover/http';
import type { Logger, Metrics } from '@staycover/telemetry';
import { openRefusals } from './refusals.ts';
import { digestKey } from './request-counts.ts';

export type RefuseAgain = {
  /** Remembers that a rate limit refuses what a request asks for, with the headers that its answer has. */
  remember(request: IncomingMessage, response: ServerResponse, refusal: { ms: number; route: string }): void;
  /** Answers a request that was refused already; others go to the handler. */
  before(handler: RequestListener): RequestListener;
};

type Options = { publicUrl: string; metrics: Metrics; logger: Logger };

const LINE_EVERY_MS = 1_000;

/**
 * Refuses again those whom a rate limit has refused, by their credentials, method and path: without a turn, a span, a token
 * that is verified or a line in the log. A flood costs others as little as can be.
 */
export const refuseAgain = ({ publicUrl, metrics, logger }: Options): RefuseAgain => {
  const refusals = openRefusals<{ headers: OutgoingHttpHeaders; route: string }>();
  const duration = metrics.of('httpDuration');
  let count = 0;
  /** One line for all of a second. */
  const note = (): void => {
    if (count === 0)
      setTimeout(() => {
        logger.info({ requests: count, status: 429 }, 'requests that a rate limit has refused before');
        count = 0;
      }, LINE_EVERY_MS).unref();
    count += 1;
  };
  return {
    remember(request, response, { ms, route }) {
      const key = callKey(request);
      if (key) response.once('finish', () => refusals.remember(key, ms, { headers: constantHeaders(response), route }));
    },
    before: (handler) => (request, response) => {
      const key = refusals.isAny() ? callKey(request) : undefined;
      const refusal = key === undefined ? undefined : refusals.find(key);
      if (!refusal) return handler(request, response);
      const { leftMs, known } = refusal;
      const retryAfter = Math.ceil(leftMs / 1_000);
      const instance = requestPath(request.url!);
      const body = problemBody(publicUrl, 'rate-limited', { detail: waitFor(retryAfter), instance, retryAfter });
      response.writeHead(429, {
        ...known.headers,
        'retry-after': String(retryAfter),
        'content-length': Buffer.byteLength(body),
      });
      response.end(request.method === 'HEAD' ? undefined : body);
      duration.observe({ method: request.method!, route: known.route, status: 429 }, 0);
      note();
    },
  };
};

export const waitFor = (seconds: number): string => `Too many requests: wait ${seconds} s.`;

const OF_ONE_ANSWER = ['retry-after', 'content-length', 'connection', 'etag'];

const constantHeaders = (response: ServerResponse): OutgoingHttpHeaders => {
  const headers = { ...response.getHeaders() };
  for (const name of OF_ONE_ANSWER) delete headers[name];
  return headers;
};

const ID = /(?<=\/)[\da-f]{8}-[\da-f-]{27}(?=\/|$)/gi;

/** Who asks for what: a caller is limited by route, which a path without its ids stands for. Undefined without credentials. */
const callKey = (request: IncomingMessage): string | undefined => {
  const { method, headers } = request;
  const credentials = headers.authorization ?? headers['x-api-key'];
  if (!credentials) return undefined;
  return `${method} ${requestPath(request.url!).replace(ID, '*')} ${digestKey(String(credentials))}`;
};
