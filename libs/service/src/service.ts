import { setTimeout as delay } from 'node:timers/promises';
import { createAuthenticator } from '@staycover/auth';
import type { Spend } from '@staycover/db';
import { deadLetterReplays } from '@staycover/events';
import { createApp, guard, LOOPBACK_NAMES, ownHosts, ownPages } from '@staycover/http';
import { once } from '@staycover/kernel';
import {
  answer,
  beginWithNats,
  type RpcHandler,
  replayDeadLetter,
  type Subscription,
  serveRpc,
  slots,
  startConsumer,
  startFollower,
  startRelay,
  streamName,
} from '@staycover/messaging';
import { startScheduler } from '@staycover/schedules';
import { exportTraces } from '@staycover/telemetry';
import type { Router } from 'express';
import { cleanup } from './cleanup.ts';
import { type ServiceConfig, sessionUrl } from './config.ts';
import type { Overrides, Platform, RunningService, ServiceDefinition, Wiring } from './definition.ts';
import { registerHealth } from './health.ts';
import { FORWARDED_HEADER_BYTES, listen } from './listen.ts';
import { mergingCounts } from './merge-counts.ts';
import { listenForMetrics, serveMetrics, watchService } from './metrics.ts';
import { openPlatform } from './open-platform.ts';
import { operationsRoutes } from './operations.ts';
import { watchedHealth } from './refused-login.ts';
import { registerRuns } from './runs.ts';
import { registerSandbox } from './sandbox.ts';
import { budgetFor } from './spending.ts';

/** Database connections that event handlers never take. */
const CONNECTIONS_FOR_REQUESTS = 4;

/** Starts a service: database, NATS, background work, then HTTP. */
export const startService = async (
  definition: ServiceDefinition,
  config: ServiceConfig,
  overrides: Overrides = {},
): Promise<RunningService> => {
  const { name } = definition;
  const traces = await exportTraces(name, config.OTEL_EXPORTER_OTLP_ENDPOINT, config.TRACE_RATIO);
  const { platform, sandbox, close } = await openPlatform(definition, config, overrides);
  const { database, nats, logger, metrics } = platform;
  const wiring = definition.wire(platform);
  const replay = replayDeadLetter({ service: name, ...wiring, storeLate: wiring.follow?.storeLate, ...platform });
  const { relay, consumers, scheduler, spend, end } = await startWork(name, { ...wiring, replay }, platform, config);
  const authenticate = createAuthenticator(config);
  let stopping = false;
  const streams = streamNames(name, wiring);
  const parts = { database, nats, consumers, relay, stopping: () => stopping };
  const { health, stop: stopLooking } = watchedHealth(parts, logger);
  const watched = { health, consumers, streams, follows: wiring.follow !== undefined, replay };
  const app = createApp({
    publicUrl: config.PUBLIC_URL,
    routes: [...wiring.routes, ...operationsRoutes({ service: name, ...platform, ...watched })],
    ...platform,
    authenticate,
    spend,
    before(router) {
      registerHealth(router, name, health);
      registerNames(router, config);
      if (config.METRICS_PORT === undefined) router.get('/metrics', serveMetrics(metrics));
      const forOperators = guard(['ops'], authenticate);
      registerRuns(router, database, forOperators);
      if (sandbox) registerSandbox(router, { sandbox, database, scheduler, consumers, guard: forOperators });
      wiring.before?.(router);
    },
  });
  const http = await listen(app, config.HOST, config.PORT, { maxHeaderBytes: FORWARDED_HEADER_BYTES });
  const metricsPort = await listenForMetrics(metrics, config);
  logger.info({ url: http.url }, `${name} is listening`);

  const stop = async (): Promise<void> => {
    stopping = true;
    stopLooking();
    await http.drain(config.DRAIN_SECONDS);
    // Before its batches: a run that ends with the process is given back, not failed.
    void scheduler.stop();
    await Promise.all([http.close(), metricsPort?.close(), wiring.stop?.()]);
    await end();
    await close();
    await traces.stop();
    logger.info(`${name} has stopped`);
  };
  return { url: http.url, metricsUrl: metricsPort?.url, platform, scheduler, stop: once(stop) };
};

/** Without credentials, on a developer's machine, only the machine itself is answered, as by the gateway. */
const registerNames = (router: Router, { AUTH_MODE, HOST }: ServiceConfig): void => {
  const names = new Set<string>(LOOPBACK_NAMES);
  if (AUTH_MODE === 'off' && (names.has(HOST) || HOST === '::1')) router.use(ownHosts(names), ownPages(names));
};

/** Starts what works without being asked, and watches it: relay, request-reply, consumers, schedules. */
const startWork = async (
  name: string,
  wiring: Wiring & { replay: Replay },
  platform: Platform,
  config: ServiceConfig,
) => {
  const { database } = platform;
  const { subscriptions, rpc = [], leftovers = [], counted = [], replay } = wiring;
  const url = sessionUrl(config);
  const relay = startRelay({ url, schema: name, ...platform });
  database.onCommit(relay.wake);
  const follower = wiring.follow && startFollower({ url, service: name, ...platform, ...wiring.follow });
  const stopRpc = await startRpc(name, [...rpc, ...operatorRequests(name, replay)], platform);
  const { spend, stop: stopCounting } = budgetFor(platform, config);
  const own = startConsumers(name, subscriptions, { ...platform, spend }, config.DATABASE_POOL);
  const tidying = cleanup({ database, deadLetterDays: config.DEAD_LETTER_DAYS, leftovers });
  const merging = counted.length > 0 ? [mergingCounts(database, counted)] : [];
  const schedules = [...(wiring.schedules ?? []), ...merging, tidying];
  const scheduler = startScheduler({ ...platform, schedules });
  const end = async (): Promise<void> => {
    await scheduler.stop();
    await stopRpc();
    await Promise.all(own.map((consumer) => consumer.stop()));
    await Promise.all([relay.stop(), follower?.stop()]);
    await stopCounting();
  };
  const consumers = own.concat(follower?.consumers ?? []);
  const watched = { ...platform, relay, consumers, schedules, streams: streamNames(name, wiring) };
  watchService(platform.metrics, { ...watched, gauges: wiring.gauges ?? [] });
  return { relay, consumers, scheduler, spend, end };
};

/** How long a start waits for its RPC subscriptions; without NATS they follow later. */
const RPC_WITHIN_MS = 1_000;

const startRpc = async (name: string, handlers: readonly RpcHandler[], { nats, logger }: Platform) => {
  const ending = new AbortController();
  const serving = beginWithNats({ nats, logger, what: 'request-reply', signal: ending.signal }, () =>
    serveRpc(nats, name, handlers, logger),
  );
  if (nats.isConnected()) await Promise.race([serving, delay(RPC_WITHIN_MS)]);
  return async (): Promise<void> => {
    ending.abort();
    await (await serving)?.();
  };
};

/** The streams that a service watches the fill of: its own, and where others bring events, that one. */
const streamNames = (name: string, { subscriptions }: Wiring): string[] =>
  [name, ...(subscriptions.some(({ event }) => event.service === 'inbound') ? ['inbound'] : [])].map(streamName);

type Replay = ReturnType<typeof replayDeadLetter>;

/** What operators ask for, over NATS. */
const operatorRequests = (service: string, replay: Replay): RpcHandler[] =>
  deadLetterReplays
    .filter((rpc) => rpc.service === service)
    .map((rpc) => answer(rpc, ({ id, operator }) => replay(id, operator)));

const startConsumers = (
  service: string,
  subscriptions: readonly Subscription[],
  platform: Platform & { spend: Spend | undefined },
  poolSize: number,
) => {
  const handlers = slots(Math.max(1, poolSize - CONNECTIONS_FOR_REQUESTS));
  return subscriptions.map((subscription) => startConsumer(subscription, { service, ...platform, handlers }));
};
