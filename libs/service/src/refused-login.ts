import { sqlState } from '@staycover/db';
import type { Logger } from '@staycover/telemetry';
import { type Health, type HealthParts, serviceHealth } from './health.ts';
import { endAsFailed } from './run.ts';

const WRONG_PASSWORD = '28P01';
/** A pooler may take a moment to know the password that was changed. */
const REFUSED_FOR_MS = 10_000;
const LOOK_EVERY_MS = 5_000;

type Surroundings = { now(): number; end(): void };

const thisProcess: Surroundings = {
  now: () => performance.now(),
  end: endAsFailed,
};

/**
 * Ends the process when PostgreSQL goes on refusing its password: as with NATS, a new process may have the right one. It gets how
 * each try to use the database ended.
 */
const endWhenRefused = (logger: Pick<Logger, 'fatal'>, { now, end }: Surroundings) => {
  let since: number | undefined;
  let hasEnded = false;
  return (error?: unknown): void => {
    since = sqlState(error) === WRONG_PASSWORD ? (since ?? now()) : undefined;
    if (hasEnded || since === undefined || now() - since < REFUSED_FOR_MS) return;
    hasEnded = true;
    logger.fatal('PostgreSQL refuses the password of DATABASE_URL: the process ends, for a new one may have another');
    end();
  };
};

/**
 * The health of a service, which ends it when PostgreSQL goes on refusing it. It looks by itself, too: with `npm start`, say, and
 * one replica, no probe asks.
 */
export const watchedHealth = (
  parts: Omit<HealthParts, 'onDatabase'>,
  logger: Pick<Logger, 'fatal'>,
  surroundings: Surroundings = thisProcess,
): { health: () => Promise<Health>; stop(): void } => {
  const health = serviceHealth({ ...parts, onDatabase: endWhenRefused(logger, surroundings) });
  const timer = setInterval(() => void health(), LOOK_EVERY_MS).unref();
  return { health, stop: () => clearInterval(timer) };
};
