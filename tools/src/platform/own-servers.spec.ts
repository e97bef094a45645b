import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { useOwnServers } from './own-servers.ts';

const root = resolve(import.meta.dirname, '../../..');
let given: NodeJS.ProcessEnv;

beforeEach(() => {
  given = process.env;
  process.env = { ...given };
});

afterEach(() => {
  process.env = given;
});

test('a program with a platform of its own forgets each server that the environment names, and which is printed', () => {
  const servers = {
    DATABASE_URL: 'postgres://admin@production/postgres',
    BILLING_DATABASE_URL: 'postgres://admin@production/billing',
    GATEWAY_DATABASE_URL_FILE: '/run/secrets/gateway',
    RELAY_DATABASE_URL: 'postgres://admin@production/postgres',
    NATS_URL: 'nats://production',
    NATS_USER: 'admin',
    NATS_PASSWORD: 'secret',
    NATS_REPLICAS: '3',
  };
  Object.assign(process.env, servers, { BILLING_STREAM_MIB: '64' });
  const lines: string[] = [];
  useOwnServers((line) => void lines.push(line));
  expect(Object.keys(servers).filter((name) => process.env[name])).toEqual([]);
  expect(process.env['BILLING_STREAM_MIB']).toBe('64');
  expect(lines).toHaveLength(1);
  for (const name of Object.keys(servers)) expect(lines[0]).toContain(name);
  expect(lines[0]).not.toMatch(/secret[^s]|production/);
});

test('nothing is printed where it names none', () => {
  for (const name of Object.keys(process.env)) if (/DATABASE|NATS/.test(name)) delete process.env[name];
  const lines: string[] = [];
  useOwnServers((line) => void lines.push(line));
  expect(lines).toEqual([]);
});

test.each([
  'tools/src/demo.ts',
  'tools/src/attacks/run.ts',
  'tools/src/drills/run.ts',
  'tools/src/faults/run.ts',
  'tools/src/faults/soak.ts',
  'tools/src/upgrade/run.ts',
  'bench/run.ts',
])('%s does', (program) => {
  expect(readFileSync(resolve(root, program), 'utf8')).toMatch(/\buseOwnServers\(/);
});
