import { type Database, query } from '@staycover/db';
import type { Consumer, Nats, Relay } from '@staycover/messaging';
import type { Router } from 'express';

export type Health = { ready: boolean; checks: Record<string, string> };

const DATABASE_WITHIN_MS = 500;

const within = <T>(ms: number, work: Promise<T>): Promise<T> => {
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms).unref();
  });
  return Promise.race([work, timeout]);
};

/** What readiness depends on. Outbox age and consumer lag are alarms, not readiness. */
export const serviceHealth =
  (parts: { database: Database; nats: Nats; consumers: readonly Consumer[]; relay: Relay; stopping: () => boolean }) =>
  async (): Promise<Health> => {
    const { database, nats, consumers, relay, stopping } = parts;
    const databaseState = await within(
      DATABASE_WITHIN_MS,
      database.read((em) => query(em, 'select 1')),
    ).then(
      () => 'ok',
      () => 'unreachable',
    );
    const stale = consumers.filter((consumer) => !consumer.isFresh()).map(({ durable }) => durable);
    const checks = {
      database: databaseState,
      nats: nats.isConnected() ? 'ok' : 'disconnected',
      consumers: stale.length ? `stale: ${stale.join(', ')}` : 'ok',
      lifecycle: stopping() ? 'stopping' : 'ok',
    };
    const ready = Object.values(checks).every((state) => state === 'ok');
    return { ready, checks: { ...checks, relay: relay.isActive() ? 'active' : 'standby' } };
  };

/** `/healthz` says that the event loop turns, `/readyz` whether requests should come here. */
export const registerHealth = (router: Router, service: string, check: () => Promise<Health>): void => {
  router.get('/healthz', (_request, response) => void response.json({ status: 'ok', service }));
  router.get('/readyz', async (_request, response) => {
    const { ready, checks } = await check();
    response.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'unready', service, checks });
  });
};
