import { actorIfKnown } from '@staycover/http';
import { DomainError, unauthenticated } from '@staycover/kernel';
import type { Request, RequestHandler, Response } from 'express';
import getRawBody from 'raw-body';
import { type Dispatcher, errors } from 'undici';
import { type BodyRoom, openBodyRoom } from './body-room.ts';
import type { Party } from './bulkhead.ts';
import { answeredHeaders, forwardedHeaders } from './headers.ts';
import { clientNetwork } from './limits.ts';
import type { Protection } from './protection.ts';
import { openReplicas, type Replica, type Replicas } from './replicas.ts';
import { budgetFor, isSafeToRepeat } from './routing.ts';

const MAX_BODY_BYTES = 1024 * 1024;
/** Half of the memory that a gateway is given on Kubernetes is left for everything else. */
const BODY_ROOM = { bytes: 128 * MAX_BODY_BYTES, share: 0.5, small: 16 * 1024 };
/** The part of the time after which a service commits nothing any more. */
const COMMITTED_BY = 0.95;
const NEVER_SENT = new Set(['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT']);
const CUT_OFF = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'REPLICA_LOST']);
/** Responses of a service that did nothing; after a quick one, the request is repeated once. */
const REFUSED = 503;
const QUICKLY_MS = 3_000;
const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
export type Upstream = { name: string; replicas: Replicas; timeoutMs: number; protection: Protection };

export const openUpstream = (
  name: string,
  urls: readonly string[],
  timeoutMs: number,
  protection: Protection,
): Upstream => ({ name, timeoutMs, protection, replicas: openReplicas(urls, timeoutMs) });

/** Passes a request on to its service and the answer back, changing nothing but hop-by-hop headers. */
export const proxyTo = (upstreamFor: (path: string) => Upstream | undefined): RequestHandler => {
  const room = openBodyRoom(BODY_ROOM);
  return async (request, response, next) => {
    const upstream = upstreamFor(request.path);
    if (!upstream) return next();
    // A client that left while its request waited for its turn sends no body.
    if (response.destroyed) return;
    takeRoom(room, request, response);
    const body = await readBody(request);
    const budgetMs = budgetFor(request.path, request.get('prefer'), upstream.timeoutMs);
    const work = (answers: () => void) => ask({ ...upstream, budgetMs, answers }, request, response, body);
    await upstream.protection.call(work, findParty(request), budgetMs > upstream.timeoutMs);
  };
};

/** Holds room for the body until the response is closed. A body that does not say its length may be the largest. */
const takeRoom = (room: BodyRoom, request: Request, response: Response): void => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const bytes = Math.min(Number(length ?? (encoding === undefined ? 0 : MAX_BODY_BYTES)), MAX_BODY_BYTES);
  const giveBack = room.take(bytes, clientNetwork(request), isTrusted(findCaller(request)));
  if (giveBack) return void response.once('close', giveBack);
  request.resume();
  throw new DomainError('service-unavailable', 'Too many large requests are under way. Try again.');
};

/** Who calls; `isKnown`: credentials name them. */
const findCaller = (request: Request) => {
  const { id, organizations } = actorIfKnown(request) ?? unauthenticated;
  return { id, organizations, isKnown: id !== unauthenticated.id };
};

/** Whether credentials name the caller, or none are asked for. */
const isTrusted = ({ isKnown, organizations }: ReturnType<typeof findCaller>): boolean =>
  isKnown || organizations === '*';

/**
 * The party that takes turns at a service: the organization. Without authentication it is what the request names: an
 * organization, else one resource.
 */
const findParty = (request: Request): Party | undefined => {
  const { id, organizations, isKnown } = findCaller(request);
  if (organizations !== '*') return { name: organizations.join(' ') || `address ${clientNetwork(request)}`, isKnown };
  if (isKnown) return { name: `caller ${id}`, isKnown };
  const [name] = NAMED.exec(request.originalUrl) ?? [];
  return name === undefined ? undefined : { name, isKnown };
};

const NAMED = /(?<=[?&])organizationId=[^&]+|\/[\da-f]{8}-[\da-f-]{27}/i;

const CHANGES_ONE = new Set(['PUT', 'PATCH']);
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** The service did nothing, and the request may be repeated once. */
class Refused extends Error {}

/**
 * Asks a replica, and another one when the request never got there, was refused, or broke off and is safe to repeat. When
 * all were asked, and there is time left, one is asked a second time.
 */
const ask = async (
  { name, replicas, protection, budgetMs, answers }: Upstream & Pick<Way, 'answers'> & { budgetMs: number },
  request: Request,
  response: Response,
  body: Buffer | undefined,
): Promise<void> => {
  const tried: Replica[] = [];
  const changed = CHANGES_ONE.has(request.method) ? ID.exec(request.path)?.[0] : undefined;
  let isRefused = false;
  const began = performance.now();
  const mayAskAgain = (): boolean => {
    if (isRefused || performance.now() - began > QUICKLY_MS || !protection.mayRetry()) return false;
    return (isRefused = true);
  };
  for (;;) {
    // The client went away while it waited for a seat; it would hear nothing of what is done.
    if (response.destroyed) return;
    const replica = replicas.pick(tried, changed) ?? replicas.pick([])!;
    tried.push(replica);
    try {
      const leftMs = budgetMs - (performance.now() - began);
      const way = { name, replica, leftMs, isAlone: replicas.all.length === 1, mayAskAgain, answers };
      await forward(way, request, response, body);
      return replicas.answered(replica);
    } catch (error) {
      if (error instanceof Refused) continue;
      const code = errorCode(error);
      const [neverSent, cutOff] = [NEVER_SENT.has(code), CUT_OFF.has(code)];
      if (neverSent || cutOff) replicas.failed(replica);
      const mayRepeat = neverSent || (cutOff && isSafeToRepeat(request));
      // A lost replica takes at most its open requests along: they need no budget to go to another one, nor back to the
      // first when that one is lost, too.
      const isFree = tried.length < replicas.all.length || (cutOff && replicas.all.length > 1);
      const isTimeLeft = performance.now() - began < budgetMs;
      if (!mayRepeat || !isTimeLeft || tried.length > replicas.all.length) throw error;
      if (!isFree && !protection.mayRetry()) throw error;
    }
  }
};

const errorCode = (error: unknown): string => (error as { cause?: { code?: string } }).cause?.code ?? '';

/** `leftMs` is the time within which the client must have its response. */
type Way = {
  name: string;
  replica: Replica;
  leftMs: number;
  isAlone: boolean;
  mayAskAgain(): boolean;
  /** Called when the answer begins. */
  answers(): void;
};

/** Settles when the answer is passed back; rejects while there is still an answer to give. */
const forward = (
  { name, replica, leftMs, isAlone, mayAskAgain, answers }: Way,
  request: Request,
  response: Response,
  body: Buffer | undefined,
): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    let isSent = false;
    let isRefused = false;
    let held: Buffer | undefined;
    let patience: NodeJS.Timeout | undefined;
    const visit = replica.begin();
    replica.pool.dispatch(passedOn(request, body, leftMs), {
      onRequestStart(controller) {
        if (response.destroyed) return controller.abort(new Error('The client went away.'));
        isSent = true;
        if (!isAlone && isSafeToRepeat(request)) visit.mayLeave((why) => controller.abort(why));
        response.once('close', () => {
          clearTimeout(patience);
          if (!response.writableEnded) controller.abort(new Error('The client went away.'));
        });
      },
      onResponseStart(_controller, status, headers) {
        visit.stays();
        isRefused = status === REFUSED && mayAskAgain();
        if (isRefused) return;
        answers();
        if (status >= 200) response.writeHead(status, answeredHeaders(headers));
      },
      // One chunk is held back, so that a short answer leaves in one piece, headers included.
      onResponseData(controller, chunk) {
        if (isRefused) return;
        if (held && !response.write(held)) {
          controller.pause();
          // Who does not read keeps the seat from others.
          clearTimeout(patience);
          patience = setTimeout(() => controller.abort(new Error('The client does not read.')), leftMs);
          response.once('drain', () => {
            clearTimeout(patience);
            controller.resume();
          });
        }
        held = chunk;
      },
      onResponseEnd() {
        visit.end();
        if (isRefused) return reject(new Refused());
        response.end(held);
        resolve();
      },
      onResponseError(_controller, error) {
        visit.end();
        // The client disconnected: no response is possible, and the service is fine.
        if (response.destroyed) return resolve();
        if (isRefused) return reject(new Refused());
        if (!response.headersSent) return reject(upstreamProblem(name, error, isSent && !READS.has(request.method)));
        response.destroy();
        resolve();
      },
    });
  });

const passedOn = (request: Request, body: Buffer | undefined, leftMs: number): Dispatcher.DispatchOptions => ({
  path: request.originalUrl,
  method: request.method as Dispatcher.HttpMethod,
  headers: [...forwardedHeaders(request), 'x-answer-within-ms', String(Math.floor(leftMs * COMMITTED_BY))],
  body: body ?? null,
  headersTimeout: Math.ceil(leftMs),
});

/** The body in memory, at most 1 MiB: small enough to hold, and an oversized one is refused before a service sees it. */
const readBody = async (request: Request): Promise<Buffer | undefined> => {
  const length = request.headers['content-length'];
  if (length === undefined && request.headers['transfer-encoding'] === undefined) return undefined;
  try {
    return await getRawBody(request, { limit: MAX_BODY_BYTES, length: length ?? null });
  } catch (error) {
    // Read on and forget, so that the client can finish sending and see the answer.
    request.resume();
    throw error;
  }
};

const UNKNOWN = ' Whether it took effect is unknown: look, or send it again with the same Idempotency-Key.';

/** `mayBeDone`: the request was sent and changes something, so without a response its outcome is unknown. */
const upstreamProblem = (service: string, cause: unknown, mayBeDone: boolean): Error => {
  const unknown = mayBeDone ? UNKNOWN : '';
  const problem = (code: string, detail: string) => new DomainError(code, detail, {}, { cause });
  if (cause instanceof errors.HeadersTimeoutError || cause instanceof errors.BodyTimeoutError)
    return problem('upstream-timeout', `The ${service} service did not answer in time.${unknown}`);
  // An error of our own HTTP client does not mean that the service is down: it does not count against it.
  if (cause instanceof errors.InvalidArgumentError)
    return problem('malformed-request', 'The request cannot be passed on.');
  if (cause instanceof errors.HeadersOverflowError)
    return new Error(`The ${service} service answered more headers than can be passed on.`, { cause });
  return mayBeDone
    ? problem('upstream-timeout', `The ${service} service was lost before it answered.${unknown}`)
    : problem('service-unavailable', `The ${service} service cannot be reached now.`);
};
