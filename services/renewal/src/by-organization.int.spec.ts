import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '@staycover/db';
import { type Actor, newId, systemActor } from '@staycover/kernel';
import { countRowsRead } from '@staycover/testing';
import { upcomingPolicies } from './db/policies.ts';
import { listAll } from './db/renewals.ts';
import { countEndingTerms } from './db/summary.ts';
import { type RenewalWorld, startRenewalService } from './testing/renewal-service.ts';
import { date } from './testing/samples.ts';

let t: RenewalWorld;

beforeAll(async () => {
  t = await startRenewalService();
  const { id } = await t.policies.create({ organizationId: 'small', termEnd: '2027-11-20' });
  await t.known(id);
  await t.run();
  for (const table of ['renewable_policy', 'renewal']) await addOthers(table);
  await t.sql('analyze renewal, renewable_policy');
});

afterAll(() => t.stop());

/** Thousands of rows like the one that is there, of another organization. */
const addOthers = (table: string) => {
  const own = `jsonb_build_object('id', gen_random_uuid(), 'policy_id', gen_random_uuid(), 'organization_id', 'large')`;
  return t.sql(
    `insert into ${table} select (jsonb_populate_record(r, ${own})).* from ${table} r, generate_series(1, 5000)`,
  );
};

const countRead = (read: (on: Database) => Promise<unknown>): Promise<number> =>
  countRowsRead(t.service.platform.database, read);

const ends = { first: date('2027-10-01'), last: date('2027-11-30') };
const small = systemActor('test', 'small');
const both: Actor = { ...small, organizations: ['small', 'none'] };
const all: Actor = { ...small, organizations: '*' };

describe('what an organization reads does not grow with the rows of another', () => {
  test.each<[string, (database: Database) => Promise<unknown[]>]>([
    ['its renewals', (database) => listAll(database, small, {}, { limit: 10 })],
    ['its newest renewals', (database) => listAll(database, small, {}, { limit: 10, order: 'newest' })],
    ['its scheduled renewals', (database) => listAll(database, small, { status: 'SCHEDULED' }, { limit: 10 })],
    ['the renewals of several organizations', (database) => listAll(database, both, {}, { limit: 10 })],
    ['one of all organizations', (database) => listAll(database, all, { organizationId: 'small' }, { limit: 10 })],
    ['its upcoming policies', (database) => upcomingPolicies(database, small, ends, { limit: 10 })],
    [
      'a later page of them',
      (database) =>
        upcomingPolicies(database, small, ends, {
          limit: 10,
          after: { termEnd: date('2027-10-30'), policyId: newId() },
        }),
    ],
    ['its terms that end', (database) => countEndingTerms(database, ['small'], ends)],
  ])('%s', async (_what, read) => {
    expect(await read(t.service.platform.database)).toHaveLength(1);
    expect(await countRead(read)).toBeLessThan(50);
  });

  test('an organization that is not the caller’s has none', async () => {
    const { database } = t.service.platform;
    expect(await listAll(database, small, { organizationId: 'large' }, { limit: 10 })).toEqual([]);
    expect(await upcomingPolicies(database, small, ends, { organizationId: 'large', limit: 10 })).toEqual([]);
  });
});
