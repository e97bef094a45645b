import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { freePort } from './ports.ts';

test('a free port is given as preferred', async () => {
  const port = await freePort();

  expect(await freePort(port)).toBe(port);
});

test.each(['127.0.0.1', '0.0.0.0'])('a port taken on %s gives the next free one', async (host) => {
  const taken = createServer().listen(0, host);
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;

  expect(await freePort(port)).toBeGreaterThan(port);

  taken.close();
});

test('there is no port after the last', async () => {
  await expect(freePort(65_536)).rejects.toThrow('No free port from 65536 to 65535');
});
