import { compose as billing, readConfig as billingConfig } from '@staycover/billing-service';
import { compose as claims, readConfig as claimsConfig } from '@staycover/claims-service';
import { dataOrThrow, type StaycoverClient, staycoverClient } from '@staycover/client';
import { compose as contract, readConfig as contractConfig } from '@staycover/contract-service';
import type { EventDefinition } from '@staycover/events';
import { readConfig as gatewayConfig, startGateway } from '@staycover/gateway-service';
import { compose as insight, readConfig as insightConfig } from '@staycover/insight-service';
import { provisionStreams } from '@staycover/messaging';
import { compose as policy, readConfig as policyConfig, sweepPolicies } from '@staycover/policy-service';
import { compose as renewal, readConfig as renewalConfig } from '@staycover/renewal-service';
import type { RunningService } from '@staycover/service';
import {
  createTestDatabase,
  createTestNats,
  documentedFetch,
  type EventRecorder,
  eventually,
  fakeClock,
  recordEvents,
  type TestNats,
  testLog,
} from '@staycover/testing';
import pg from 'pg';
import { eventsUnderWay, isTaken } from '../faults/oracle.ts';
import { consumers, followers, publishers } from '../manifests.ts';
import type { Databases } from '../provisioning/databases.ts';
import { allIn } from './one-database.ts';

export type World = {
  gatewayUrl: string;
  databases: Databases;
  nats: TestNats;
  events: EventRecorder;
  /** Calls the gateway; every exchange is checked against the OpenAPI document. */
  api: StaycoverClient;
  /** Publishes an inbound event and waits until all that follows from it has happened. */
  deliver<E extends EventDefinition>(event: E, data: unknown): Promise<void>;
  /** Moves the clock to 09:00 of a day and lets happen what a day brings. */
  goTo(date: string): Promise<void>;
  /** Waits until every event is published and processed. */
  quiet(): Promise<void>;
  /** Makes streams and consumers that are missing, as the provisioner does. */
  provision(): Promise<void>;
  /** Asks the database as its administrator. */
  sql<Row = Record<string, unknown>>(text: string, params?: unknown[]): Promise<Row[]>;
  /** Ends one service for good. */
  stopService(name: string): Promise<void>;
  stop(): Promise<void>;
};

/** The whole platform in this process, on one clock that stands still until it is moved; `settings` are billing's. */
export const startWorld = async (today: string, settings: Record<string, string> = {}): Promise<World> => {
  const database = await createTestDatabase();
  const nats = await createTestNats(consumers, { otherConsumers: followers });
  const clock = fakeClock(`${today}T09:00:00Z`);
  const common = { NODE_ENV: 'test', ...testLog(), PORT: '0' };
  const environment = (service: string) => ({
    ...common,
    DATABASE_URL: database.urlFor(service),
    NATS_URL: nats.url,
    NATS_USER: nats.user,
    NATS_PASSWORD: nats.password,
    RENEWAL_DAILY_HOUR: 'off',
  });
  const events = await recordEvents(nats);
  const services = {
    insight: await insight(insightConfig(environment('insight')), { clock }),
    policy: await policy(policyConfig(environment('policy')), { clock }),
    contract: await contract(contractConfig(environment('contract')), { clock }),
    billing: await billing(billingConfig({ ...environment('billing'), ...settings }), { clock }),
    renewal: await renewal(renewalConfig(environment('renewal')), { clock }),
    claims: await claims(claimsConfig(environment('claims')), { clock }),
  };
  // Scheduled work of billing runs at the beginning of a day, not between two steps of a story; that of renewal would remove the
  // runs of a day long past by the database's clock.
  for (const { scheduler } of [services.billing, services.renewal]) scheduler.pause(Number.POSITIVE_INFINITY);
  const upstreams = Object.entries(services).map(([name, { url }]) => [`${name.toUpperCase()}_URL`, url]);
  const gateway = await startGateway(gatewayConfig({ ...common, ...Object.fromEntries(upstreams) }));
  const api = staycoverClient(gateway.url, { fetch: documentedFetch });
  const admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
  const sql: World['sql'] = async (text, params = []) => (await admin.query(text, params)).rows;
  const quiet = async () => {
    await eventually('no event is in progress', async () => (await eventsUnderWay(sql)) === 0);
    // The recorder has what was published.
    await events.connection.flush();
  };

  return {
    gatewayUrl: gateway.url,
    databases: allIn(database.adminUrl),
    nats,
    events,
    api,
    quiet,
    sql,
    provision: () =>
      provisionStreams(events.connection, {
        publishers,
        consumers,
        otherConsumers: followers,
        maxBytes: 64 * 1024 ** 2,
      }),
    async deliver(event, data) {
      const id = await events.publish(event, data as never, { time: clock().toString() });
      await eventually(`event ${id} was taken`, () => isTaken(sql, id));
      await quiet();
    },
    async goTo(date) {
      clock.set(`${date}T09:00:00Z`);
      await sweepPolicies(services.policy.platform);
      await quiet();
      await dataOrThrow(api.POST('/api/renewal/process', { body: {} }));
      await quiet();
      await eventually('billing has done its due work', () => services.billing.scheduler.catchUp());
      await quiet();
    },
    async stopService(name) {
      await (services as Record<string, RunningService>)[name]!.stop();
    },
    async stop() {
      await gateway.stop();
      for (const service of Object.values(services)) await service.stop();
      await events.close();
      await admin.end();
      await database.drop();
    },
  };
};
