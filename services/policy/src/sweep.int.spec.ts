import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest, sweepPolicies } from './compose.ts';
import { organizationLock } from './db/policies.ts';

let t: TestService;
const clock = fakeClock('2026-10-01T09:00:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

const ended = async (organizationId: string): Promise<string> => {
  const body = { organizationId, termStart: '2026-10-01', termEnd: '2026-10-31', autoRenew: false };
  const { id } = (await t.http.post('/api/policy', body)).body;
  await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
  return id;
};

test('a policy whose lock is not to be had fails alone, and the sweep goes on', async () => {
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
