import { type Database, inTransaction, query } from '@staycover/db';
import { bareApp } from '@staycover/http';
import { type Consumer, type Nats, type Relay, streamStanding } from '@staycover/messaging';
import type { Schedule } from '@staycover/schedules';
import type { Gauge, MetricName, Metrics, metricDefinitions } from '@staycover/telemetry';
import type { RequestHandler } from 'express';
import type { ServiceConfig } from './config.ts';
import { type Listening, listen } from './listen.ts';

type GaugeName = { [N in MetricName]: (typeof metricDefinitions)[N]['type'] extends 'gauge' ? N : never }[MetricName];

/** A gauge read from the database: a row each, with a column `value` and one of the name of each label. */
export type SqlGauge = { metric: GaugeName; sql: string };

/** Counts over whole tables: fresh enough for a dashboard, and nothing that a database notices. */
const COUNTS_EVERY_MS = 60_000;
/** Those over large tables take longer than a statement of a request may. */
const COUNT_WITHIN_MS = 30_000;

const OUTBOX = `select count(*)::int as depth, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age
  from outbox where published_at is null`;
const DEAD_LETTERS = `select consumer, count(*)::int as value from dead_letter where resolved_at is null group by consumer`;
/** Of those that run: what a service no longer does is not tried again. */
const SCHEDULE_FAILURES = 'select name as schedule, attempts as value from schedule where name = any($1)';

type Row = { value: number | string } & Record<string, string>;

/** `known` is 0 without a row. */
const show = (gauge: Gauge, rows: readonly Row[], known: readonly Record<string, string>[] = []): void => {
  gauge.reset();
  for (const labels of known) gauge.set(labels, 0);
  for (const { value, ...labels } of rows) gauge.set(labels, Number(value));
};

const count = async (database: Database, gauge: Gauge, sql: string): Promise<void> =>
  show(gauge, await inTransaction(database, (tx) => query<Row>(tx, sql), { statementMs: COUNT_WITHIN_MS }));

export type Watched = {
  /** The service's own stream, and those of others that only it can look at. */
  streams: readonly string[];
  database: Database;
  nats: Nats;
  consumers: readonly Consumer[];
  relay: Relay;
  schedules: readonly Schedule[];
  gauges: readonly SqlGauge[];
};

/** Watches what a service is made of: pool, outbox, relay, consumers, dead letters, schedules, and its business. */
export const watchService = (
  metrics: Metrics,
  { streams, database, nats, consumers, relay, schedules, gauges }: Watched,
): void => {
  metrics.sample(() => {
    const { waiting, ...connections } = database.pool();
    for (const [state, value] of Object.entries(connections)) metrics.of('poolConnections').set({ state }, value);
    metrics.of('poolWaiting').set(waiting);
    metrics.of('natsConnected').set(Number(nats.isConnected()));
    metrics.of('relayActive').set(Number(relay.isActive()));
    for (const { durable, isFresh } of consumers)
      metrics.of('consumerFresh').set({ consumer: durable }, Number(isFresh()));
  }, 0);
  metrics.sample(async () => {
    const [row] = await query<{ depth: number; age: number }>(database, OUTBOX);
    metrics.of('outboxDepth').set(row!.depth);
    metrics.of('outboxAge').set(row!.age);
  });
  const durables = consumers.map(({ durable: consumer }) => ({ consumer }));
  metrics.sample(async () => {
    show(metrics.of('deadLetters') as Gauge, await query<Row>(database, DEAD_LETTERS), durables);
  });
  const scheduled = schedules.map(({ name }) => name);
  metrics.sample(async () => {
    show(metrics.of('scheduleFailures') as Gauge, await query<Row>(database, SCHEDULE_FAILURES, [scheduled]));
  });
  metrics.sample(async () => {
    if (!nats.isConnected()) return;
    await Promise.all([
      ...consumers.map((consumer) => readConsumer(metrics, consumer)),
      ...streams.map(async (stream) =>
        metrics.of('streamFill').set({ stream }, (await streamStanding(nats, stream)).fill),
      ),
    ]);
  });
  for (const { metric, sql } of gauges) {
    metrics.sample(() => count(database, metrics.of(metric) as Gauge, sql), COUNTS_EVERY_MS);
  }
};

const readConsumer = async (metrics: Metrics, { durable: consumer, info }: Consumer): Promise<void> => {
  const { num_pending, num_ack_pending, num_redelivered } = await info();
  metrics.of('consumerPending').set({ consumer }, num_pending);
  metrics.of('consumerAckPending').set({ consumer }, num_ack_pending);
  metrics.of('consumerRedelivered').set({ consumer }, num_redelivered);
};

/** Serves metrics on a port of their own, where the environment names one. */
export const listenForMetrics = async (
  metrics: Metrics,
  { HOST, METRICS_PORT }: Pick<ServiceConfig, 'HOST' | 'METRICS_PORT'>,
): Promise<Listening | undefined> => {
  if (METRICS_PORT === undefined) return undefined;
  const app = bareApp();
  app.get('/metrics', serveMetrics(metrics));
  return listen(app, HOST, METRICS_PORT);
};

/** Answers Prometheus. */
export const serveMetrics =
  (metrics: Metrics, render = metrics.render): RequestHandler =>
  async (_request, response) => {
    response.setHeader('Content-Type', metrics.contentType);
    response.end(await render());
  };
