import { requireActor } from '@staycover/http';
import { DomainError, unauthenticated } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import type { RequestHandler } from 'express';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { GatewayConfig } from '../config.ts';
import { clientNetwork } from '../requests/client-network.ts';
import { openRefusals } from './refusals.ts';
import { type RefuseAgain, waitFor } from './refuse-again.ts';
import { openCounts, type RequestCounts } from './request-counts.ts';

/** An address may belong to a whole office: it gets as much as this many callers. */
const CALLERS_BEHIND_AN_ADDRESS = 10;
/** Limit of a platform with authentication that names none. */
const DEFAULT_PER_MINUTE = 600;

export type Limits = {
  /** Before authentication: the limit of one address. */
  byAddress: RequestHandler;
  /** How much one caller may send to one route. */
  byCaller: (operationId: string) => RequestHandler;
  close(): Promise<void>;
};

/** Limits how much one caller may send. Counted by all gateways together where they have a database. */
export const rateLimits = (config: GatewayConfig, refusing: RefuseAgain, logger: Logger): Limits | undefined => {
  const { RATE_LIMIT_PER_MINUTE, AUTH_MODE, DATABASE_URL } = config;
  const perMinute = RATE_LIMIT_PER_MINUTE ?? (AUTH_MODE === 'off' ? undefined : DEFAULT_PER_MINUTE);
  if (perMinute === undefined) return undefined;
  const counts = openCounts(DATABASE_URL, logger);
  const callers = counts.limitedTo('caller', perMinute);
  const addresses = counts.limitedTo('address', perMinute * CALLERS_BEHIND_AN_ADDRESS);
  const refused = openRefusals();
  return {
    async byAddress(request, _response, next) {
      const address = clientNetwork(request);
      const refusal = refused.find(address);
      if (refusal) throw tooMany(refusal.leftMs);
      await take(addresses, address, (ms) => refused.remember(address, ms, undefined));
      next();
    },
    byCaller: (operationId) => async (request, response, next) => {
      const { id } = requireActor(request);
      const isKnown = id !== unauthenticated.id;
      await take(callers, `${operationId} ${isKnown ? id : clientNetwork(request)}`, (ms) => {
        // Others may have the same credentials that are none of ours.
        if (isKnown) refusing.remember(request, response, { ms, route: String(request.route.path) });
      });
      next();
    },
    close: counts.close,
  };
};

const take = async (counts: RequestCounts, key: string, onRefusal: (ms: number) => void): Promise<void> => {
  await counts.add(key).catch((refusal: unknown) => {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    onRefusal(refusal.msBeforeNext);
    throw tooMany(refusal.msBeforeNext);
  });
};

const tooMany = (ms: number): DomainError => {
  const retryAfter = Math.ceil(ms / 1_000);
  return new DomainError('rate-limited', waitFor(retryAfter), { retryAfter });
};
