import { assertWritable, type Database, READ_ONLY, sqlState } from '@staycover/db';
import type { Consumer, Nats, Relay } from '@staycover/messaging';
import type { Router } from 'express';

export type Health = {
  /** Whether requests should come here. */
  ready: boolean;
  /** Whether events flow, too. */
  eventsReady: boolean;
  checks: Record<string, string>;
};

const DATABASE_WITHIN_MS = 500;

const within = <T>(ms: number, work: Promise<T>): Promise<T> => {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms).unref();
  });
  return Promise.race([work, timeout]);
};

export type HealthParts = {
  database: Database;
  nats: Nats;
  consumers: readonly Consumer[];
  relay: Relay;
  stopping: () => boolean;
  /** Gets how each try to use the database ended. */
  onDatabase: (error?: unknown) => void;
};

/**
 * The dependencies of readiness. Requests are answered without NATS, because events wait in the outbox.
 * Outbox age and consumer lag raise alarms but do not affect readiness.
 */
export const serviceHealth = (parts: HealthParts) => async (): Promise<Health> => {
  const { database, nats, consumers, relay, stopping, onDatabase } = parts;
  const databaseState = await within(DATABASE_WITHIN_MS, assertWritable(database)).then(
    () => (onDatabase(), 'ok'),
    (error: unknown) => (onDatabase(error), sqlState(error) === READ_ONLY ? 'read-only' : 'unreachable'),
  );
  const stale = consumers.filter((consumer) => !consumer.isFresh()).map(({ durable }) => durable);
  const requests = { database: databaseState, lifecycle: stopping() ? 'stopping' : 'ok' };
  const events = {
    nats: nats.isConnected() ? 'ok' : 'disconnected',
    consumers: stale.length ? `stale: ${stale.join(', ')}` : 'ok',
  };
  const ready = allOk(requests);
  const checks = { ...requests, ...events, relay: relay.isActive() ? 'active' : 'standby' };
  return { ready, eventsReady: ready && allOk(events), checks };
};

const allOk = (checks: Record<string, string>): boolean => Object.values(checks).every((state) => state === 'ok');

/**
 * `/healthz` reports that the event loop runs, `/readyz` whether the service can take requests, `/readyz?events` whether
 * it can also publish and consume events.
 */
export const registerHealth = (router: Router, service: string, check: () => Promise<Health>): void => {
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok', service }));
  router.get('/readyz', async (request, response) => {
    const { ready, eventsReady, checks } = await check();
    const isReady = 'events' in request.query ? eventsReady : ready;
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'unready', service, checks });
  });
};
