import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { listenLocally } from '@staycover/testing';
import { inOneDatabase } from '../provisioning/databases.ts';
import { dataDirectory, findDatabases, findRunning, noteRunning } from './running.ts';

const NOTED = 'postgres://postgres:development@127.0.0.1:54320/postgres';
const before = process.env;
const gateway = createServer((_request, response) => void response.end());
let gatewayUrl: string;
let dataDir: string;

beforeEach(async () => {
  gatewayUrl = await listenLocally(gateway);
  dataDir = await mkdtemp(join(tmpdir(), 'staycover-running-'));
  const databases = inOneDatabase(NOTED);
  noteRunning(dataDir, { gatewayUrl, natsUrl: 'nats://noted:4224', databases, natsAdmin: {} });
  process.env = { ...before, DATA_DIR: dataDir };
  delete process.env['GATEWAY_URL'];
  delete process.env['NATS_URL'];
  for (const name of Object.keys(process.env)) if (name.includes('DATABASE')) delete process.env[name];
});

afterEach(async () => {
  process.env = before;
  gateway.close();
  gateway.closeAllConnections();
  await rm(dataDir, { recursive: true });
});

const NAMED = 'nats://named:4222';

test.each([
  ['what npm start has noted', undefined, undefined, 'nats://noted:4224'],
  ['the NATS that is noted under its URL', '127.0.0.1', undefined, 'nats://noted:4224'],
  ['the NATS that is named', '127.0.0.1', NAMED, NAMED],
  ['the usual NATS for another gateway', 'localhost', undefined, 'nats://127.0.0.1:4222'],
])('a running platform is found with %s', async (_with, host, nats, natsUrl) => {
  if (host) process.env['GATEWAY_URL'] = gatewayUrl.replace('127.0.0.1', host);
  if (nats) process.env['NATS_URL'] = nats;
  expect(await findRunning()).toMatchObject({ gatewayUrl: process.env['GATEWAY_URL'] ?? gatewayUrl, natsUrl });
});

test('a GATEWAY_URL that is none is not found', async () => {
  process.env['GATEWAY_URL'] = 'none';
  expect(await findRunning()).toBeUndefined();
});

test('the databases of a platform are never those of another one', () => {
  expect(findDatabases(gatewayUrl)).toEqual(inOneDatabase(NOTED));
  expect(findDatabases('http://elsewhere:8080')).toBeUndefined();
  process.env['DATABASE_URL'] = 'postgres://admin:secret@elsewhere/postgres';
  expect(findDatabases('http://elsewhere:8080')).toEqual(inOneDatabase(process.env['DATABASE_URL']));
  expect(findDatabases(gatewayUrl)).toEqual(inOneDatabase(NOTED));
});

test('a blank DATA_DIR is none', () => {
  process.env['DATA_DIR'] = ' ';
  expect(dataDirectory()).toMatch(/\.data$/);
});
