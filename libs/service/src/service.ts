import type { EntitySchema } from '@mikro-orm/postgresql';
import { createAuthenticator } from '@staycover/auth';
import { assertMigrated, openDatabase, type Database, type Migrations } from '@staycover/db';
import type { EventDefinition } from '@staycover/events';
import { createApp, type Route } from '@staycover/http';
import { newId, systemClock, type Clock, type NewId } from '@staycover/kernel';
import {
  connectNats,
  serveRpc,
  slots,
  startConsumer,
  startRelay,
  type Nats,
  type RpcHandler,
  type Subscription,
} from '@staycover/messaging';
import { createLogger, type Logger } from '@staycover/telemetry';
import type { Router } from 'express';
import type { ServiceConfig } from './config.ts';
import { registerHealth, serviceHealth } from './health.ts';
import { listen } from './listen.ts';

/** What provisioning needs to know of a service. */
export type Manifest = { name: string; migrations: Migrations; consumes: readonly EventDefinition[] };

/** What every use case gets: where state lives, what time it is, how ids are made. */
export type Platform = { database: Database; nats: Nats; clock: Clock; newId: NewId; logger: Logger };

export type Wiring = {
  routes: readonly Route[];
  subscriptions: readonly Subscription[];
  rpc?: readonly RpcHandler[];
  before?: (router: Router) => void;
};

export type ServiceDefinition = {
  name: string;
  entities: readonly EntitySchema[];
  migrations: Migrations;
  wire: (platform: Platform) => Wiring;
};

export type Overrides = { clock?: Clock; newId?: NewId };

export type RunningService = { url: string; platform: Platform; stop(): Promise<void> };

/** Database connections that event handlers never take. */
const CONNECTIONS_FOR_REQUESTS = 4;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts a service: database, NATS, relay, request-reply, consumers, then HTTP. */
export const startService = async (
  definition: ServiceDefinition,
  config: ServiceConfig,
  overrides: Overrides = {},
): Promise<RunningService> => {
  const { name, entities, migrations, wire } = definition;
  const logger = createLogger(name, config.LOG_LEVEL);
  const { DATABASE_URL: url, NATS_URL, NATS_USER: user, NATS_PASSWORD: password } = config;
  const database = await openDatabase({ url, schema: name, entities, poolSize: config.DATABASE_POOL });
  await assertMigrated(database, migrations);
  const nats = await connectNats({ url: NATS_URL, service: name, logger, ...(user && password && { user, password }) });
  const platform = { database, nats, logger, clock: overrides.clock ?? systemClock, newId: overrides.newId ?? newId };
  const wiring = wire(platform);

  const relay = startRelay({ url, schema: name, nats, logger });
  database.onCommit(relay.wake);
  const stopRpc = await serveRpc(nats, name, wiring.rpc ?? [], logger);
  const handlers = slots(Math.max(1, config.DATABASE_POOL - CONNECTIONS_FOR_REQUESTS));
  const consumers = await Promise.all(
    wiring.subscriptions.map((subscription) => startConsumer(subscription, { service: name, ...platform, handlers })),
  );
  let stopping = false;
  const health = serviceHealth({ database, nats, consumers, relay, stopping: () => stopping });
  const app = createApp({
    publicUrl: config.PUBLIC_URL,
    routes: wiring.routes,
    logger,
    authenticate: createAuthenticator(config),
    before(router) {
      registerHealth(router, name, health);
      wiring.before?.(router);
    },
  });
  const http = await listen(app, config.HOST, config.PORT);
  logger.info({ url: http.url }, `${name} is listening`);

  const stop = async (): Promise<void> => {
    stopping = true;
    await wait(config.DRAIN_SECONDS * 1_000);
    await http.close();
    await stopRpc();
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    await relay.stop();
    await nats.close();
    await database.close();
    logger.info(`${name} has stopped`);
  };
  return { url: http.url, platform, stop: once(stop) };
};

const once = (work: () => Promise<void>): (() => Promise<void>) => {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
};
