import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { freePort, withFreshPorts } from './ports.ts';

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

test.each([
  { failure: 'bind: address already in use', starts: 5 },
  { failure: 'could not bind IPv4 address: Address already in use', starts: 5 },
  { failure: 'no such option', starts: 1 },
])('a server that fails with "$failure" is started $starts times', async ({ failure, starts }) => {
  let started = 0;
  const start = async () => {
    started += 1;
    throw new Error(`it stopped while starting:\n${failure}`);
  };

  await expect(withFreshPorts(start)).rejects.toThrow(failure);

  expect(started).toBe(starts);
});

test('there is no port after the last', async () => {
  await expect(freePort(65_536)).rejects.toThrow('No free port from 65536 to 65535');
});

test('a port that is not chosen lies below those of outgoing connections', async () => {
  expect(await freePort()).toBeLessThan(32_768);
});
