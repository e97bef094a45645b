import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { compose, readConfig } from '@staycover/contract-service';
import { contractEvents } from '@staycover/events';
import { createTestDatabase, createTestNats, eventually, httpClient, recordEvents, testLog } from '@staycover/testing';
import { consumers } from '../manifests.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A proxy for the server of `url`: rejects connections until it is switched on. */
const turnAway = async (url: URL) => {
  const door = { turnedAway: 0, open: false };
  const server = createServer((client) => {
    if (!door.open) {
      door.turnedAway += 1;
      return void client.destroy();
    }
    const upstream = connect(Number(url.port), url.hostname);
    for (const socket of [client, upstream]) socket.on('error', () => undefined);
    client.pipe(upstream).pipe(client);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return Object.assign(door, {
    url: Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).toString(),
  });
};

const environment = { NODE_ENV: 'test', ...testLog(), PORT: '0' };

test('a service that starts before its database waits for it', async () => {
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  const door = await turnAway(new URL(database.urlFor('contract')));
  const { url, user, password } = await createTestNats(consumers);
  const login = { NATS_URL: url, NATS_USER: user, NATS_PASSWORD: password };

  const starting = compose(readConfig({ ...environment, ...login, DATABASE_URL: door.url }));
  await eventually('it has tried again', () => door.turnedAway > 1);
  door.open = true;

  const service = await starting;
  closing.push(() => service.stop());
  await eventually('it is ready', async () => (await fetch(`${service.url}/readyz`)).ok);
  expect(door.turnedAway).toBeGreaterThan(1);
});

test('a service that starts before NATS serves requests, and its events wait', async () => {
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  const nats = await createTestNats(consumers);
  const door = await turnAway(new URL(nats.url));
  const login = { NATS_URL: door.url, NATS_USER: nats.user, NATS_PASSWORD: nats.password };

  const service = await compose(readConfig({ ...environment, ...login, DATABASE_URL: database.urlFor('contract') }));
  closing.push(() => service.stop());
  const http = httpClient(service.url);
  const deal = { crmDealId: 'D-1', organizationId: 'acme', baseRatePerNight: 4.25 };
  expect((await http.post('/api/webhook/crm/deal-closed', deal)).status).toBe(201);
  await eventually('requests are welcome', async () => (await http.get('/readyz')).status === 200);
  expect((await http.get('/readyz?events')).body).toMatchObject({
    status: 'unready',
    checks: { nats: 'disconnected' },
  });

  const events = await recordEvents(nats);
  closing.push(() => events.close());
  door.open = true;
  expect((await events.next(contractEvents.dealClosed)).data.crmDealId).toBe('D-1');
  await eventually('events flow', async () => (await http.get('/readyz?events')).status === 200);
  expect(door.turnedAway).toBeGreaterThan(1);
});

test('a service that starts before NATS is provisioned continues afterwards', async () => {
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  const { url, user, password } = await createTestNats([]);
  const login = { NATS_URL: url, NATS_USER: user, NATS_PASSWORD: password };
  const service = await compose(readConfig({ ...environment, ...login, DATABASE_URL: database.urlFor('contract') }));
  closing.push(() => service.stop());
  const http = httpClient(service.url);
  await eventually('requests are welcome', async () => (await http.get('/readyz')).status === 200);
  expect((await http.get('/readyz?events')).body.checks.consumers).toMatch(/^stale: /);

  await createTestNats(consumers);
  await eventually('events flow', async () => (await http.get('/readyz?events')).status === 200);
});
