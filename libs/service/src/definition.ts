import type { EntitySchema } from '@mikro-orm/postgresql';
import type { ServiceName } from '@staycover/api';
import type { Counted, Database, Migrations } from '@staycover/db';
import type { EventDefinition, Publisher } from '@staycover/events';
import type { Route } from '@staycover/http';
import type { Clock, NewId } from '@staycover/kernel';
import type { Followed, Nats, Refusal, RpcHandler, Store, Subscription } from '@staycover/messaging';
import type { Schedule, Scheduler } from '@staycover/schedules';
import type { Logger, Metrics } from '@staycover/telemetry';
import type { Router } from 'express';
import type { Leftover } from './cleanup.ts';
import type { SqlGauge } from './metrics.ts';

/** What provisioning needs to know of a service. */
export type Manifest = {
  name: ServiceName;
  migrations: Migrations;
  consumes: readonly EventDefinition[];
  /** The services with streams that it follows completely. */
  follows?: readonly Publisher[];
};

/** What every use case gets: where state lives, what time it is, how ids are made. */
export type Platform = {
  database: Database;
  nats: Nats;
  /** The business's time, which the sandbox moves. */
  clock: Clock;
  /** The time outside, for what must agree with other systems' clocks. */
  wallClock: Clock;
  /** How far a sandbox's clock is ahead of that of streams; absent where the clock is one of tests. */
  aheadMs: (() => number) | undefined;
  newId: NewId;
  logger: Logger;
  metrics: Metrics;
};

export type Wiring = {
  routes: readonly Route[];
  subscriptions: readonly Subscription[];
  rpc?: readonly RpcHandler[];
  /** Scheduled work, besides the cleanup of every service. */
  schedules?: readonly Schedule[];
  /** Data with a retention period, besides that of every service. */
  leftovers?: readonly Leftover[];
  /** Tables that are counted as they are written. */
  counted?: readonly Counted[];
  /** What a dashboard shows of the business. */
  gauges?: readonly SqlGauge[];
  before?: (router: Router) => void;
  /** Stops background work, while the last requests are answered. */
  stop?: () => Promise<void>;
  /** What follows whole streams. */
  follow?: {
    publishers: readonly Publisher[];
    store: Store;
    /** Stores one event later, in a transaction of its own: a dead letter that is replayed. */
    storeLate: (event: Followed) => Promise<readonly Refusal[]>;
  };
};

export type ServiceDefinition = {
  name: ServiceName;
  entities: readonly EntitySchema[];
  migrations: Migrations;
  wire: (platform: Platform) => Wiring;
};

export type Overrides = { clock?: Clock; newId?: NewId };

export type RunningService = {
  url: string;
  /** Where Prometheus asks, if that is a port of its own. */
  metricsUrl: string | undefined;
  platform: Platform;
  scheduler: Scheduler;
  stop(): Promise<void>;
};
