import { setTimeout as delay } from 'node:timers/promises';
import { assertMigrated, isDatabaseUnavailable, openDatabase } from '@staycover/db';
import { newIdIn } from '@staycover/kernel';
import { connectNats } from '@staycover/messaging';
import { createMetrics, type Logger } from '@staycover/telemetry';
import { createServiceLogger, type ServiceConfig } from './config.ts';
import { openDatabaseClock } from './database-clock.ts';
import type { Overrides, Platform, ServiceDefinition } from './definition.ts';
import { endAsFailed } from './run.ts';
import { openSandboxClock } from './sandbox.ts';

const DATABASE_WITHIN_MS = 20_000;

/** Connects to what a service lives on. */
export const openPlatform = async (
  { name, entities, migrations }: ServiceDefinition,
  config: ServiceConfig,
  overrides: Overrides,
) => {
  const logger = createServiceLogger(name, config);
  const metrics = createMetrics(name);
  const { DATABASE_URL: url, NATS_URL, NATS_USER: user, NATS_PASSWORD: password, NATS_DOMAIN: domain } = config;
  const database = await openDatabase({ url, schema: name, entities, poolSize: config.DATABASE_POOL });
  await whenAvailable(() => assertMigrated(database, migrations), logger);
  const nats = await connectNats({
    url: NATS_URL,
    service: name,
    logger,
    metrics,
    onRefused: endAsFailed,
    ...(user && password && { user, password }),
    ...(domain && { domain }),
  });
  const ofDatabase = overrides.clock ? undefined : await openDatabaseClock(database, logger);
  const wallClock = ofDatabase?.clock ?? overrides.clock!;
  const sandbox = config.SANDBOX === 'on' ? await openSandboxClock(database, wallClock) : undefined;
  const clock = sandbox?.clock ?? wallClock;
  const platform: Platform = {
    database,
    nats,
    logger,
    metrics,
    clock,
    wallClock,
    aheadMs: ofDatabase && (sandbox?.aheadMs ?? (() => 0)),
    newId: overrides.newId ?? newIdIn(config.CELL),
  };
  const close = async (): Promise<void> => {
    ofDatabase?.stop();
    await nats.close();
    await database.close();
  };
  return { platform, sandbox, close };
};

/** A database that restarts, or is asked too much, is waited for. */
const whenAvailable = async (work: () => Promise<void>, logger: Logger): Promise<void> => {
  const deadline = performance.now() + DATABASE_WITHIN_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > deadline) throw error;
      logger.warn({ error: String(error) }, 'database unavailable, the start waits');
      await delay(500);
    }
  }
};
