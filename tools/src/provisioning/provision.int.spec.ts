import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { freePort } from '@staycover/infra';
import { isDatabase } from './database.ts';
import { withUrl } from './databases.ts';

const PROVISION = resolve(import.meta.dirname, '../provision.ts');
const postgresUrl = process.env['TEST_POSTGRES_URL']!;
const natsUrl = process.env['TEST_NATS_URL']!;

/** The output of `npm run provision` when it fails. */
const runToFailure = async (env: Record<string, string>): Promise<string> => {
  const { NODE_ENV: _test, ...own } = process.env;
  const run = promisify(execFile)(process.execPath, [PROVISION], { env: { ...own, ...env } });
  const { code, stderr } = await run.then(
    () => ({ code: 0, stderr: 'It did not fail.' }),
    (error: { code: number; stderr: string }) => error,
  );
  expect(code).toBe(1);
  return stderr.trim();
};

describe('provisioning reports a failure in one line', () => {
  const closed = async (): Promise<string> => `127.0.0.1:${await freePort()}`;

  test('with PostgreSQL: no server answers', async () => {
    const address = await closed();
    const output = await runToFailure({ DATABASE_URL: `postgres://me:secret@${address}/postgres`, NATS_URL: natsUrl });
    expect(output).toBe(
      `PostgreSQL does not answer at postgres://${address}/staycover: connect ECONNREFUSED ${address}. Is DATABASE_URL right?`,
    );
  });

  test.each(['postgres://me:se/cret@host/postgres', 'me:secret'])(
    'with a DATABASE_URL that is none: %s',
    async (url) => {
      const output = await runToFailure({ DATABASE_URL: url, NATS_URL: natsUrl });
      expect(output).toMatch(/^DATABASE_URL is no URL such as postgres:.*$/);
      expect(output).not.toMatch(/se.?cret/);
    },
  );

  test('with a DATABASE_URL of another database than the one that is provisioned', async () => {
    const DATABASE_URL = withUrl(postgresUrl, { database: 'staycover_test' });
    expect(await runToFailure({ DATABASE_URL, NATS_URL: natsUrl })).toBe(
      'DATABASE_URL names another database than staycover, which is used: set DATABASE_NAME to the one that is meant.',
    );
  });

  test('with a file of a secret that is not there', async () => {
    const output = await runToFailure({ DATABASE_URL_FILE: '/run/secrets/missing', NATS_URL: natsUrl });
    expect(output).toBe("ENOENT: no such file or directory, open '/run/secrets/missing'");
  });

  test('with PostgreSQL: it refuses the login', async () => {
    const DATABASE_URL = withUrl(postgresUrl, { user: 'unknown', password: 'secret' });
    const output = await runToFailure({ DATABASE_URL, NATS_URL: natsUrl });
    expect(output).toMatch(/^PostgreSQL does not answer at .*"unknown"\. Is DATABASE_URL right\?$/);
    expect(output).not.toContain('secret');
  });

  test.each<[Record<string, string>, string]>([
    [{ STREAM_MIB: '1.5' }, 'STREAM_MIB must be a whole number of at least 1, not 1.5.'],
    [{ NATS_REPLICAS: 'three' }, 'NATS_REPLICAS must be a whole number of at least 1, not three.'],
    [
      { NODE_ENV: 'production', CONTRACT_DB_PASSWORD: 'long', POLICY_DB_PASSWORD: 'long' },
      "BILLING_DB_PASSWORD is needed in production: set it to a long random password, the one in the service's DATABASE_URL.",
    ],
  ])('with %j, before anything is made', async (env, why) => {
    const DATABASE_NAME = `provision_${process.pid}_${Math.floor(performance.now())}`;
    expect(await runToFailure({ DATABASE_URL: postgresUrl, DATABASE_NAME, NATS_URL: natsUrl, ...env })).toBe(why);
    expect(await isDatabase(withUrl(postgresUrl, { database: DATABASE_NAME }))).toBe(false);
  });

  test.each([
    ['with NATS: no server answers', async () => ({ NATS_URL: `nats://me:secret@${await closed()}` })],
    [
      'with NATS: it refuses the login',
      async () => ({ NATS_URL: natsUrl, NATS_USER: 'unknown', NATS_PASSWORD: 'secret' }),
    ],
  ])('%s', async (_what, env) => {
    const DATABASE_NAME = `provision_${process.pid}_${Math.floor(performance.now())}`;
    const output = await runToFailure({ DATABASE_URL: postgresUrl, DATABASE_NAME, ...(await env()) });
    expect(output).toMatch(/^NATS does not answer at nats:\/\/[\d.]+:\d+: .+\. Is NATS_URL right\?$/);
    expect(output).not.toContain('secret');
  });
});
