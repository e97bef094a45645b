import { LOOPBACK_NAMES, ownHosts, ownPages, requireActor } from '@staycover/http';
import { assertOrganization, DomainError } from '@staycover/kernel';
import type { RequestHandler } from 'express';
import type { GatewayConfig } from '../config.ts';
import { hasNoTarget } from './targets.ts';

const MAX_HEADERS = 100;
/** Of two, one reader takes the first and another the last. */
const ONCE = ['host', 'authorization', 'content-type', 'x-api-key'];

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

/** Refuses names that are not the gateway's own, and foreign pages where no credentials are needed; nothing where any name will do. */
export const nameGuards = (config: GatewayConfig): RequestHandler[] => {
  const allowed = allowedHosts(config);
  if (!allowed) return [];
  return [ownHosts(allowed), ...(config.AUTH_MODE === 'off' ? [ownPages(allowed, config.CORS_ORIGINS)] : [])];
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
  return new Set([...LOOPBACK_NAMES, new URL(PUBLIC_URL).hostname, ...(ALLOWED_HOSTS ?? [])]);
};
