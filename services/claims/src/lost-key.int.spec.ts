import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Database, execute, openDatabase } from '@staycover/db';
import { newId } from '@staycover/kernel';
import { eventually, type TestDatabase } from '@staycover/testing';
import { tokenVault } from './adapters/token-vault.ts';
import { startClaims } from './testing/service.ts';
import { reportLostKey } from './use-cases/report-lost-key.ts';

const KEYS = ['a secret of at least 32 characters.', 'another secret of 32 characters..'] as const;
const LOST = 'claim tokens were sealed with another CLAIM_TOKEN_KEY';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'staycover-lost-key-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Reservations with tokens that these keys sealed, the first at first. */
const reserve = async (database: Database, keys: readonly string[]): Promise<void> => {
  for (const [i, key] of keys.entries()) {
    await execute(
      database,
      `insert into reservation (id, organization_id, reservation_reference_id, arrival_date, departure_date,
         number_of_nights, selected_policies, claim_token, claim_token_digest, stated_at)
       values ($1, 'acme', $2, '2026-11-12', '2026-11-15', 3, '[]', $3, $4, now())`,
      [newId(), `R${i}`, tokenVault(key).seal('t', `acme R${i}`), Buffer.from(`digest ${i}`)],
    );
  }
};

const reserveBefore = async ({ urlFor }: TestDatabase, keys: readonly string[]): Promise<void> => {
  const database = await openDatabase({ url: urlFor('claims'), schema: 'claims', entities: [] });
  await reserve(database, keys);
  await database.close();
};

test.each([
  ['all', [KEYS[1]]],
  ['the earlier', [KEYS[1], KEYS[0]]],
  ['the later', [KEYS[0], KEYS[1]]],
])('a start with another key than that of %s tokens logs so', async (_which, keys) => {
  const file = join(folder, 'log');
  const config = { CLAIM_TOKEN_KEY: KEYS[0], LOG_FILE: file, LOG_LEVEL: 'error' as const };
  const t = await startClaims({ config, prepare: (database) => reserveBefore(database, keys) });
  const log = await eventually('a line', () => existsSync(file) && (readFileSync(file, 'utf8') || undefined));
  expect(log).toContain(LOST);
  await t.stop();
});

test('with the key of all tokens, or without reservations, there is nothing to log', async () => {
  const t = await startClaims({ config: { CLAIM_TOKEN_KEY: KEYS[0] } });
  const lines: unknown[] = [];
  const note = (...line: unknown[]) => void lines.push(line);
  const { database } = t.service.platform;
  const check = () => reportLostKey({ database, logger: { error: note, warn: note } }, tokenVault(KEYS[0]));
  await check();
  await reserve(database, [KEYS[0], KEYS[0]]);
  await check();
  expect(lines).toEqual([]);
  await t.stop();
});
