import { finished } from 'node:stream/promises';
import { requireActor, wantsEventStream } from '@staycover/http';
import { type Actor, DomainError, unauthenticated } from '@staycover/kernel';
import type { Metrics } from '@staycover/telemetry';
import type { Request, RequestHandler, Response } from 'express';
import { type Dispatcher, Pool } from 'undici';
import type { GatewayConfig } from './config.ts';
import { clientNetwork } from './requests/client-network.ts';
import { answeredHeaders, forwardedHeaders } from './upstream/headers.ts';

/** Live streams: they stay open, so they take no seat of their service, and their failures do not count against it. */
export type Streams = {
  /** Passes a stream on; everything else goes to the next handler. */
  handler: RequestHandler;
  /** Ends all streams with `bye`. */
  stop(): Promise<void>;
};

const MOST = 1_000;
const MOST_PER_CALLER = 8;
const RETRY_AFTER_S = 30;
const CONNECT_WITHIN_MS = 1_000;
/** Longer than a stream is silent: a comment comes each 15 s. */
const SILENCE_MS = 45_000;
/** Behind what may have been passed on in part. */
const GOODBYE = '\n\nevent: bye\ndata: {"reason":"restart"}\n\n';

type Options = { urls: readonly string[]; metrics: Metrics; authMode: GatewayConfig['AUTH_MODE'] };

export const openStreams = ({ urls, metrics, authMode }: Options): Streams => {
  const pools = urls.map(
    (url) =>
      new Pool(url, {
        connections: MOST,
        connectTimeout: CONNECT_WITHIN_MS,
        headersTimeout: 10_000,
        bodyTimeout: SILENCE_MS,
      }),
  );
  let turn = 0;
  /** One replica after the other has the first place. */
  const inTurn = (): Pool[] => {
    const first = turn++ % pools.length;
    return [...pools.slice(first), ...pools.slice(0, first)];
  };
  const open = new Set<Passing>();
  metrics.sample(() => metrics.of('streamsOpen').set(open.size), 0);
  // Without authentication everybody is the same caller.
  const take = openPlaces(open, authMode === 'off' ? Infinity : MOST_PER_CALLER);

  return {
    handler: async (request, response, next) => {
      if (!isStream(request)) return next();
      // It left while it was authenticated: its stream would stay open, as no end of it follows.
      if (response.destroyed) return;
      const release = take(request);
      const passing: Passing = { end: () => response.destroy() };
      open.add(passing);
      try {
        await pass(inTurn(), request, response, passing);
      } finally {
        open.delete(passing);
        release();
      }
    },
    async stop() {
      for (const passing of open) passing.end();
      await Promise.all(pools.map((pool) => pool.destroy()));
    },
  };
};

/** Takes a place for a stream, and returns what frees it; refuses those beyond. */
const openPlaces = (open: ReadonlySet<Passing>, perCaller: number) => {
  const byCaller = new Map<string, number>();
  return (request: Request): (() => void) => {
    const caller = callerId(requireActor(request), request);
    const held = byCaller.get(caller) ?? 0;
    if (held >= perCaller)
      throw new DomainError('rate-limited', `A caller has at most ${perCaller} streams.`, {
        retryAfter: RETRY_AFTER_S,
      });
    if (open.size >= MOST) throw new DomainError('service-unavailable', 'There are too many streams here now.');
    byCaller.set(caller, held + 1);
    return () => {
      const left = byCaller.get(caller)! - 1;
      if (left > 0) byCaller.set(caller, left);
      else byCaller.delete(caller);
    };
  };
};

/** A stream that is passed on, and how it is ended. */
type Passing = { end(): void };

const isStream = (request: Request): boolean =>
  request.method === 'GET' && /^\/api\/events\/?$/i.test(request.path) && wantsEventStream(request.get('accept'));

const callerId = ({ id }: Actor, request: Request): string => (id === unauthenticated.id ? clientNetwork(request) : id);

/** Resolves when the stream is over, whichever side ended it; rejects while an error response is still possible. */
const pass = async (pools: readonly Pool[], request: Request, response: Response, passing: Passing): Promise<void> => {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const answer = await ask(pools, request, gone.signal);
  if (!answer) return;
  const { statusCode, headers, body } = answer;
  response.writeHead(statusCode, answeredHeaders(headers));
  response.flushHeaders();
  // Reads no faster than the client does; what breaks off here breaks off there.
  body.once('error', () => response.destroy());
  body.pipe(response);
  passing.end = () => {
    body.unpipe(response);
    response.end(GOODBYE);
  };
  await finished(response).catch(() => undefined);
};

/** The answer of the first replica that has one; undefined when the client has left. */
const ask = async (
  [pool, ...others]: readonly Pool[],
  request: Request,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData | undefined> => {
  const asked = { path: request.originalUrl, method: 'GET', headers: forwardedHeaders(request), signal } as const;
  try {
    return await pool!.request(asked);
  } catch (cause) {
    if (signal.aborted) return undefined;
    if (others.length > 0) return ask(others, request, signal);
    throw new DomainError('service-unavailable', 'Live events cannot be had now.', {}, { cause });
  }
};
