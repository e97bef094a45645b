import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Policy, PolicyChange } from '@staycover/api';
import { migrate } from '@staycover/db';
import { newId } from '@staycover/kernel';
import { fakeClock, startTestService, type TestService, withEarlierSchema } from '@staycover/testing';
import type pg from 'pg';
import { compose, manifest, sweepPolicies } from './compose.ts';
import { migrations } from './db/migrations/index.ts';

// Behind the day of the migrations, whenever the spec runs.
const clock = fakeClock('2500-06-01T00:05:00Z');
const released = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0005'));

type Old = { id: string; status: string; unenrolled: string | null; terms: object };

const rates = { rate_per_night: 42_500, loss_fund_rate_per_night: 11_000 };
const old = (status: string, terms: object = {}, unenrolled: string | null = null): Old => ({
  id: newId(),
  status,
  unenrolled,
  terms: { term_start: '2020-01-01', term_end: '2999-12-31', auto_renew: true, ...rates, ...terms },
});

const active = old('ACTIVE');
const renewed = old('ACTIVE', { term_start: '2021-01-01', rate_per_night: 50_000, renewal_count: 1 });
/** EXPIRED early, and then renewed. */
const revived = old('ACTIVE', { term_start: '2021-01-01', renewal_count: 1 }, '2020-06-01');
const all: Old[] = [
  old('PENDING'),
  active,
  renewed,
  old('SUSPENDED', { last_modified_by: 'system:billing' }),
  old('CANCELLED', { coverage_ends_on: '2020-03-01' }, '2020-03-01'),
  old('EXPIRED', { term_end: '2020-12-31', coverage_ends_on: '2021-01-01', auto_renew: false }, '2021-01-01'),
  old('SUPERSEDED', { coverage_ends_on: '2020-02-01', superseded_by_policy_id: active.id }, '2020-02-01'),
  revived,
];

const POLICY = `insert into policy select * from jsonb_populate_record(null::policy, $1)`;
const ENROLLMENT = `insert into enrollment (policy_id, property_id, enrolled_date, unenrolled_date, property_name, state, election_id,
  active, endorsement_selections, computed_rate_per_night)
  values ($1, 'beach', $5, $2, 'Beach House', 'FL', 'el-1', $3, '[]', $4)`;
const ELECTION = `insert into coverage_election (organization_id, policy_id, election_id, own, stated_at, scope_type, scope_id,
  action, endorsement_selections, effective_from) values ('acme', $1, 'el-1', true, now(), 'PROPERTY', 'beach', 'INCLUDE', '[]', '2020-01-01')`;

const toRow = ({ id, status, terms }: Old, i: number): object => ({
  id,
  organization_id: 'acme',
  policy_reference: `POL-2020-00000${i}`,
  status,
  currency: 'USD',
  rate_table_versions: [],
  supported_states: [],
  supported_countries: [],
  excluded_property_types: [],
  eligibility_overrides: {},
  details: {
    name: `Policy ${i}`,
    billingFrequency: 'MONTHLY',
    coverage: null,
    coveredCategories: [],
    categoryExclusions: [],
    additionalInsureds: [],
  },
  renewal_count: 0,
  enrollment_version: 1,
  enrollment_count: 1,
  created_by: 'dana',
  created_date: '2019-12-01T09:00:00Z',
  last_modified_by: 'dana',
  last_modified_date: '2020-01-01T09:00:00Z',
  version: 3,
  ...terms,
});

const seed = async (client: pg.Client): Promise<void> => {
  await client.query(`insert into property (organization_id, property_id, stated_at, property_name, state, group_ids)
    values ('acme', 'beach', '2019-12-01', 'Beach House', 'FL', '[]')`);
  for (const [i, policy] of all.entries()) {
    await client.query(POLICY, [toRow(policy, i)]);
    await client.query(ELECTION, [policy.id]);
    const { rate_per_night: rate } = policy.terms as typeof rates;
    await client.query(ENROLLMENT, [policy.id, policy.unenrolled, policy.unenrolled === null, rate, '2020-01-01']);
  }
  await client.query(ENROLLMENT, [revived.id, null, true, rates.rate_per_night, '2021-01-01']);
  await client.query(
    `insert into policy_term (policy_id, term_start, term_end, coverage_ends_on, rate_per_night, loss_fund_rate_per_night)
     values ($1, '2020-01-01', '2020-12-31', null, 42500, 11000), ($2, '2020-01-01', '2020-12-31', '2020-06-01', 42500, 11000)`,
    [renewed.id, revived.id],
  );
};

const rows = async (client: pg.Client) => ({
  policies: (
    await client.query(`select id, policy_reference, status, term_start::text, term_end::text, rate_per_night, details, version
      from policy order by id`)
  ).rows,
  enrollments: (
    await client.query(`select policy_id, property_id, enrolled_date::text, unenrolled_date::text, active, state, election_id,
      computed_rate_per_night from enrollment order by policy_id, enrolled_date`)
  ).rows,
});

let t: TestService;
let [before, migrated]: object[] = [];

/** The schema as the first release had it, with rows, and then as it is today. */
beforeAll(async () => {
  t = await startTestService(manifest, compose, {
    clock,
    prepare: ({ adminUrl }) =>
      withEarlierSchema(adminUrl, 'policy', released, async (client) => {
        await seed(client);
        before = await rows(client);
        expect(await migrate(adminUrl, 'policy', migrations)).toHaveLength(Object.keys(migrations).length - 4);
        migrated = await rows(client);
      }),
  });
});

afterAll(() => t.stop());

const read = async ({ id }: Old): Promise<Policy> => (await t.http.get(`/api/policy/${id}`)).body as Policy;

test('all migrations together leave policies and enrollments as they are', () => {
  expect(migrated).toEqual(before);
});

test('each policy is read as it was, and has its list of changes', async () => {
  const lists = all.map(async (policy) => {
    const { body } = await t.http.get(`/api/policy/${policy.id}/changes`);
    const changes = (body as PolicyChange[]).map(({ kind, effectiveFrom }) => `${kind} ${effectiveFrom}`);
    return [(await read(policy)).status, ...changes.filter((change) => !change.startsWith('SUSPEND'))];
  });
  expect(await Promise.all(lists)).toEqual([
    ['PENDING'],
    ['ACTIVE', 'ISSUE 2020-01-01'],
    ['ACTIVE', 'ISSUE 2020-01-01', 'RENEW 2021-01-01'],
    ['SUSPENDED', 'ISSUE 2020-01-01'],
    ['CANCELLED', 'ISSUE 2020-01-01', 'CANCEL 2020-03-01'],
    ['EXPIRED', 'ISSUE 2020-01-01', 'EXPIRE 2021-01-01'],
    ['SUPERSEDED', 'ISSUE 2020-01-01', 'SUPERSEDE 2020-02-01'],
    ['ACTIVE', 'ISSUE 2020-01-01', 'RENEW 2021-01-01', 'EXPIRE 2020-06-01'],
  ]);
});

test('the first sweep changes only the cover of suspended policies, and records the named nights', async () => {
  const suspended = all.find(({ status }) => status === 'SUSPENDED')!;
  const others = all.filter((policy) => policy !== suspended);
  const was = await Promise.all(others.map(read));
  expect(await sweepPolicies(t.service.platform)).toMatchObject({ failed: 0 });
  expect(await Promise.all(others.map(read))).toEqual(was);
  expect((await read(suspended)).activeEnrollments).toEqual([]);
  const named = await t.sql<{ policy_id: string }>('select policy_id from named_nights');
  const naming = all.filter(({ status }) => status === 'ACTIVE' || status === 'SUSPENDED');
  expect(new Set(named.map((row) => row.policy_id))).toEqual(new Set(naming.map(({ id }) => id)));
});

test('the suspended policy, with an unknown invoice, waits for the next payment', async () => {
  const [{ count }] = (await t.sql<{ count: number }>(
    `select count(*)::int from policy_invoice where policy_id = invoice_id and status = 'SUSPENDED'`,
  )) as [{ count: number }];
  expect(count).toBe(1);
});

test('the sweep finds policies after the end of their term although they renew', async () => {
  const plan = await t.sql<{ indexdef: string }>(
    `select indexdef from pg_indexes where indexname = 'policy_past_term'`,
  );
  expect(plan).toMatchObject([{ indexdef: expect.stringContaining('ACTIVE') }]);
});

test('a correction from an earlier day covers no night between an early end and the next term', async () => {
  const correction = { effectiveFrom: '2020-02-01', reason: 'Another shortest stay', minNights: 2 };
  const { body } = await t.http.post(`/api/policy/${revived.id}/correction`, correction);
  const nights = (body as Policy).enrolledProperties.map((row) => [row.enrolledDate, row.unenrolledDate]);
  expect(nights).toEqual([
    ['2020-01-01', '2020-06-01'],
    ['2021-01-01', null],
  ]);
});
