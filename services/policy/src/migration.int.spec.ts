import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Policy, PolicyChange } from '@staycover/api';
import { migrate } from '@staycover/db';
import { policyGet } from '@staycover/events';
import { askService, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest, sweepPolicies } from './compose.ts';
import { migrations } from './db/migrations/index.ts';

let t: TestService;
const clock = fakeClock('2026-01-10T09:00:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

/** Resets the schema and its rows to the version before the list of changes, and migrates them. */
const migrateAgain = async (): Promise<string[]> => {
  await t.sql('delete from policy_change');
  await t.sql('alter table policy alter first_term_start drop not null, alter status_since drop not null');
  await t.sql(`update policy set bound_at = null, first_term_start = null, status_since = null, status_reason = null,
    cancellation = null, change_due_on = null, change_count = 0,
    coverage_ends_on = case when status in ('CANCELLED', 'EXPIRED') then status_since end`);
  await t.sql(`update property set known_from = null, facts = '[]'`);
  await t.sql(
    `update enrollment as e set plan_id = coalesce(e.plan_id, p.plan_id) from policy as p where p.id = e.policy_id`,
  );
  await t.sql(`delete from migration_history where name = '0006-existing-policies'`);
  return migrate(t.database.adminUrl, 'policy', migrations);
};

const create = async (status: string, changes: object = {}): Promise<string> => {
  const enrolledProperties = [{ propertyId: 'beach', propertyName: 'Beach House', state: 'FL', planId: 'silver' }];
  const coverageElections = [{ scopeType: 'ORGANIZATION', action: 'INCLUDE' }];
  const body = { organizationId: 'acme', ratePerNight: 4.25, planId: 'gold', enrolledProperties, coverageElections };
  const { id } = (await t.http.post('/api/policy', { ...body, termStart: '2026-01-01', ...changes })).body as Policy;
  if (status !== 'PENDING') await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
  if (status !== 'PENDING' && status !== 'ACTIVE') await t.http.patch(`/api/policy/${id}/status`, { status });
  return id;
};

const see = async (id: string) => ({
  policy: (await t.http.get(`/api/policy/${id}`)).body as Policy,
  snapshot: await askService(t.service.platform.nats, policyGet, { policyId: id, organizationId: 'acme' }),
});

const kinds = async (id: string) =>
  ((await t.http.get(`/api/policy/${id}/changes`)).body as PolicyChange[]).map(
    (one) => `${one.kind} ${one.effectiveFrom}`,
  );

test('existing policies are the same before and after, and get their list', async () => {
  const ids = [];
  for (const status of ['PENDING', 'ACTIVE', 'CANCELLED', 'EXPIRED']) ids.push(await create(status));
  const before = await Promise.all(ids.map(see));
  expect(await migrateAgain()).toEqual(['0006-existing-policies']);
  await t.sql('update policy set version = version + 1');
  const after = await Promise.all(ids.map(see));
  const plain = ({ policy, snapshot }: Awaited<ReturnType<typeof see>>) => {
    const { boundAt: _bound, cancellation: _cancellation, version: _version, ...members } = policy;
    return { members, terms: snapshot.terms, end: snapshot.coverageEndsOn, enrollments: snapshot.enrollments };
  };
  expect(after.map(plain)).toEqual(before.map(plain));
  expect(await Promise.all(ids.map(kinds))).toEqual([
    [],
    ['ISSUE 2026-01-01'],
    ['ISSUE 2026-01-01', 'CANCEL 2026-01-10'],
    ['ISSUE 2026-01-01', 'EXPIRE 2026-01-10'],
  ]);
  const swept = await sweepPolicies(t.service.platform);
  expect(swept.failed).toBe(0);
  expect((await Promise.all(ids.map(see))).map(plain)).toEqual(before.map(plain));
});

test('for versions from before effects were kept, every night may have changed', async () => {
  const policyId = await create('ACTIVE');
  await t.sql('drop table policy_effect');
  await t.sql(`delete from migration_history where name = '0010-policy-effects'`);
  expect(await migrate(t.database.adminUrl, 'policy', migrations)).toEqual(['0010-policy-effects']);
  const { version } = (await see(policyId)).policy;
  const changedFrom = async (sinceVersion: number) => {
    const request = { policyId, organizationId: 'acme', sinceVersion };
    return (await askService(t.service.platform.nats, policyGet, request)).changedFrom;
  };
  expect(await changedFrom(version - 1)).toBe('1900-01-01');
  expect(await changedFrom(version)).toBeNull();
});

test('existing elections get their days; one that was withdrawn has its name again', async () => {
  const id = await create('ACTIVE');
  await t.sql(`drop index coverage_election_live, coverage_election_of_policy, coverage_election_by_scope`);
  await t.sql(`alter table coverage_election drop constraint coverage_election_pkey`);
  await t.sql(`alter table coverage_election drop id, drop stated_from, drop recorded_on, drop retired_on,
    add primary key (organization_id, policy_id, election_id)`);
  await t.sql(
    `insert into coverage_election (organization_id, policy_id, election_id, own, stated_at, scope_type, scope_id, action,
       endorsement_selections, effective_from, effective_to)
     values ('acme', $1, 'lake@2026-01-09', true, now(), 'PROPERTY', 'lake', 'INCLUDE', '[]', '2026-01-01', '2026-01-09'),
       ('acme', $1, 'lake', true, now(), 'PROPERTY', 'lake', 'INCLUDE', '[]', '2026-02-01', null),
       ('acme', $1, 'a@2026-01-09', true, now(), 'PROPERTY', 'pine', 'INCLUDE', '[]', '2026-01-01', '2026-03-01')`,
    [id],
  );
  const before = await see(id);
  await t.sql(`drop table named_nights`);
  await t.sql(`delete from migration_history where name in ('0011-dated-elections', '0012-named-nights')`);
  const ran = await migrate(t.database.adminUrl, 'policy', migrations);
  expect(ran).toEqual(['0011-dated-elections', '0012-named-nights']);
  const rows = await t.sql(
    `select election_id, stated_from::text, retired_on::text, recorded_on = (now() at time zone 'utc')::date as today
     from coverage_election where policy_id = $1 and scope_id <> 'beach' order by 1, 2`,
    [id],
  );
  expect(rows).toEqual([
    { election_id: 'a@2026-01-09', stated_from: '2026-01-01', retired_on: null, today: true },
    { election_id: 'lake', stated_from: '2026-01-01', retired_on: '2026-01-10', today: true },
    { election_id: 'lake', stated_from: '2026-02-01', retired_on: null, today: true },
  ]);
  expect(await see(id)).toEqual(before);
});

test('a rate that is changed after the migration leaves the nights before at theirs', async () => {
  const id = await create('ACTIVE');
  await migrateAgain();
  clock.set('2026-02-01T09:00:00Z');
  await t.http.put(`/api/policy/${id}`, { ratePerNight: 5 });
  const { snapshot } = await see(id);
  expect(snapshot.terms.map(({ termStart, ratePerNight }) => [termStart, ratePerNight])).toEqual([
    ['2026-01-01', 4.25],
    ['2026-02-01', 5],
  ]);
});

test('the first sweep ends the cover of a suspended policy on the day of the migration', async () => {
  const today = Temporal.Now.plainDateISO('UTC');
  const yesterday = today.subtract({ days: 1 });
  clock.set(`${yesterday}T09:00:00Z`);
  const id = await create('SUSPENDED', { termStart: yesterday.toString() });
  await t.sql('update enrollment set enrolled_date = $2, unenrolled_date = null, active = true where policy_id = $1', [
    id,
    yesterday.toString(),
  ]);
  await migrateAgain();
  expect(await kinds(id)).toEqual([`ISSUE ${yesterday}`, `SUSPEND ${today}`]);
  const shown = async () =>
    (await see(id)).policy.enrolledProperties.map((row) => `${row.enrolledDate}..${row.unenrolledDate}`);
  expect(await shown()).toEqual([`${yesterday}..null`]);
  clock.set(`${today.add({ days: 1 })}T00:05:00Z`);
  await sweepPolicies(t.service.platform);
  expect(await shown()).toEqual([`${yesterday}..${today}`]);
  expect(await t.sql('select active from enrollment where policy_id = $1', [id])).toEqual([{ active: false }]);
});
