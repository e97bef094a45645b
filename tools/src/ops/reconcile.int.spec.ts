import { afterEach, expect, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { compose, readConfig } from '@staycover/contract-service';
import { contractEvents } from '@staycover/events';
import { durableName } from '@staycover/messaging';
import {
  connectTestNats,
  createTestDatabase,
  createTestNats,
  eventually,
  httpClient,
  testLog,
} from '@staycover/testing';
import pg from 'pg';
import { consumers } from '../manifests.ts';
import { allIn } from '../testing/one-database.ts';
import { doctor } from './doctor.ts';
import { outbox } from './outbox.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const asked = async (url: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(text).then(
    ({ rows }) => client.end().then(() => rows),
    (error: unknown) => client.end().then(() => Promise.reject(error)),
  );
};

const databaseAt = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).toString();

/** A copy of a database without connections: the result of restoring a backup of this moment. */
const backUp = async (adminUrl: string): Promise<string> => {
  const name = new URL(adminUrl).pathname.slice(1);
  const copy = `${name}_restored`;
  const server = databaseAt(adminUrl, 'postgres');
  await asked(server, `create database ${copy} template ${name}`);
  closing.push(() => asked(server, `drop database if exists ${copy} with (force)`));
  return copy;
};

const storedDeals = async (connection: NatsConnection): Promise<string[]> => {
  const manager = await jetstreamManager(connection);
  const { state } = await manager.streams.info('CONTRACT');
  const deals: string[] = [];
  // A stream that never had a message begins at 0, which is not a valid sequence.
  for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq++) {
    const message = await manager.streams.getMessage('CONTRACT', { seq });
    if (message?.subject.includes('deal-closed'))
      deals.push(message.json<{ data: { crmDealId: string } }>().data.crmDealId);
  }
  return deals;
};

test('where a stream is missing nothing is begun, and the remedy is named', async () => {
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  const nats = await createTestNats(consumers);
  const connection = await connectTestNats(nats);
  closing.push(() => connection.close());
  const { streams } = await jetstreamManager(connection);
  const { created } = await streams.info('CONTRACT');
  await streams.delete('BILLING');
  const servers = { databases: allIn(database.adminUrl), nats };
  const lines: string[] = [];
  const reconciled = outbox.run({ args: ['reconcile'], servers, print: (line) => void lines.push(line) });
  await expect(reconciled).rejects.toThrow('The stream BILLING is missing: run npm run provision, then this again.');
  expect(lines).toEqual([]);
  expect((await streams.info('CONTRACT')).created).toBe(created);
});

const unpublished = 'select 1 from contract.outbox where published_at is null';

test('a restored database publishes nothing over events that it does not know, until it is reconciled with the streams', async () => {
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  const nats = await createTestNats(consumers);
  const connection = await connectTestNats(nats);
  closing.push(() => connection.close());
  const on = async (name: string, work: (deal: (id: string) => Promise<void>) => Promise<void>): Promise<void> => {
    const login = { NATS_URL: nats.url, NATS_USER: nats.user, NATS_PASSWORD: nats.password };
    const DATABASE_URL = databaseAt(database.urlFor('contract'), name);
    const service = await compose(readConfig({ NODE_ENV: 'test', ...testLog(), ...login, PORT: '0', DATABASE_URL }));
    const http = httpClient(service.url);
    const deal = async (crmDealId: string): Promise<void> => {
      const body = { crmDealId, organizationId: 'acme', baseRatePerNight: 4.25 };
      expect((await http.post('/api/webhook/crm/deal-closed', body)).status).toBe(201);
    };
    await work(deal).finally(service.stop);
  };
  const publishedAs = (wanted: string[]) =>
    eventually(`${wanted} are in the stream`, async () => (await storedDeals(connection)).join() === wanted.join());
  const original = new URL(database.adminUrl).pathname.slice(1);

  await on(original, (deal) =>
    deal('before')
      .then(() => publishedAs(['before']))
      .then(() => undefined),
  );
  const restored = await backUp(database.adminUrl);
  await on(original, (deal) =>
    deal('lost')
      .then(() => publishedAs(['before', 'lost']))
      .then(() => undefined),
  );

  const restoredUrl = databaseAt(database.adminUrl, restored);
  const servers = { databases: allIn(restoredUrl), nats };
  const lines: string[] = [];
  const context = (...args: string[]) => ({ args, servers, print: (line: string) => void lines.push(line) });
  await on(restored, async (deal) => {
    await deal('after');
    await expect(doctor.run(context())).rejects.toThrow(/wrong/);
    expect(lines.join('\n')).toContain('ends with events that the database never had');
    expect(await storedDeals(connection)).toEqual(['before', 'lost']);
    expect((await asked(restoredUrl, unpublished)).length).toBeGreaterThan(0);

    await outbox.run(context('reconcile'));
    expect(lines).toContainEqual(expect.stringMatching(/^contract: [1-9]\d* events go out again$/));
    await publishedAs(['before', 'after']);
    const durable = durableName('policy', contractEvents.dealClosed);
    const { num_pending } = await (await jetstreamManager(connection)).consumers.info('CONTRACT', durable);
    expect(num_pending).toBe(2);
    await outbox.run(context('reconcile'));
    await publishedAs(['before', 'after']);
  });
});
