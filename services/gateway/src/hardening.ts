import { actorOf, networkOf } from '@staycover/http';
import { DomainError, nobody } from '@staycover/kernel';
import cors from 'cors';
import type { Express, Request, RequestHandler } from 'express';
import helmet from 'helmet';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { GatewayConfig } from './config.ts';

const PREFLIGHT_MAX_AGE_S = 600;
/** An address may stand for a whole office: it gets as much as this many callers. */
const CALLERS_BEHIND_AN_ADDRESS = 10;
/** Limit of a platform with authentication that names none. */
const DEFAULT_PER_MINUTE = 600;

/** Response headers that a browser may show to a page of another origin. */
const EXPOSED = [
  'Allowed-Actions',
  'Deprecation',
  'ETag',
  'Ignored-Members',
  'Link',
  'Location',
  'Preference-Applied',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
];

/** What every answer gets, and what is known of every request. */
export const harden = (app: Express, { CORS_ORIGINS, PUBLIC_URL, TRUSTED_PROXIES }: GatewayConfig): void => {
  app.set('trust proxy', TRUSTED_PROXIES);
  app.use(
    helmet({
      // For JSON, and for the few pages of text that bring their own style; /docs sets a policy of its own.
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'none'"],
          styleSrc: ["'unsafe-inline'"],
          frameAncestors: ["'none'"],
          baseUri: ["'none'"],
          formAction: ["'none'"],
        },
      },
      frameguard: { action: 'deny' },
      strictTransportSecurity: PUBLIC_URL.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    }),
  );
  if (CORS_ORIGINS.length > 0)
    app.use(cors({ origin: CORS_ORIGINS, exposedHeaders: EXPOSED, maxAge: PREFLIGHT_MAX_AGE_S }));
};

export type Limits = {
  /** Before anybody knows who asks: how much one address may send. */
  byAddress: RequestHandler;
  /** How much one caller may send to one route. */
  byCaller: (operationId: string) => RequestHandler;
};

/** Rate limits, counted in this process; undefined when there are none: authentication is off, and no limit is set. */
export const rateLimits = ({ AUTH_MODE, RATE_LIMIT_PER_MINUTE }: GatewayConfig): Limits | undefined => {
  const perMinute = RATE_LIMIT_PER_MINUTE ?? (AUTH_MODE === 'off' ? undefined : DEFAULT_PER_MINUTE);
  if (perMinute === undefined) return undefined;
  const callers = new RateLimiterMemory({ points: perMinute, duration: 60 });
  const addresses = new RateLimiterMemory({ points: perMinute * CALLERS_BEHIND_AN_ADDRESS, duration: 60 });
  return {
    byAddress: async (request, _response, next) => {
      await take(addresses, addressOf(request));
      next();
    },
    byCaller: (operationId) => async (request, _response, next) => {
      const { id } = actorOf(request);
      await take(callers, `${operationId} ${id === nobody.id ? addressOf(request) : id}`);
      next();
    },
  };
};

const take = async (limiter: RateLimiterMemory, key: string): Promise<void> => {
  await limiter.consume(key).catch((refusal: unknown) => {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const retryAfter = Math.ceil(refusal.msBeforeNext / 1_000);
    throw new DomainError('rate-limited', `Too many requests: wait ${retryAfter} s.`, { retryAfter });
  });
};

/** Where a request comes from. */
export const addressOf = ({ ip = '' }: Pick<Request, 'ip'>): string => networkOf(ip);
