import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { compose, readConfig } from '@staycover/contract-service';
import { createTestDatabase, createTestNats, eventually, testLog } from '@staycover/testing';
import { consumers } from '../manifests.ts';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** In front of the server of `url`: turns connections away until it is told that the server is there. */
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

test('a service that starts before its database waits for it', async () => {
  const database = await createTestDatabase();
  closing.push(() => database.drop());
  const door = await turnAway(new URL(database.urlFor('contract')));
  const { url, user, password } = await createTestNats(consumers);
  const login = { NATS_URL: url, NATS_USER: user, NATS_PASSWORD: password };

  const starting = compose(readConfig({ NODE_ENV: 'test', ...testLog(), ...login, PORT: '0', DATABASE_URL: door.url }));
  await eventually('it has tried again', () => door.turnedAway > 1);
  door.open = true;

  const service = await starting;
  closing.push(() => service.stop());
  await eventually('it is ready', async () => (await fetch(`${service.url}/readyz`)).ok);
  expect(door.turnedAway).toBeGreaterThan(1);
});
