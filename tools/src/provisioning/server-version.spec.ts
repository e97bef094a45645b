import { expect, test } from '@jest/globals';
import type pg from 'pg';
import { assertRecent } from './database.ts';

const fakeServer = (version: string) =>
  ({ query: async () => ({ rows: [{ version }] }) }) as unknown as Pick<pg.Client, 'query'>;

test.each(['15.8 (Debian 15.8-0+deb12u1)', '9.6.24'])('a PostgreSQL %s is refused in one line', async (version) => {
  await expect(assertRecent(fakeServer(version))).rejects.toThrow(
    /^PostgreSQL \S.* is too old: it must be 16 or newer, best 18\.$/,
  );
});

test.each(['16.0', '18.1', '19beta1'])('a PostgreSQL %s is taken', async (version) => {
  await expect(assertRecent(fakeServer(version))).resolves.toBeUndefined();
});
