import { isRead, requireActor } from '@staycover/http';
import { assertOrganization, DomainError } from '@staycover/kernel';
import type { Request, RequestHandler } from 'express';
import type { GatewayConfig } from '../config.ts';
import { hasNoTarget } from './targets.ts';

const MAX_HEADERS = 100;
/** Of two, one reader takes the first and another the last. */
const ONCE = ['host', 'authorization', 'content-type', 'x-api-key'];
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Refuses what no client of ours sends: no host, too many headers, and two of what decides who calls, whom, and with what. */
export const soundHeaders: RequestHandler = (request, _response, next) => {
  const { rawHeaders, headers, httpVersion } = request;
  if (hasNoTarget(request)) throw new DomainError('malformed-request', 'The request has no address that can be read.');
  if (headers.host === undefined && httpVersion === '1.1')
    throw new DomainError('malformed-request', 'The request has no Host header.');
  if (rawHeaders.length > MAX_HEADERS * 2)
    throw new DomainError('malformed-request', `The request has more than ${MAX_HEADERS} headers.`);
  const names = rawHeaders.filter((_, i) => i % 2 === 0).map((name) => name.toLowerCase());
  const twice = ONCE.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice) throw new DomainError('malformed-request', `The request has more than one ${twice} header.`);
  next();
};

/** Refuses requests to names that are not the gateway's own; undefined where any name will do. */
export const ownHosts = (config: GatewayConfig): RequestHandler | undefined => {
  const allowed = allowedHosts(config);
  if (!allowed) return undefined;
  return (request, _response, next) => {
    if (!allowed.has(readHost(request))) throw new DomainError('misdirected-request', 'This gateway has another name.');
    next();
  };
};

/**
 * Refuses changes by web pages of other hosts where no credentials are needed: a browser sends some requests for any page.
 * Undefined where it need not.
 */
export const ownPages = (config: GatewayConfig): RequestHandler | undefined => {
  const allowed = config.AUTH_MODE === 'off' ? allowedHosts(config) : undefined;
  if (!allowed) return undefined;
  const isOwn = (origin: string): boolean =>
    config.CORS_ORIGINS.includes(origin) || (URL.canParse(origin) && allowed.has(new URL(origin).hostname));
  return ({ method, headers: { origin } }, _response, next) => {
    if (origin !== undefined && !isRead(method) && !isOwn(origin))
      throw new DomainError('foreign-origin', 'A page of another origin may change nothing here.');
    next();
  };
};

/** What shows the events of an organization; the service that answers looks at the filter, too. */
const WITH_FILTER = /^\/api\/(events|search|timeline\/[^/]+)\/?$/i;

/** Refuses to look for events of an organization that the caller does not act for. */
export const ownEvents: RequestHandler = (request, _response, next) => {
  if (WITH_FILTER.test(request.path) && ['GET', 'HEAD'].includes(request.method)) {
    const { organizationId } = request.query;
    if (typeof organizationId === 'string') assertOrganization(requireActor(request), organizationId);
  }
  next();
};

const allowedHosts = ({ ALLOWED_HOSTS, NODE_ENV, AUTH_MODE, PUBLIC_URL }: GatewayConfig): Set<string> | undefined => {
  const isOpen = NODE_ENV !== 'production' && AUTH_MODE === 'off';
  if (!ALLOWED_HOSTS && !isOpen) return undefined;
  return new Set([...LOOPBACK, new URL(PUBLIC_URL).hostname, ...(ALLOWED_HOSTS ?? [])]);
};

const readHost = ({ headers }: Request): string => (headers.host ?? '').replace(/:\d*$/, '').toLowerCase();
