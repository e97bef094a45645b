import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Policy } from '@staycover/api';
import { type NightCover, policyCover } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { askService, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest, sweepPolicies } from './compose.ts';

let t: TestService;
let organizationId: string;
let id: string;
const clock = fakeClock('2026-10-28T09:00:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

const create = async (body: object, status = 'ACTIVE'): Promise<string> => {
  const term = { termStart: '2026-11-01', termEnd: '2027-10-31', ratePerNight: 4.25 };
  const created = (await t.http.post('/api/policy', { organizationId, ...term, ...body })).body as Policy;
  if (status === 'ACTIVE') await t.http.patch(`/api/policy/${created.id}/status`, { status });
  return created.id;
};
const put = (body: object) => t.http.put(`/api/policy/${id}`, body);
const patch = (body: object) => t.http.patch(`/api/policy/${id}/status`, body);

const ask = (date: string, propertyId = 'beach', request: object = {}) =>
  askService(t.service.platform.nats, policyCover, { organizationId, propertyId, date, ...request });
const cover = async (date: string, propertyId?: string): Promise<NightCover> => {
  const { policies } = await ask(date, propertyId);
  return policies.find(({ policyId }) => policyId === id)!;
};

const beach = { scopeType: 'PROPERTY', scopeId: 'beach', action: 'INCLUDE', effectiveFrom: '2026-11-02' };
const facts = { propertyId: 'beach', state: 'FL', groupIds: ['florida'] };

/** Beach House from 2 November on, seen on the 10th. */
beforeEach(async () => {
  clock.set('2026-10-28T09:00:00Z');
  organizationId = newId();
  id = await create({ coverage: { deductible: 250 }, coverageElections: [{ ...beach, property: facts }] });
  clock.set('2026-11-10T09:00:00Z');
  await sweepPolicies(t.service.platform);
});

describe('a night', () => {
  test('is covered by the members of that night', async () => {
    await put({ coverage: { deductible: 500 }, maxNights: 30 });
    await put({ coverage: { deductible: 600 }, effectiveFrom: '2026-12-01' });
    const nights = await Promise.all(['2026-11-09', '2026-11-10', '2026-12-01'].map((date) => cover(date)));
    expect(
      nights.map(({ covered, reason, maxNights, coverage }) => [covered, reason, maxNights, coverage!.deductible]),
    ).toEqual([
      [true, null, null, 250],
      [true, null, 30, 500],
      [true, null, 30, 600],
    ]);
    expect(nights[0]).toMatchObject({ boundAt: '2026-10-28T09:00:00.000Z', termStart: '2026-11-01', currency: 'USD' });
  });

  test.each<[string, string, (() => Promise<unknown>) | undefined]>([
    ['2026-10-31', 'NOT_IN_FORCE', undefined],
    ['2026-11-01', 'NOT_ENROLLED', undefined],
    ['2027-11-01', 'NOT_IN_FORCE', undefined],
    ['2026-11-10', 'SUSPENDED', () => patch({ status: 'SUSPENDED' })],
    ['2026-12-10', 'NOT_IN_FORCE', () => patch({ status: 'CANCELLED', effectiveDate: '2026-12-10' })],
    ['2026-11-20', 'NOT_ELIGIBLE', () => put({ supportedStates: ['GA'], effectiveFrom: '2026-11-15' })],
    ['2026-11-20', 'NOT_ENROLLED', () => put({ coverageElections: [{ ...beach, action: 'EXCLUDE' }] })],
  ])('%s is not: %s', async (date, reason, act) => {
    await act?.();
    expect(await cover(date)).toMatchObject({ covered: false, reason });
  });

  test('that has passed keeps its cover when the policy is cancelled', async () => {
    await patch({ status: 'CANCELLED' });
    expect(await cover('2026-11-09')).toMatchObject({ covered: true });
    expect(await cover('2026-11-10')).toMatchObject({ covered: false, reason: 'NOT_IN_FORCE' });
  });

  test('shows a state from its day on, even before the sweep', async () => {
    await patch({ status: 'SUSPENDED', effectiveDate: '2026-11-11' });
    clock.set('2026-11-11T00:01:00Z');
    expect(await cover('2026-11-11')).toMatchObject({ covered: false, reason: 'SUSPENDED' });
  });

  test('of a policy that was never ACTIVE is not covered', async () => {
    id = await create({ coverageElections: [beach] }, 'PENDING');
    expect(await cover('2026-11-10')).toMatchObject({ covered: false, reason: 'NOT_BOUND', boundAt: null });
  });
});

describe('the policies that know a property', () => {
  const policyIds = async (propertyId: string) =>
    (await ask('2026-11-10', propertyId)).policies.map((one) => one.policyId);

  test('are those with elections that reach it: by name, by group, by the organization', async () => {
    const everything = { scopeType: 'ORGANIZATION', action: 'INCLUDE' };
    const florida = { scopeType: 'GROUP', scopeId: 'florida', action: 'INCLUDE' };
    const all = await create({ coverageElections: [everything] });
    const group = await create({ coverageElections: [florida] });
    const other = await create({ coverageElections: [{ ...beach, scopeId: 'lake' }] });
    expect(await policyIds('beach')).toEqual([id, all, group]);
    expect(await policyIds('lake')).toEqual([all, other]);
    expect(await policyIds('unknown')).toEqual([]);
  });

  test('are none of another organization', async () => {
    organizationId = newId();
    expect(await policyIds('beach')).toEqual([]);
  });

  test('come in pages, oldest first', async () => {
    await t.sql(
      `insert into policy select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
         'policy_reference', p.policy_reference || '-' || n))).* from policy p, generate_series(1, 60) n where p.id = $1`,
      [id],
    );
    const everything = { electionId: 'all', scopeType: 'ORGANIZATION', action: 'INCLUDE', effectiveFrom: '2026-11-01' };
    await t.sql(
      `insert into coverage_election (organization_id, policy_id, election_id, own, stated_at, scope_type, action,
         endorsement_selections, effective_from, recorded_on)
       select $1, '00000000-0000-0000-0000-000000000000', $2, false, now(), $3, $4, '[]', $5, $5`,
      [organizationId, everything.electionId, everything.scopeType, everything.action, everything.effectiveFrom],
    );
    const first = await ask('2026-11-10');
    const second = await ask('2026-11-10', 'beach', { cursor: first.nextCursor });
    const found = [...first.policies, ...second.policies].map(({ policyId }) => policyId);
    expect([first.policies.length, second.policies.length, second.nextCursor]).toEqual([50, 11, null]);
    expect(found).toEqual([...new Set(found)].toSorted());
  });
});

test('a cursor of another list is rejected', async () => {
  await expect(ask('2026-11-10', 'beach', { cursor: 'x' })).rejects.toMatchObject({ code: 'invalid-request' });
});
