import { type Clock, type NewId, newId } from '@staycover/kernel';
import { durableFollower } from '@staycover/messaging';
import {
  type Manifest,
  type Overrides,
  type RunningService,
  type ServiceConfig,
  serviceEnvironment,
} from '@staycover/service';
import pg from 'pg';
import { type EventRecorder, recordEvents } from './events.ts';
import { type Client, httpClient } from './http.ts';
import { createTestDatabase, createTestNats, type TestDatabase, type TestNats } from './infrastructure.ts';

/** A clock that stands still until it is moved. */
export const fakeClock = (
  start: string,
): Clock & { set(instant: string): void; advance(duration: Temporal.DurationLike): void } => {
  let now = Temporal.Instant.from(start);
  const clock = (() => now) as ReturnType<typeof fakeClock>;
  clock.set = (instant) => void (now = Temporal.Instant.from(instant));
  clock.advance = (duration) => void (now = now.toZonedDateTimeISO('UTC').add(duration).toInstant());
  return clock;
};

/** Where services of a spec write their log: to the file that the whole run has, or shown with `TEST_LOG_LEVEL`. */
export const testLog = (): Record<string, string> => {
  const { TEST_LOG_LEVEL, TEST_LOG_FILE } = process.env;
  if (TEST_LOG_LEVEL) return { LOG_LEVEL: TEST_LOG_LEVEL };
  return TEST_LOG_FILE ? { LOG_LEVEL: 'info', LOG_FILE: TEST_LOG_FILE } : { LOG_LEVEL: 'fatal' };
};

export type TestService = {
  http: Client;
  events: EventRecorder;
  service: RunningService;
  database: TestDatabase;
  nats: TestNats;
  /** Runs SQL as the administrator, with the service's schema first in the search path. */
  sql<Row = Record<string, unknown>>(text: string, params?: unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
};

/** One service on a database and a JetStream account of its own, with a client and an event recorder. */
export const startTestService = async <C extends ServiceConfig>(
  manifest: Manifest,
  compose: (config: C, overrides?: Overrides) => Promise<RunningService>,
  options: {
    clock?: Clock;
    newId?: NewId;
    config?: Partial<C>;
    /** What is done to the database before the service starts. */
    prepare?: (database: TestDatabase) => Promise<void>;
  } = {},
): Promise<TestService> => {
  const database = await createTestDatabase();
  await options.prepare?.(database);
  const { name, consumes, follows = [] } = manifest;
  const nats = await createTestNats(
    consumes.map((event) => ({ service: name, event })),
    { otherConsumers: follows.map((publisher) => durableFollower(name, publisher)) },
  );
  const config = serviceEnvironment.parse({
    NODE_ENV: 'test',
    ...testLog(),
    DATABASE_URL: database.urlFor(manifest.name),
    NATS_URL: nats.url,
    NATS_USER: nats.user,
    NATS_PASSWORD: nats.password,
  });
  const events = await recordEvents(nats);
  const service = await compose({ ...config, ...options.config } as C, {
    newId: options.newId ?? newId,
    ...(options.clock ? { clock: options.clock } : {}),
  });
  const admin = new pg.Client({
    connectionString: database.adminUrl,
    options: `-c search_path=${manifest.name},public`,
  });
  await admin.connect();
  return {
    http: httpClient(service.url, { keptAlive: false }),
    events,
    service,
    database,
    nats,
    sql: async (text, params = []) => (await admin.query(text, params)).rows,
    async stop() {
      await service.stop();
      await events.close();
      await admin.end();
      await database.drop();
    },
  };
};
