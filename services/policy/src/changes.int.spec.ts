import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type AuditEntry, type Policy, PolicyChange } from '@staycover/api';
import { type PolicySnapshot, policyEvents, policyGet } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { askService, fakeClock, nextPage, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest, sweepPolicies } from './compose.ts';
import { printRows } from './testing/print-rows.ts';

let t: TestService;
let id: string;
let organizationId: string;
const clock = fakeClock('2026-10-28T09:00:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
  // The schedule itself would sweep when the clock jumps.
  await t.service.scheduler.catchUp();
  t.service.scheduler.pause(3_600_000);
});

afterAll(() => t.stop());

const beach = { propertyId: 'beach', propertyName: 'Beach House', state: 'FL' };

/** Beach House at 4.25 a night from 1 November on, seen on the 10th. */
beforeEach(async () => {
  clock.set('2026-10-28T09:00:00Z');
  organizationId = newId();
  const term = { termStart: '2026-11-01', termEnd: '2027-10-31' };
  const body = { organizationId, ...term, ratePerNight: 4.25, lossFundRatePerNight: 1.1 };
  const enrolledProperties = [{ ...beach, enrolledDate: '2026-11-01' }];
  id = (await t.http.post('/api/policy', { ...body, enrolledProperties })).body.id;
  await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
  clock.set('2026-11-10T09:00:00Z');
  await sweepPolicies(t.service.platform);
});

const read = async (): Promise<Policy> => (await t.http.get(`/api/policy/${id}`)).body as Policy;
const put = (body: object) => t.http.put(`/api/policy/${id}`, body);
const changes = async () => (await t.http.get(`/api/policy/${id}/changes`)).body as PolicyChange[];
const rows = ({ enrolledProperties }: Policy) => printRows(enrolledProperties);
const snapshot = (): Promise<PolicySnapshot> =>
  askService(t.service.platform.nats, policyGet, { policyId: id, organizationId });
const sweepOn = async (day: string) => {
  clock.set(`${day}T00:05:00Z`);
  await sweepPolicies(t.service.platform);
};

describe('a rate that changes', () => {
  test('today leaves the nights before at theirs', async () => {
    const { body } = await put({ ratePerNight: 5 });
    expect(body).toMatchObject({
      ratePerNight: 5,
      nextChangeOn: null,
      activeEnrollments: [{ computedRatePerNight: 5 }],
    });
    expect(rows(body)).toEqual(['beach 2026-11-01..']);
    expect((await snapshot()).terms).toEqual([
      { termStart: '2026-11-01', termEnd: '2026-11-09', ratePerNight: 4.25, lossFundRatePerNight: 1.1 },
      { termStart: '2026-11-10', termEnd: '2027-10-31', ratePerNight: 5, lossFundRatePerNight: 1.1 },
    ]);
    const { data } = await t.events.next(policyEvents.policyChanged, ({ policyId }) => policyId === id);
    expect(data.policy).toMatchObject({ ratePerNight: 5 });
  });

  test('ahead shows from its day, which the sweep brings', async () => {
    const { body } = await put({ ratePerNight: 5, effectiveFrom: '2026-12-01' });
    expect(body).toMatchObject({ ratePerNight: 4.25, nextChangeOn: '2026-12-01' });
    expect((await snapshot()).terms.map(({ termStart }) => termStart)).toEqual(['2026-11-01', '2026-12-01']);
    await sweepOn('2026-11-30');
    expect(await read()).toMatchObject({ ratePerNight: 4.25, version: body.version });
    await sweepOn('2026-12-01');
    expect(await read()).toMatchObject({
      ratePerNight: 5,
      nextChangeOn: null,
      version: body.version + 1,
      activeEnrollments: [{ computedRatePerNight: 5 }],
    });
  });

  test('of a table prices each night by the table that was in force', async () => {
    const version = (effectiveFrom: string, ratePerNight: number) => ({ version: 1, effectiveFrom, ratePerNight });
    await put({ rateTableVersions: [version('2026-01-01', 5)] });
    clock.set('2026-11-20T09:00:00Z');
    await put({ rateTableVersions: [version('2026-01-01', 6)] });
    clock.set('2026-11-25T09:00:00Z');
    await put({ rateTableVersions: [] });
    const table = (await snapshot()).policy.rateTableVersions;
    expect(table.map(({ effectiveFrom, ratePerNight }) => [effectiveFrom, ratePerNight])).toEqual([
      ['2026-11-10', 5],
      ['2026-11-20', 6],
      ['2026-11-25', 4.25],
    ]);
    expect((await read()).rateTableVersions).toEqual([]);
  });

  test('of a table is in the audit trail as the policy shows it', async () => {
    const row = { version: 1, effectiveFrom: '2026-12-01', ratePerNight: 5.25, lossFundRatePerNight: 1.1 };
    const { body } = await put({ rateTableVersions: [row] });
    const trail = (await t.http.get(`/api/policy/${id}/audit?order=newest`)).body as AuditEntry[];
    const changed = trail.flatMap((entry) => entry.changes.filter(({ member }) => member === 'rateTableVersions'));
    expect(changed[0]).toEqual({ member: 'rateTableVersions', before: [], after: body.rateTableVersions });
  });
});

test('a plan that changes is that of the nights from then on', async () => {
  await put({ planId: 'gold' });
  expect(await read()).toMatchObject({ enrolledProperties: [{ planId: 'gold', enrolledDate: '2026-11-01' }] });
  const { enrollments } = await snapshot();
  expect(enrollments).toMatchObject([
    { planId: null, enrolledDate: '2026-11-01', unenrolledDate: '2026-11-10' },
    { planId: 'gold', enrolledDate: '2026-11-10', unenrolledDate: null },
  ]);
});

describe('eligibility', () => {
  test('that changes cuts rows, and past nights stay', async () => {
    expect(rows((await put({ supportedStates: ['GA'] })).body)).toEqual(['beach 2026-11-01..2026-11-10']);
    clock.set('2026-11-15T09:00:00Z');
    expect(rows((await put({ supportedStates: [] })).body)).toEqual([
      'beach 2026-11-01..2026-11-10',
      'beach 2026-11-15..',
    ]);
  });

  test('follows facts from their day on', async () => {
    await put({ supportedStates: ['FL'] });
    const property = { propertyId: 'beach', state: 'GA', effectiveFrom: '2026-12-01' };
    const election = { scopeType: 'PROPERTY', scopeId: 'beach', action: 'INCLUDE', effectiveFrom: '2026-11-01' };
    const { body } = await put({ coverageElections: [{ ...election, property }] });
    expect(rows(body)).toEqual(['beach 2026-11-01..2026-12-01']);
  });
});

test('elections of all the organization reach a property from the day on which it is known', async () => {
  const everything = { scopeType: 'ORGANIZATION', action: 'INCLUDE', effectiveFrom: '2026-11-01' };
  const named = { scopeType: 'PROPERTY', scopeId: 'beach', action: 'INCLUDE', effectiveFrom: '2026-11-01' };
  await put({ coverageElections: [named, everything] });
  await t.http.post('/api/policy', { organizationId, enrolledProperties: [{ propertyId: 'lake' }] });
  expect(rows(await read())).toEqual(['beach 2026-11-01..', 'lake 2026-11-10..']);
});

describe('between midnight and the sweep', () => {
  const listed = async () =>
    ((await t.http.get(`/api/policy?organizationId=${organizationId}`)).body as Policy[]).find((one) => one.id === id)!;

  beforeEach(async () => {
    await put({ ratePerNight: 5, effectiveFrom: '2026-11-20' });
    await put({ ratePerNight: 6, effectiveFrom: '2026-12-01' });
    await t.http.patch(`/api/policy/${id}/status`, { status: 'SUSPENDED', effectiveDate: '2026-11-25' });
    await read();
  });

  test('a policy shows today, alone and in a list, and its version stays', async () => {
    const { version } = await read();
    clock.set('2026-11-20T00:01:00Z');
    const shown = {
      ratePerNight: 5,
      nextChangeOn: '2026-11-25',
      version,
      enrolledProperties: [{ computedRatePerNight: 5 }],
    };
    expect(await read()).toMatchObject(shown);
    expect(await listed()).toMatchObject(shown);
    for (const part of ['', '?view=summary', '/enrollments']) {
      const again = await t.http.get(`/api/policy/${id}${part}`, { 'if-none-match': `"${version}"` });
      expect([again.status, again.headers.get('etag')]).toEqual([200, `"${version}"`]);
    }
    clock.set('2026-11-25T00:01:00Z');
    expect(await read()).toMatchObject({ status: 'SUSPENDED', nextChangeOn: '2026-12-01', activeEnrollments: [] });
    await sweepOn('2026-11-25');
    expect(await read()).toMatchObject({ status: 'SUSPENDED', version: version + 1, activeEnrollments: [] });
  });

  test('a command brings the policy to today first', async () => {
    const { version } = await read();
    clock.set('2026-11-25T00:01:00Z');
    const same = await t.http.put(`/api/policy/${id}`, { ratePerNight: 5 }, { 'If-Match': `"${version}"` });
    expect(same.body).toMatchObject({ status: 'SUSPENDED', ratePerNight: 5, version: version + 1 });
    const resumed = (await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' })).body as Policy;
    expect(resumed).toMatchObject({ status: 'ACTIVE', ratePerNight: 5, version: version + 2 });
    expect(rows(resumed)).toEqual(['beach 2026-11-01..']);
    expect((await changes()).map(({ kind }) => kind)).toEqual(['ISSUE', 'CHANGE', 'CHANGE', 'SUSPEND', 'RESUME']);
  });
});

describe('events', () => {
  const news = async (version: number) => {
    const { data } = await t.events.next(
      policyEvents.policyChanged,
      (event) => event.policyId === id && event.version === version,
    );
    return data;
  };
  const ahead = (data: Awaited<ReturnType<typeof news>>) =>
    data.changesAhead.map(({ kind, effectiveFrom, members }) => [kind, effectiveFrom, members]);

  test('contain the recorded change and the future changes', async () => {
    const december = (await put({ ratePerNight: 5, effectiveFrom: '2026-12-01' })).body as Policy;
    expect(await news(december.version)).toMatchObject({
      change: { sequence: 2, kind: 'CHANGE', effectiveFrom: '2026-12-01', members: { ratePerNight: 5 } },
      changesAhead: [{ sequence: 2 }],
    });
    const suspended = { status: 'SUSPENDED', effectiveDate: '2026-11-20' };
    const { version } = (await t.http.patch(`/api/policy/${id}/status`, suspended)).body as Policy;
    expect(ahead(await news(version))).toEqual([
      ['SUSPEND', '2026-11-20', {}],
      ['CHANGE', '2026-12-01', { ratePerNight: 5 }],
    ]);
  });

  test('contain future changes with every event, but no withdrawn ones', async () => {
    await put({ ratePerNight: 5, effectiveFrom: '2026-12-01' });
    const named = (await put({ name: 'Houses' })).body as Policy;
    expect(await news(named.version)).toMatchObject({ change: null, changesAhead: [{ sequence: 2 }] });
    const withdrawn = (await t.http.delete(`/api/policy/${id}/changes/2`)).body as Policy;
    expect(await news(withdrawn.version)).toMatchObject({ change: null, changesAhead: [] });
  });

  test('of a long policy announce the largest without its details', async () => {
    const ids = Array.from({ length: 900 }, (_, i) => `house-${i}-${'x'.repeat(45)}`);
    const eligibilityOverrides = Object.fromEntries(ids.map((house) => [house, 'ALLOW']));
    await put({ eligibilityOverrides });
    const categories = ids.map((category) => ({ category }));
    const categoryExclusions = categories.slice(0, 490);
    const { version } = (await put({ categoryExclusions, effectiveFrom: '2026-12-01' })).body as Policy;
    expect(ahead(await news(version))).toEqual([['CHANGE', '2026-12-01', { categoryExclusions }]]);
    const later = {
      eligibilityOverrides: { ...eligibilityOverrides, another: 'DENY' },
      categoryExclusions: categories.slice(1, 491),
    };
    const body = (await put({ ...later, effectiveFrom: '2026-12-02' })).body as Policy;
    expect(ahead(await news(body.version))).toEqual([
      ['CHANGE', '2026-12-01', { categoryExclusions }],
      ['CHANGE', '2026-12-02', null],
    ]);
  });
});

describe('the list of changes', () => {
  test('begins with the issue, and is empty before', async () => {
    await put({ ratePerNight: 5 });
    const list = await changes();
    expect(list.map((change) => PolicyChange.parse(change))).toEqual(list);
    expect(list).toMatchObject([
      { sequence: 1, kind: 'ISSUE', effectiveFrom: '2026-11-01', members: { ratePerNight: 4.25, minNights: null } },
      {
        sequence: 2,
        kind: 'CHANGE',
        effectiveFrom: '2026-11-10',
        members: { ratePerNight: 5 },
        recordedBy: 'anonymous',
      },
    ]);
    expect(await read()).toMatchObject({ boundAt: '2026-10-28T09:00:00.000Z' });
    id = (await t.http.post('/api/policy', { organizationId })).body.id;
    expect(await changes()).toEqual([]);
    expect(await read()).toMatchObject({ boundAt: null });
  });

  test('lets a future change be withdrawn, once', async () => {
    const ahead = (await put({ supportedStates: ['GA'], effectiveFrom: '2026-12-01' })).body as Policy;
    expect(rows(ahead)).toEqual(['beach 2026-11-01..2026-12-01']);
    const withdrawn = await t.http.delete(`/api/policy/${id}/changes/2`);
    expect(withdrawn).toMatchObject({ status: 200, body: { nextChangeOn: null, version: ahead.version + 1 } });
    expect(rows(withdrawn.body)).toEqual(['beach 2026-11-01..']);
    expect((await changes())[1]).toMatchObject({ withdrawnAt: '2026-11-10T09:00:00.000Z' });
    expect((await t.http.delete(`/api/policy/${id}/changes/2`)).body).toEqual(withdrawn.body);
  });

  test('is read by the page, from either end', async () => {
    await put({ ratePerNight: 5 });
    await put({ ratePerNight: 6 });
    const path = `/api/policy/${id}/changes`;
    const pagesFrom = async (asked: string): Promise<number[][]> => {
      const page = await t.http.get(asked);
      const next = nextPage(page);
      return [page.body.map(({ sequence }: PolicyChange) => sequence), ...(next ? await pagesFrom(next) : [])];
    };
    expect(await pagesFrom(`${path}?limit=2`)).toEqual([[1, 2], [3]]);
    expect(await pagesFrom(`${path}?limit=2&order=newest`)).toEqual([[3, 2], [1]]);
    expect(await pagesFrom(`${path}?limit=3`)).toEqual([[1, 2, 3]]);
    expect(await t.http.get(`${path}?cursor=x`)).toMatchObject({ status: 400 });
  });

  test('is hidden from other organizations', async () => {
    const answer = await t.http.get('/api/policy/01a182d4-4751-79ac-8d83-fcf043f9cadb/changes');
    expect(answer.status).toBe(404);
  });
});
