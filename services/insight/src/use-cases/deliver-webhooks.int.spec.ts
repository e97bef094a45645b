import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId, systemClock } from '@staycover/kernel';
import { createLogger } from '@staycover/telemetry';
import { createTestDatabase, eventually, type TestDatabase } from '@staycover/testing';
import pg from 'pg';
import { startDelivery } from './deliver-webhooks.ts';

let testDatabase: TestDatabase;
let admin: pg.Client;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  admin = new pg.Client({ connectionString: testDatabase.adminUrl, options: '-c search_path=insight' });
  await admin.connect();
});

afterAll(async () => {
  await admin.end();
  await testDatabase.drop();
});

/** Endpoints to which something is to be sent. */
const due = async (organizationId: string, count: number): Promise<void> => {
  await admin.query(
    `with added as (insert into webhook_endpoint (id, organization_id, url, event_types, status, created_by, created_date,
         last_modified_by, last_modified_date)
       select id, $2, 'https://example.com', '[]', 'ENABLED', 'dana', now(), 'dana', now() from unnest($1::uuid[]) id returning id)
     insert into webhook_turn (endpoint_id, due_at) select id, '-infinity' from added`,
    [Array.from({ length: count }, () => newId()), organizationId],
  );
};

test('an organization with many endpoints that are slow to answer leaves places to others', async () => {
  await due('greedy', 300);
  const begun: string[] = [];
  const answered = Promise.withResolvers<void>();
  const delivery = startDelivery({
    url: testDatabase.urlFor('insight'),
    schema: 'insight',
    logger: createLogger('test', { level: 'silent' }),
    clock: systemClock,
    deliver: async ({ organizationId }) => {
      begun.push(organizationId);
      await answered.promise;
    },
  });
  await eventually('some have begun', () => begun.length >= 32);
  await due('modest', 1);
  await eventually('the other has begun', () => begun.includes('modest'));
  expect(begun.filter((organizationId) => organizationId === 'greedy').length).toBeLessThan(64);
  answered.resolve();
  await eventually('all have had their turn', () => begun.length === 301);
  await delivery.stop();
});
