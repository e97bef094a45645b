import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '@staycover/db';
import { isDomainError, newId } from '@staycover/kernel';
import { createLogger } from '@staycover/telemetry';
import { eventually, openTestDatabase } from '@staycover/testing';
import type pg from 'pg';
import { eventShare, watchedShare } from './index.ts';

const SERVICE = 'claims';
const MOST = 100_000;

let database: Database;
let admin: pg.Client;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ database, admin, drop } = await openTestDatabase(SERVICE));
});

afterAll(() => drop());

beforeEach(() => admin.query('delete from outbox'));

/** Events that another replica, or this one before a restart, has stored. */
const stored = (organizationId: string, bytes: number, daysAgo = 0) =>
  admin.query(
    `insert into outbox (event_id, organization_id, aggregate_id, aggregate_version, subject, payload, created_at)
     values ($1::uuid, $2, $1::uuid::text, 1, 's', $3, now() - make_interval(days => $4))`,
    [newId(), organizationId, 'x'.repeat(bytes), daysAgo],
  );

const outcome = (work: () => void): string => {
  try {
    work();
    return 'taken';
  } catch (error) {
    if (isDomainError(error, 'budget-exceeded')) return `refused for ${error.extra['retryAfter']} s`;
    throw error;
  }
};

describe('the share of an organization in a stream', () => {
  test('is what this process adds, and what the outbox has of 30 days', async () => {
    await stored('acme', 60_000);
    await stored('acme', 90_000, 31);
    await stored('globex', 99_000, 29);
    const share = eventShare(database, MOST);
    await share.look();
    expect(outcome(() => share.spend('acme', 40_000))).toBe('taken');
    expect(outcome(() => share.spend('acme', 1))).toBe('refused for 3600 s');
    expect(outcome(() => share.spend('globex', 1_001))).toBe('refused for 3600 s');
    expect(outcome(() => share.spend('initech', MOST))).toBe('taken');
  });

  test('is recounted on each check: rejected and rolled back events do not count', async () => {
    const share = eventShare(database, MOST);
    share.spend('acme', MOST);
    await share.look();
    expect(outcome(() => share.spend('acme', MOST))).toBe('taken');
  });

  test('gets back what was not stored, also where it is used up', async () => {
    await stored('acme', MOST + 1);
    const share = eventShare(database, MOST);
    await share.look();
    expect(outcome(() => share.spend('acme', 1))).toBe('refused for 3600 s');
    expect(outcome(() => share.spend('acme', -2))).toBe('taken');
    expect(outcome(() => share.spend('acme', 1))).toBe('taken');
  });

  test('counts every row of a long outbox once', async () => {
    await admin.query(`insert into outbox (event_id, organization_id, aggregate_id, aggregate_version, subject, payload)
      select gen_random_uuid(), 'org-' || n % 3, n::text, 1, 's', 'xxxx' from generate_series(1, 60000) as n`);
    const share = eventShare(database, MOST);
    await share.look();
    const left = ['org-0', 'org-1', 'org-2'].map((id) => [
      outcome(() => share.spend(id, MOST - 80_000)),
      outcome(() => share.spend(id, 1)),
    ]);
    expect(left).toEqual(Array.from({ length: 3 }, () => ['taken', 'refused for 3600 s']));
  });

  test('is looked at when a process starts', async () => {
    await stored('acme', MOST);
    const share = watchedShare(database, MOST, createLogger('test', { level: 'silent' }));
    try {
      const isCounted = () => outcome(() => share.spend('acme', 1)) !== 'taken';
      expect(await eventually('the outbox is counted', isCounted)).toBe(true);
    } finally {
      await share.stop();
    }
  });
});
