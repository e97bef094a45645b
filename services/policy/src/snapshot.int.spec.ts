import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Policy } from '@staycover/api';
import { type PolicyGetRequest, type PolicySnapshot, policyGet } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { askService, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest, sweepPolicies } from './compose.ts';

let t: TestService;
let id: string;
let organizationId: string;
const clock = fakeClock('2026-10-28T09:00:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

const beach = { scopeType: 'PROPERTY', scopeId: 'beach', action: 'INCLUDE', effectiveFrom: '2026-11-01' };
const lake = { ...beach, scopeId: 'lake', effectiveFrom: '2026-11-05' };
const known = { propertyId: 'beach', state: 'FL' };

/** Two houses from November on, at 4.25 a night, seen on the 10th. */
beforeEach(async () => {
  clock.set('2026-10-28T09:00:00Z');
  organizationId = newId();
  const term = { termStart: '2026-11-01', termEnd: '2027-10-31', ratePerNight: 4.25, lossFundRatePerNight: 1.1 };
  const coverageElections = [{ ...beach, property: known }, lake];
  id = (await t.http.post('/api/policy', { organizationId, ...term, coverageElections })).body.id;
  await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
  clock.set('2026-11-10T09:00:00Z');
  await sweepPolicies(t.service.platform);
});

const put = (body: object) => t.http.put(`/api/policy/${id}`, body);
const patch = (body: object) => t.http.patch(`/api/policy/${id}/status`, body);
const correct = (body: object) => t.http.post(`/api/policy/${id}/correction`, { reason: 'wrong', ...body });
const elect = (...coverageElections: object[]) => put({ coverageElections });
const version = async (): Promise<number> => ((await t.http.get(`/api/policy/${id}`)).body as Policy).version;

const ask = (request: Partial<PolicyGetRequest> = {}): Promise<PolicySnapshot> =>
  askService(t.service.platform.nats, policyGet, { policyId: id, organizationId, ...request });

/** All pages of an answer together. */
const askAll = async (request: Partial<PolicyGetRequest> = {}) => {
  const pages = [await ask(request)];
  for (let last = pages[0]!; last.nextCursor !== null; last = pages.at(-1)!) {
    pages.push(await ask({ ...request, version: last.policy.version, cursor: last.nextCursor }));
  }
  return {
    pages: pages.length,
    inForce: pages.flatMap(({ inForce }) => inForce ?? []),
    enrollments: pages.flatMap(({ enrollments }) => enrollments),
  };
};

describe('the first night that a change may have changed', () => {
  test.each<[string, () => Promise<unknown>, string | null]>([
    ['is that of a rate of today', () => put({ ratePerNight: 5 }), '2026-11-10'],
    ['is that of a rate ahead', () => put({ ratePerNight: 5, effectiveFrom: '2026-12-01' }), '2026-12-01'],
    ['is none for what prices nothing', () => put({ coverage: { deductible: 100 } }), null],
    ['is none for a name', () => put({ name: 'Houses' }), null],
    ['is none for what holds already', () => put({ ratePerNight: 4.25 }), null],
    ['is none for rules that all properties keep', () => put({ excludedPropertyTypes: ['BOAT'] }), null],
    ['is that of a property that is not taken any more', () => put({ supportedStates: ['GA'] }), '2026-11-10'],
    ['is that of an election that is not stated any more', () => elect(beach), '2026-11-10'],
    ['is that of an election of the past', () => elect({ ...beach, effectiveTo: '2026-11-03' }, lake), '2026-11-04'],
    ['is that of other elections', () => elect(beach, lake, { ...lake, scopeId: 'pine' }), '2026-11-05'],
    ['is that of another plan', () => elect(beach, { ...lake, planId: 'gold' }), '2026-11-10'],
    [
      'is that of another state of a house',
      () => elect({ ...beach, property: { ...known, state: 'GA' } }, lake),
      '2026-11-10',
    ],
    [
      'is none for another name of a house',
      () => elect({ ...beach, property: { ...known, propertyName: 'B' } }, lake),
      null,
    ],
    ['is that of a suspension', () => patch({ status: 'SUSPENDED' }), '2026-11-10'],
    [
      'is that of a cancellation ahead',
      () => patch({ status: 'CANCELLED', effectiveDate: '2026-12-10' }),
      '2026-12-10',
    ],
    ['is that of a correction', () => correct({ effectiveFrom: '2026-11-03', ratePerNight: 4 }), '2026-11-03'],
    ['is the first after an earlier end of the term', () => put({ termEnd: '2027-03-31' }), '2027-04-01'],
    ['is the first after the old end of a longer term', () => put({ termEnd: '2027-12-31' }), '2027-11-01'],
  ])('%s', async (_what, act, expected) => {
    const sinceVersion = await version();
    await act();
    expect((await ask({ sinceVersion })).changedFrom).toBe(expected);
  });

  test('is the first of all changes since', async () => {
    const sinceVersion = await version();
    await put({ ratePerNight: 5, effectiveFrom: '2026-12-01' });
    const between = await version();
    await put({ ratePerNight: 6, effectiveFrom: '2027-01-01' });
    expect((await ask({ sinceVersion })).changedFrom).toBe('2026-12-01');
    expect((await ask({ sinceVersion: between })).changedFrom).toBe('2027-01-01');
    expect((await ask({ sinceVersion: await version() })).changedFrom).toBeNull();
    await t.http.delete(`/api/policy/${id}/changes/2`);
    expect((await ask({ sinceVersion: between })).changedFrom).toBe('2026-12-01');
  });

  test('is every night for an unknown version', async () => {
    expect((await ask()).changedFrom).toBe('1900-01-01');
    expect((await ask({ sinceVersion: 99 })).changedFrom).toBe('1900-01-01');
  });

  test('is that of the term while the policy is PENDING, and when it is bound', async () => {
    const terms = { termStart: '2026-12-01', ratePerNight: 4 };
    id = (await t.http.post('/api/policy', { organizationId, ...terms, coverageElections: [lake] })).body.id;
    await put({ termStart: '2026-11-20' });
    expect((await ask({ sinceVersion: 1 })).changedFrom).toBe('2026-11-20');
    await put({ ratePerNight: 5 });
    expect((await ask({ sinceVersion: 2 })).changedFrom).toBe('2026-11-20');
    await patch({ status: 'ACTIVE' });
    expect((await ask({ sinceVersion: 3 })).changedFrom).toBe('2026-11-20');
  });
});

describe('periods in force', () => {
  const prices = ({ inForce = [] }: Pick<PolicySnapshot, 'inForce'>) =>
    inForce.map(({ from, ratePerNight, planId }) => [from, ratePerNight, planId]);

  beforeEach(async () => {
    await put({ ratePerNight: 5 });
    clock.set('2026-11-20T09:00:00Z');
    await put({ planId: 'gold' });
    await put({ ratePerNight: 6, effectiveFrom: '2026-12-01' });
  });

  test('is complete for a caller without a version', async () => {
    expect(prices(await ask())).toEqual([
      ['2026-11-01', 4.25, null],
      ['2026-11-10', 5, null],
      ['2026-11-20', 5, 'gold'],
      ['2026-12-01', 6, 'gold'],
    ]);
  });

  test.each([
    ['a day of the past', '2026-11-15', ['2026-11-15', '2026-11-20', '2026-12-01']],
    ['today', '2026-11-20', ['2026-11-20', '2026-12-01']],
    ['a day ahead', '2026-11-25', ['2026-11-25', '2026-12-01']],
    ['the day of a change ahead', '2026-12-01', ['2026-12-01']],
  ])('begins with %s for a caller that asks from that day on', async (_what, openFrom, days) => {
    const snapshot = await ask({ openFrom, sinceVersion: await version() });
    expect(prices(snapshot).map(([from]) => from)).toEqual(days);
    expect(prices(snapshot).at(-1)).toEqual([days.at(-1), 6, 'gold']);
  });

  test('begins with what has changed since', async () => {
    const sinceVersion = await version();
    await correct({ effectiveFrom: '2026-11-05', ratePerNight: 4 });
    expect(prices(await ask({ openFrom: '2026-12-01', sinceVersion })).slice(0, 2)).toEqual([
      ['2026-11-05', 4, null],
      ['2026-11-10', 5, null],
    ]);
  });

  test('counts from its day on although no sweep came', async () => {
    clock.set('2026-12-02T00:01:00Z');
    expect(prices(await ask({ openFrom: '2026-12-02', sinceVersion: await version() }))).toEqual([
      ['2026-12-02', 6, 'gold'],
    ]);
  });

  test('goes over several pages, before the enrollments', async () => {
    const ids = Array.from({ length: 900 }, (_, i) => `house-${i}-${'x'.repeat(45)}`);
    const eligibilityOverrides = Object.fromEntries(ids.map((house) => [house, 'ALLOW']));
    expect((await put({ eligibilityOverrides })).status).toBe(200);
    for (const ratePerNight of [7, 8, 9]) await put({ ratePerNight, effectiveFrom: `2027-01-0${ratePerNight}` });
    const { pages, inForce, enrollments } = await askAll({ limit: 1 });
    expect(pages).toBe(3);
    expect(inForce.map(({ ratePerNight }) => ratePerNight)).toEqual([4.25, 5, 5, 6, 7, 8, 9]);
    expect(enrollments.map(({ propertyId }) => propertyId)).toEqual(['beach', 'beach', 'lake', 'lake']);
  });
});

describe('enrollments', () => {
  test('that end before are left out, and each has the plan of its election', async () => {
    await elect({ ...beach, effectiveTo: '2026-11-14' }, { ...lake, planId: 'gold', rateOverridePerNight: 6 });
    const from = async (openFrom: string) => {
      const { enrollments } = await ask({ openFrom, sinceVersion: await version() });
      return enrollments.map((row) => [row.propertyId, row.electionPlanId, row.rateOverridePerNight]);
    };
    expect(await from('2026-11-14')).toEqual([
      ['beach', null, null],
      ['lake', 'gold', 6],
    ]);
    expect(await from('2026-11-15')).toEqual([['lake', 'gold', 6]]);
  });
});

test('the answer to a nearly up-to-date caller reads no list', async () => {
  for (let rate = 5; rate < 9; rate++) await put({ ratePerNight: rate });
  const sinceVersion = await version();
  await t.sql(`update policy_change set members = '"unreadable"' where policy_id = $1`, [id]);
  const { inForce, changedFrom } = await ask({ sinceVersion, openFrom: '2026-11-10' });
  expect({ changedFrom, inForce }).toMatchObject({ changedFrom: null, inForce: [{ ratePerNight: 8 }] });
  await expect(ask({ sinceVersion, openFrom: '2026-11-09' })).rejects.toMatchObject({ code: 'service-unavailable' });
});
