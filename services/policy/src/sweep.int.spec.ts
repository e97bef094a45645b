import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { policyEvents } from '@staycover/events';
import { eventually, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest, sweepPolicies } from './compose.ts';
import { organizationLock } from './db/policies.ts';

let t: TestService;
const clock = fakeClock('2026-10-01T09:00:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
  // Work of the schedule itself would not be counted here.
  await t.service.scheduler.catchUp();
  t.service.scheduler.pause(3_600_000);
});

afterAll(() => t.stop());

const ended = async (organizationId: string): Promise<string> => {
  const body = { organizationId, termStart: '2026-10-01', termEnd: '2026-10-31', autoRenew: false };
  const { id } = (await t.http.post('/api/policy', body)).body;
  await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
  return id;
};

test('a policy that stays locked fails alone, and the sweep continues', async () => {
  const busy = await ended('busy');
  const free = await ended('free');
  await t.sql('begin');
  await t.sql(`select pg_advisory_xact_lock(${organizationLock('$1')})`, ['busy']);
  clock.set('2026-11-01T12:00:00Z');
  expect(await sweepPolicies(t.service.platform)).toEqual({ swept: 1, failed: 1 });
  await t.sql('rollback');
  expect(await sweepPolicies(t.service.platform)).toEqual({ swept: 1, failed: 0 });
  const statuses = await t.sql('select id, status from policy order by id');
  expect(statuses).toEqual([busy, free].map((id) => ({ id, status: 'EXPIRED' })));
});

const LONG_WAITS = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  and query_start < clock_timestamp() - interval '1.2 seconds'`;

test('a policy waits for others of its organization longer than for other locks, as these may be many', async () => {
  clock.set('2026-10-01T09:00:00Z');
  await ended('crowded');
  clock.set('2026-11-01T12:30:00Z');
  await t.sql('begin');
  await t.sql(`select pg_advisory_xact_lock(${organizationLock('$1')})`, ['crowded']);
  const swept = sweepPolicies(t.service.platform);
  await eventually('it waits longer than a session does', async () => (await t.sql(LONG_WAITS)).length > 0);
  await t.sql('commit');
  expect(await swept).toEqual({ swept: 1, failed: 0 });
});

test('a policy that was made after its term, and not bound, is cancelled by the next sweep', async () => {
  clock.set('2026-11-01T13:00:00Z');
  const late = { organizationId: 'late', termStart: '2024-01-01', termEnd: '2024-12-31' };
  const { id } = (await t.http.post('/api/policy', late)).body;
  expect(await sweepPolicies(t.service.platform)).toEqual({ swept: 0, failed: 0 });
  clock.set('2026-11-02T00:05:00Z');
  expect(await sweepPolicies(t.service.platform)).toEqual({ swept: 1, failed: 0 });
  expect((await t.http.get(`/api/policy/${id}`)).body).toMatchObject({ status: 'CANCELLED' });
});

test('a change that is due is stored with what another policy brings between midnight and the sweep', async () => {
  clock.set('2026-11-02T09:00:00Z');
  const everything = { scopeType: 'ORGANIZATION', action: 'INCLUDE' };
  const terms = { organizationId: 'growing', termStart: '2026-11-01' };
  const { id } = (await t.http.post('/api/policy', { ...terms, coverageElections: [everything] })).body;
  const patch = (body: object) => t.http.patch(`/api/policy/${id}/status`, body);
  await patch({ status: 'ACTIVE' });
  await patch({ status: 'SUSPENDED' });
  await patch({ status: 'ACTIVE', effectiveDate: '2026-11-10' });
  clock.set('2026-11-10T00:02:00Z');
  await t.http.post('/api/policy', { ...terms, enrolledProperties: [{ propertyId: 'new' }] });

  const stored = await t.sql('select status, change_due_on from policy where id = $1', [id]);
  expect(stored).toEqual([{ status: 'ACTIVE', change_due_on: null }]);
  const resumed = await t.events.next(
    policyEvents.policyStatusChanged,
    ({ policyId, policy }) => policyId === id && policy.status === 'ACTIVE' && policy.version > 3,
  );
  expect(resumed.data.previousStatus).toBe('SUSPENDED');
  expect((await t.http.get(`/api/policy/${id}`)).body.activeEnrollments).toMatchObject([{ propertyId: 'new' }]);
});

test('many organizations are swept together, a policy with many properties separately', async () => {
  clock.set('2026-11-02T00:00:00Z');
  const properties = (count: number) =>
    Array.from({ length: count }, (_, i) => ({
      propertyId: `house-${i}`,
      state: 'FL',
      country: 'US',
      enrolledDate: '2026-12-01',
    }));
  const active = async (organizationId: string, count: number) => {
    const terms = { termStart: '2026-11-02', termEnd: '2027-11-01', ratePerNight: 4 };
    const body = { organizationId, ...terms, enrolledProperties: properties(count) };
    const { id } = (await t.http.post('/api/policy', body)).body;
    await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
    return id as string;
  };
  const ids = [await active('large', 120)];
  for (let i = 0; i < 12; i++) ids.push(await active(`small-${i % 6}`, 3));
  clock.set('2026-12-01T00:10:00Z');

  expect(await sweepPolicies(t.service.platform)).toEqual({ swept: 13, failed: 0 });
  const rows = await t.sql<{ n: number; active: number }>(
    `select count(*)::int as n, count(*) filter (where active)::int as active from enrollment
     where policy_id = any($1::uuid[]) group by policy_id order by n`,
    [ids],
  );
  expect(rows.every(({ n, active: begun }) => n === begun)).toBe(true);
  expect(await sweepPolicies(t.service.platform)).toEqual({ swept: 0, failed: 0 });
});
