import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { parseEnvironment, processEnvironment, serviceEnvironment } from './config.ts';

const jwt = {
  AUTH_MODE: 'jwt',
  AUTH_ISSUER: 'https://issuer.example',
  AUTH_AUDIENCE: 'staycover',
  AUTH_JWKS_URL: 'https://issuer.example/jwks',
};
const production = { NODE_ENV: 'production', ...jwt, DATABASE_URL: 'postgres://billing:x9f-long@db.example/staycover' };

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'config-'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('the environment', () => {
  test('of development needs no credentials', () => {
    expect(parseEnvironment(processEnvironment, {})).toMatchObject({ AUTH_MODE: 'off', NODE_ENV: 'development' });
  });

  test('of production is fine with all of them', () => {
    expect(parseEnvironment(serviceEnvironment, production)).toMatchObject({ AUTH_MODE: 'jwt' });
  });

  test.each(['https://cover.example/', 'https://cover.example'])(
    'has a public address that links go on from: %s',
    (PUBLIC_URL) => {
      expect(parseEnvironment(processEnvironment, { PUBLIC_URL }).PUBLIC_URL).toBe('https://cover.example');
    },
  );

  test.each<[string, object, RegExp]>([
    ['auth off', { AUTH_MODE: 'off' }, /AUTH_MODE: is off.*set it to jwt/],
    ['auth forgotten', { AUTH_MODE: undefined }, /AUTH_MODE: is off/],
    ['no issuer', { AUTH_ISSUER: undefined }, /AUTH_ISSUER: is needed/],
    ['no audience', { AUTH_AUDIENCE: undefined }, /AUTH_AUDIENCE: is needed/],
    ['no keys', { AUTH_JWKS_URL: undefined }, /AUTH_JWKS_URL: is needed/],
    ['keys that are no web address', { AUTH_JWKS_URL: 'file:///etc/passwd' }, /AUTH_JWKS_URL/],
    [
      'the password that is the user',
      { DATABASE_URL: 'postgres://billing:billing@db/x' },
      /DATABASE_URL: has a default password.*BILLING_DB_PASSWORD/,
    ],
    [
      'the password that is the user, past a pooler',
      { RELAY_DATABASE_URL: 'postgres://billing:billing@db/x' },
      /RELAY_DATABASE_URL: has a default password/,
    ],
    ['a drain that leaves no time to end', { DRAIN_SECONDS: '30' }, /DRAIN_SECONDS/],
    ['no password', { DATABASE_URL: 'postgres://billing@db/x' }, /DATABASE_URL: has a default password/],
  ])('of production is refused with %s', (_what, change, message) => {
    expect(() => parseEnvironment(serviceEnvironment, { ...production, ...change })).toThrow(message);
  });

  test.each([
    ['PUBLIC_URL', 'cover.example'],
    ['PUBLIC_URL', 'cover.example:8443'],
    ['PUBLIC_URL', 'https://cover.example/#'],
    ['PUBLIC_URL', 'ftp://cover.example'],
    ['PUBLIC_URL', 'https://user:secret@cover.example'],
    ['PUBLIC_URL', 'https://cover.example/?a=b'],
    ['NATS_URL', 'nonsense:123456'],
    ['NATS_URL', 'nats://'],
    ['NATS_URL', 'user:secret@nats:4222'],
    ['NATS_URL', ','],
    ['NATS_URL', 'nats://a:4222,,not a host'],
  ])('with %s=%s is refused', (name, value) => {
    const environment = { DATABASE_URL: 'postgres://a:b@db/x', [name]: value };
    expect(() => parseEnvironment(serviceEnvironment, environment)).toThrow(new RegExp(`^ {2}${name}: `, 'm'));
  });

  test.each(['nats://a:4222, tls://b', 'a:4222,b,', 'nats://user:secret@a:4222', 'nats://[::1]:4222'])(
    'finds NATS at %s',
    (NATS_URL) => {
      expect(parseEnvironment(serviceEnvironment, { DATABASE_URL: 'postgres://a:b@db/x', NATS_URL })).toMatchObject({
        NATS_URL,
      });
    },
  );

  test('names every fault at once, those of a check too', () => {
    const broken = { NODE_ENV: 'production', DATABASE_URL: 'postgres://a:a@db/x' };
    expect(() => parseEnvironment(serviceEnvironment, broken, () => ['MINE: is missing'])).toThrow(
      /AUTH_MODE: .*\n.*DATABASE_URL: .*\n.*MINE: is missing/,
    );
  });

  test('names the variable of a file that is not there', () => {
    const environment = { DATABASE_URL_FILE: join(folder, 'missing') };
    expect(() => parseEnvironment(serviceEnvironment, environment)).toThrow(
      /The environment is not right:\n {2}DATABASE_URL_FILE: cannot be read, ENOENT.*missing/,
    );
  });

  test('may name the file that a secret is in', async () => {
    const file = join(folder, 'url');
    await writeFile(file, 'postgres://billing:from-a-file@db/x\n');
    expect(parseEnvironment(serviceEnvironment, { DATABASE_URL_FILE: file }).DATABASE_URL).toContain('from-a-file');
    expect(
      parseEnvironment(serviceEnvironment, { API_KEYS_FILE: file, DATABASE_URL: 'postgres://a:b@db/x' }).API_KEYS_FILE,
    ).toBe(file);
  });

  test.each([['in its variable'], ['in its file']])('takes a blank value, %s, for none', async (where) => {
    const file = join(folder, 'blank');
    await writeFile(file, '\n');
    const schema = processEnvironment.extend({ DUE_DAYS: z.coerce.number().default(30) });
    const blank = where === 'in its file' ? { DUE_DAYS_FILE: file } : { DUE_DAYS: ' ' };
    expect(parseEnvironment(schema, blank).DUE_DAYS).toBe(30);
  });
});
