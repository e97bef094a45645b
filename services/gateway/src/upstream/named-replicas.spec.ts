import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@staycover/testing';
import { openReplicas, type Replicas } from './replicas.ts';

const FIRST = '127.0.0.1';
const SECOND = '127.0.0.2';

let servers: Server[];
let url: string;
let addresses: string[] | undefined;
let lookups: number;
let replicas: Replicas;

const listenAt = (address: string, port: number): Promise<Server> => {
  const server = createServer((_request, response) => void response.end(address));
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => resolve(server));
  });
};

beforeEach(async () => {
  const first = await listenAt(FIRST, 0);
  const { port } = first.address() as AddressInfo;
  servers = [first, await listenAt(SECOND, port)];
  url = `http://policy.test:${port}`;
});

afterEach(async () => {
  await replicas.close();
  for (const server of servers) server.close();
});

const open = (found: string[] | undefined): void => {
  addresses = found;
  lookups = 0;
  const resolve = async (): Promise<string[]> => {
    lookups += 1;
    if (!addresses) throw new Error('No such name.');
    return addresses;
  };
  replicas = openReplicas([url], 1_000, { resolve, everyMs: 10 });
};

const known = () => replicas.all().map(({ address }) => address);
const become = (expected: (string | undefined)[]) =>
  eventually(`replicas ${expected}`, () => JSON.stringify(known()) === JSON.stringify(expected));

test('a name with several addresses is as many replicas, each asked under its name', async () => {
  open([FIRST, SECOND]);
  await become([FIRST, SECOND]);
  const answers = await Promise.all(
    replicas.all().map(async ({ pool }) => (await pool.request({ path: '/', method: 'GET' })).body.text()),
  );
  expect(answers).toEqual([FIRST, SECOND]);
  expect(await Promise.all(replicas.all().map((replica) => replica.probe()))).toEqual([200, 200]);
});

test('replicas come and go with the addresses; those that stay are the same', async () => {
  open([FIRST, SECOND]);
  await become([FIRST, SECOND]);
  const [first] = replicas.all();
  addresses = [FIRST, '127.0.0.3'];
  await become([FIRST, '127.0.0.3']);
  expect(replicas.all()[0]).toBe(first);
  addresses = [FIRST];
  await become([undefined]);
});

test('a request to a replica that goes is answered', async () => {
  open([FIRST, SECOND]);
  await become([FIRST, SECOND]);
  const [, second] = replicas.all();
  const answer = second!.pool.request({ path: '/', method: 'GET' });
  addresses = [FIRST];
  await become([undefined]);
  expect(await (await answer).body.text()).toBe(SECOND);
});

test('a name that is not found for a while keeps its replicas', async () => {
  open([FIRST, SECOND]);
  await become([FIRST, SECOND]);
  const before = [...replicas.all()];
  addresses = undefined;
  const since = lookups;
  await eventually('it was looked up again', () => lookups > since + 1);
  expect(replicas.all()).toEqual(before);
});

test('an address, and the name of this machine, are one replica each and are not looked up', async () => {
  open([FIRST, SECOND]);
  const fixed = openReplicas(['http://127.0.0.1:1', 'http://localhost:1', 'http://[::1]:1'], 1_000, {
    resolve: () => Promise.reject(new Error('It was looked up.')),
    everyMs: 10,
  });
  expect(fixed.all().map(({ address }) => address)).toEqual([undefined, undefined, undefined]);
  await fixed.close();
});
