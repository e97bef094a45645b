import type { EntitySchema } from '@mikro-orm/postgresql';
import { createAuthenticator } from '@staycover/auth';
import {
  assertMigrated,
  type Database,
  isDatabaseUnavailable,
  type Migrations,
  openDatabase,
  type Spend,
} from '@staycover/db';
import { deadLetterReplays, type EventDefinition } from '@staycover/events';
import { createApp, guard, type Route } from '@staycover/http';
import { type Clock, type NewId, newId, systemClock } from '@staycover/kernel';
import {
  answer,
  byteBudget,
  connectNats,
  type Nats,
  type RpcHandler,
  replayDeadLetter,
  type Subscription,
  serveRpc,
  slots,
  startConsumer,
  startRelay,
  watchedShare,
} from '@staycover/messaging';
import { type Schedule, type Scheduler, startScheduler } from '@staycover/schedules';
import { createMetrics, exportTraces, type Logger, type Metrics } from '@staycover/telemetry';
import type { Router } from 'express';
import { cleanup, type Leftover } from './cleanup.ts';
import { budgetOf, loggerOf, type ServiceConfig } from './config.ts';
import { registerHealth, serviceHealth } from './health.ts';
import { listen } from './listen.ts';
import { type SqlGauge, serveMetrics, watchService } from './metrics.ts';
import { openSandboxClock, registerSandbox } from './sandbox.ts';

/** What provisioning needs to know of a service. */
export type Manifest = { name: string; migrations: Migrations; consumes: readonly EventDefinition[] };

/** What every use case gets: where state lives, what time it is, how ids are made. */
export type Platform = {
  database: Database;
  nats: Nats;
  /** The business's time, which the sandbox moves. */
  clock: Clock;
  /** The time outside, for what must agree with other systems' clocks. */
  wallClock: Clock;
  newId: NewId;
  logger: Logger;
  metrics: Metrics;
};

export type Wiring = {
  routes: readonly Route[];
  subscriptions: readonly Subscription[];
  rpc?: readonly RpcHandler[];
  /** What the calendar starts, beside the cleanup that every service does. */
  schedules?: readonly Schedule[];
  /** What it keeps only for a while, beside what every service has. */
  leftovers?: readonly Leftover[];
  /** What the business wants counted. */
  gauges?: readonly SqlGauge[];
  before?: (router: Router) => void;
};

export type ServiceDefinition = {
  name: string;
  entities: readonly EntitySchema[];
  migrations: Migrations;
  wire: (platform: Platform) => Wiring;
};

export type Overrides = { clock?: Clock; newId?: NewId };

export type RunningService = { url: string; platform: Platform; scheduler: Scheduler; stop(): Promise<void> };

/** Database connections that event handlers never take. */
const CONNECTIONS_FOR_REQUESTS = 4;
const DATABASE_WITHIN_MS = 20_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts a service: database, NATS, relay, request-reply, consumers, then HTTP. */
export const startService = async (
  definition: ServiceDefinition,
  config: ServiceConfig,
  overrides: Overrides = {},
): Promise<RunningService> => {
  const { name, wire } = definition;
  const traces = await exportTraces(name, config.OTEL_EXPORTER_OTLP_ENDPOINT, config.TRACE_RATIO);
  const { platform, sandbox } = await openPlatform(definition, config, overrides);
  const { database, nats, logger, metrics } = platform;
  const wiring = wire(platform);

  const relay = startRelay({ url: config.DATABASE_URL, schema: name, nats, logger, metrics });
  database.onCommit(relay.wake);
  const stopRpc = await serveRpc(
    nats,
    name,
    [...(wiring.rpc ?? []), ...operatorRequests(name, wiring.subscriptions, platform)],
    logger,
  );
  const { spend, stop: stopCounting } = budgetFor(platform, config);
  const consumers = await startConsumers(name, wiring.subscriptions, { ...platform, spend }, config.DATABASE_POOL);
  const { schedules = [], leftovers = [] } = wiring;
  const tidying = cleanup({ database, deadLetterDays: config.DEAD_LETTER_DAYS, leftovers });
  const scheduler = startScheduler({ ...platform, schedules: [...schedules, tidying] });
  const authenticate = createAuthenticator(config);
  let stopping = false;
  watchService(metrics, { database, nats, consumers, relay, gauges: wiring.gauges ?? [] });
  const health = serviceHealth({ database, nats, consumers, relay, stopping: () => stopping });
  const app = createApp({
    publicUrl: config.PUBLIC_URL,
    routes: wiring.routes,
    logger,
    metrics,
    authenticate,
    spend,
    before(router) {
      registerHealth(router, name, health);
      router.get('/metrics', serveMetrics(metrics.render, metrics.contentType));
      if (sandbox)
        registerSandbox(router, { sandbox, database, scheduler, consumers, guard: guard(['ops'], authenticate) });
      wiring.before?.(router);
    },
  });
  const http = await listen(app, config.HOST, config.PORT);
  logger.info({ url: http.url }, `${name} is listening`);

  const stop = async (): Promise<void> => {
    stopping = true;
    await wait(config.DRAIN_SECONDS * 1_000);
    await http.close();
    await scheduler.stop();
    await stopRpc();
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    await relay.stop();
    await stopCounting();
    await nats.close();
    await database.close();
    await traces.stop();
    logger.info(`${name} has stopped`);
  };
  return { url: http.url, platform, scheduler, stop: once(stop) };
};

type Spending = { spend: Spend | undefined; stop(): Promise<void> };

/** What organizations pay with for what they cause to be stored: a day's bytes, and a share of the stream. */
const budgetFor = ({ database, logger }: Platform, config: ServiceConfig): Spending => {
  const budget = budgetOf(config);
  if (!budget) return { spend: undefined, stop: async () => undefined };
  const daily = byteBudget(budget.bytesPerDay);
  const share = watchedShare(database, budget.bytesPerMonth, logger);
  return {
    spend(organizationId, bytes) {
      daily(organizationId, bytes);
      share.spend(organizationId, bytes);
    },
    stop: share.stop,
  };
};

/** Connects to what a service lives on. */
const openPlatform = async (
  { name, entities, migrations }: ServiceDefinition,
  config: ServiceConfig,
  overrides: Overrides,
) => {
  const logger = loggerOf(name, config);
  const metrics = createMetrics(name);
  const { DATABASE_URL: url, NATS_URL, NATS_USER: user, NATS_PASSWORD: password, NATS_DOMAIN: domain } = config;
  const database = await openDatabase({ url, schema: name, entities, poolSize: config.DATABASE_POOL });
  await whenAvailable(() => assertMigrated(database, migrations), logger);
  const nats = await connectNats({
    url: NATS_URL,
    service: name,
    logger,
    metrics,
    ...(user && password && { user, password }),
    ...(domain && { domain }),
  });
  const sandbox = config.SANDBOX === 'on' ? await openSandboxClock(database) : undefined;
  const wallClock = overrides.clock ?? systemClock;
  const clock = sandbox?.clock ?? wallClock;
  const platform: Platform = { database, nats, logger, metrics, clock, wallClock, newId: overrides.newId ?? newId };
  return { platform, sandbox };
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
      await wait(500);
    }
  }
};

/** What operators ask for, over NATS. */
const operatorRequests = (
  service: string,
  subscriptions: readonly Subscription[],
  platform: Platform,
): RpcHandler[] => {
  const replay = replayDeadLetter({ service, subscriptions, ...platform });
  return deadLetterReplays
    .filter((rpc) => rpc.service === service)
    .map((rpc) => answer(rpc, ({ id, operator }) => replay(id, operator)));
};

const startConsumers = (
  service: string,
  subscriptions: readonly Subscription[],
  platform: Platform & { spend: Spend | undefined },
  poolSize: number,
) => {
  const handlers = slots(Math.max(1, poolSize - CONNECTIONS_FOR_REQUESTS));
  return Promise.all(
    subscriptions.map((subscription) => startConsumer(subscription, { service, ...platform, handlers })),
  );
};

const once = (work: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
};
