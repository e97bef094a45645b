import { createHash } from 'node:crypto';
import { actorOf, networkOf } from '@staycover/http';
import { DomainError, unauthenticated } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import type { Request, RequestHandler } from 'express';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { GatewayConfig } from './config.ts';
import { openRefusals } from './refusals.ts';
import { openCounts, type RequestCounts } from './request-counts.ts';

/** An address may belong to a whole office: it gets as much as this many callers. */
const CALLERS_BEHIND_AN_ADDRESS = 10;
/** Limit of a platform with authentication that names none. */
const DEFAULT_PER_MINUTE = 600;

export type Limits = {
  /** Before authentication: the limit of one address. */
  byAddress: RequestHandler;
  /** How much one caller may send to one route: before authentication for who was refused already, and after it. */
  byCaller: (operationId: string) => { before: RequestHandler; after: RequestHandler };
  close(): Promise<void>;
};

/**
 * Rate limits, shared by the gateways that have a database; undefined when there are none: authentication is off, and no limit
 * is set.
 */
export const rateLimits = (config: GatewayConfig, logger: Logger): Limits | undefined => {
  const { AUTH_MODE, RATE_LIMIT_PER_MINUTE, DATABASE_URL } = config;
  const perMinute = RATE_LIMIT_PER_MINUTE ?? (AUTH_MODE === 'off' ? undefined : DEFAULT_PER_MINUTE);
  if (perMinute === undefined) return undefined;
  const counts = openCounts(DATABASE_URL, logger);
  const callers = counts.limitedTo('caller', perMinute);
  const refusals = openRefusals();
  const addresses = counts.limitedTo('address', perMinute * CALLERS_BEHIND_AN_ADDRESS);
  const refuseAgain = (key: string): void => {
    const leftMs = refusals.left(key);
    if (leftMs !== undefined) throw tooMany(leftMs);
  };
  return {
    async byAddress(request, _response, next) {
      const address = addressOf(request);
      refuseAgain(address);
      await take(addresses, address, (ms) => refusals.remember(address, ms));
      next();
    },
    byCaller: (operationId) => ({
      before(request, _response, next) {
        const credentials = credentialsOf(request);
        if (credentials) refuseAgain(`${operationId} ${credentials}`);
        next();
      },
      async after(request, _response, next) {
        const { id } = actorOf(request);
        const isKnown = id !== unauthenticated.id;
        // Others may have the same credentials that are none of ours.
        const remember = (ms: number) =>
          isKnown ? refusals.remember(`${operationId} ${credentialsOf(request)}`, ms) : undefined;
        await take(callers, `${operationId} ${isKnown ? id : addressOf(request)}`, remember);
        next();
      },
    }),
    close: counts.close,
  };
};

const take = async (counts: RequestCounts, key: string, refused: (ms: number) => void): Promise<void> => {
  await counts.add(key).catch((refusal: unknown) => {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    refused(refusal.msBeforeNext);
    throw tooMany(refusal.msBeforeNext);
  });
};

const tooMany = (ms: number): DomainError => {
  const retryAfter = Math.ceil(ms / 1_000);
  return new DomainError('rate-limited', `Too many requests: wait ${retryAfter} s.`, { retryAfter });
};

/** What distinguishes a caller before its credentials are verified; undefined without any. */
const credentialsOf = ({ headers }: Request): string | undefined => {
  const credentials = headers.authorization ?? headers['x-api-key'];
  return credentials && createHash('sha256').update(String(credentials)).digest('base64url');
};

/** Where a request comes from. */
export const addressOf = ({ ip = '' }: Pick<Request, 'ip'>): string => networkOf(ip);
