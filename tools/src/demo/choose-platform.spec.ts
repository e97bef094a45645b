import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { listenLocally } from '@staycover/testing';
import { noteRunning } from '../platform/running.ts';
import { choosePlatform } from './choose-platform.ts';

const before = process.env;
const gateway = createServer((request, response) => {
  response.statusCode = refusals[request.url!] ?? 200;
  response.end();
});
const natsUrl = 'nats://127.0.0.1:4222';
let refusals: Record<string, number>;
let gatewayUrl: string;
let dataDir: string;

beforeEach(async () => {
  refusals = {};
  gatewayUrl = await listenLocally(gateway);
  dataDir = await mkdtemp(join(tmpdir(), 'staycover-demo-'));
  process.env = { ...before, DATA_DIR: dataDir };
  for (const name of ['GATEWAY_URL', 'NATS_URL']) delete process.env[name];
});

afterEach(async () => {
  process.env = before;
  gateway.close();
  gateway.closeAllConnections();
  await rm(dataDir, { recursive: true });
});

const note = (): void => noteRunning(dataDir, { gatewayUrl, natsUrl, databases: {}, natsAdmin: {} });
const CLOSED = { '/api/me': 401, '/sandbox/clock': 401 };

test.each([false, true])('the demo plays on the open platform that runs (year: %j)', async (year) => {
  note();
  expect(await choosePlatform(year)).toEqual({ running: expect.objectContaining({ gatewayUrl, natsUrl }) });
});

test.each([
  [false, 'No platform is running'],
  [true, 'No sandbox is running'],
])('where none runs, the demo starts its own (year: %j)', async (year, ownFor) => {
  expect(await choosePlatform(year)).toEqual({ ownFor });
});

test('a year is not played on a platform that is no sandbox', async () => {
  note();
  refusals = { '/sandbox/clock': 404 };
  expect(await choosePlatform(true)).toEqual({ ownFor: 'No sandbox is running' });
});

test.each([false, true])(
  'beside a platform that asks for credentials the demo starts its own (year: %j)',
  async (year) => {
    note();
    refusals = CLOSED;
    const ownFor = `The platform at ${gatewayUrl} asks for credentials, and the demo brings none`;
    expect(await choosePlatform(year)).toEqual({ ownFor });
  },
);

test('a platform that is named and asks for credentials is refused', async () => {
  process.env['GATEWAY_URL'] = gatewayUrl;
  refusals = CLOSED;
  await expect(choosePlatform(false)).rejects.toThrow(
    `the platform at GATEWAY_URL, ${gatewayUrl}, asks for credentials, and the demo brings none.`,
  );
});

test('a platform that is named and not ready is refused', async () => {
  process.env['GATEWAY_URL'] = gatewayUrl;
  refusals = { '/readyz': 503 };
  await expect(choosePlatform(false)).rejects.toThrow(`nothing that is ready answers at GATEWAY_URL, ${gatewayUrl}.`);
});
