import type { ServiceName } from '@staycover/api';
import { actorIfKnown } from '@staycover/http';
import { DomainError, unauthenticated } from '@staycover/kernel';
import type { Request, RequestHandler, Response } from 'express';
import getRawBody from 'raw-body';
import { clientNetwork } from '../requests/client-network.ts';
import { isSigned, serviceFor, timeoutFor } from '../routing.ts';
import { type BodyRoom, type Holder, openBodyRoom } from './body-room.ts';
import type { Party } from './bulkhead.ts';
import { ask, type Upstream } from './upstream.ts';

const MAX_BODY_BYTES = 1024 * 1024;
/** Half of the memory that a gateway is given on Kubernetes is left for everything else. */
const BODY_ROOM = { bytes: 128 * MAX_BODY_BYTES, small: 16 * 1024 };
/** Of that room at most. Callers without credentials come from as many networks as they like: all have one together. */
const SHARES = { network: 1 / 2, party: 1 / 4, guests: 1 / 2, webhooks: 1 / 4, unknownNetwork: 1 / 16 };

type Upstreams = Readonly<Partial<Record<ServiceName, Upstream>>>;

/** Passes a request on to its service and the answer back, changing nothing but hop-by-hop headers. */
export const proxyTo = (upstreams: Upstreams): RequestHandler => {
  const room = openBodyRoom(BODY_ROOM);
  return async (request, response, next) => {
    const service = serviceFor(request.path);
    const upstream = service && upstreams[service];
    if (!upstream) return next();
    // A client that left while its request waited for its turn sends no body.
    if (response.destroyed) return;
    takeRoom(room, request, response);
    const body = await readBody(request);
    const budgetMs = timeoutFor(request.path, request.get('prefer'), upstream.timeoutMs);
    const work = (onAnswer: () => void) => ask(upstream, { request, response, body, onAnswer }, budgetMs);
    await upstream.protection.call(work, { party: findParty(request), isLong: budgetMs > upstream.timeoutMs });
  };
};

/** Holds room for the body until the response is closed. A body that does not say its length may be the largest. */
const takeRoom = (room: BodyRoom, request: Request, response: Response): void => {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const bytes = Math.min(Number(length ?? (encoding === undefined ? 0 : MAX_BODY_BYTES)), MAX_BODY_BYTES);
  const giveBack = room.take(bytes, findHolders(request));
  if (giveBack) return void response.once('close', giveBack);
  request.resume();
  throw new DomainError('service-unavailable', 'Too many large requests are under way. Try again.');
};

/** Who calls; `isKnown`: credentials name them. */
const findCaller = (request: Request) => {
  const { id, organizations } = actorIfKnown(request) ?? unauthenticated;
  return { id, organizations, isKnown: id !== unauthenticated.id };
};

/** Who the body of a request counts for. Without authentication anybody can name another: then its network alone. */
const findHolders = (request: Request): Holder[] => {
  const { isKnown, organizations } = findCaller(request);
  const network = clientNetwork(request);
  if (!isKnown && organizations !== '*') {
    const group = isSigned(request.path) ? 'webhooks' : 'guests';
    return [
      { name: group, share: SHARES[group] },
      { name: `${group} ${network}`, share: SHARES.unknownNetwork },
    ];
  }
  const ofNetwork = { name: `network ${network}`, share: SHARES.network };
  return isKnown ? [ofNetwork, { name: `party ${findParty(request)!.name}`, share: SHARES.party }] : [ofNetwork];
};

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
