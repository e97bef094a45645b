import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@staycover/db';
import { DomainError } from '@staycover/kernel';
import { createLogger } from '@staycover/telemetry';
import { openTestDatabase } from '@staycover/testing';
import type { ServiceConfig } from './config.ts';
import type { Platform } from './definition.ts';
import { budgetFor } from './spending.ts';

const MIB = 1024 ** 2;
let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ database, drop } = await openTestDatabase('claims'));
});

afterAll(() => drop());

test('what the 30 days of an organization refuse does not use up its day', async () => {
  const platform = { database, logger: createLogger('test', { level: 'silent' }) } as Platform;
  const config = { ORGANIZATION_MIB_PER_DAY: 1_000 / MIB, ORGANIZATION_MIB_PER_MONTH: 100 / MIB };
  const { spend, stop } = budgetFor(platform, config as ServiceConfig);
  spend!('acme', 100, 'event');
  for (let i = 0; i < 20; i++) expect(() => spend!('acme', 100, 'event')).toThrow('of the last 30 days');
  spend!('acme', -100, 'event');
  expect(() => spend!('acme', 100, 'event')).not.toThrow(DomainError);
  await stop();
});

test('the 30 days of an organization count its events alone, the day all that is stored', async () => {
  const platform = { database, logger: createLogger('test', { level: 'silent' }) } as Platform;
  const config = { ORGANIZATION_MIB_PER_DAY: 1_000 / MIB, ORGANIZATION_MIB_PER_MONTH: 100 / MIB };
  const { spend, stop } = budgetFor(platform, config as ServiceConfig);
  spend!('acme', 900, 'other');
  spend!('acme', 100, 'event');
  expect(() => spend!('acme', 1, 'other')).toThrow('in a day');
  await stop();
});
