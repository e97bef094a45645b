import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Policy, ProblemSlug } from '@staycover/api';
import { type PolicySnapshot, policyGet } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { askService, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';

let t: TestService;
let id: string;
let organizationId: string;
const clock = fakeClock('2026-10-28T09:00:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

const patch = async (status: string): Promise<Policy> =>
  (await t.http.patch(`/api/policy/${id}/status`, { status })).body as Policy;

/** Beach House at 4.25 a night, covered from 1 November on, seen on the 10th. */
beforeEach(async () => {
  clock.set('2026-10-28T09:00:00Z');
  organizationId = newId();
  const term = { termStart: '2026-11-01', termEnd: '2027-10-31' };
  const enrolledProperties = [{ propertyId: 'beach', state: 'FL', enrolledDate: '2026-11-01' }];
  const rates = { ratePerNight: 4.25, lossFundRatePerNight: 1.1 };
  id = (await t.http.post('/api/policy', { organizationId, ...term, ...rates, enrolledProperties })).body.id;
  await patch('ACTIVE');
  clock.set('2026-11-10T09:00:00Z');
});

const correct = (body: object, headers: Record<string, string> = {}, of = id) =>
  t.http.post(`/api/policy/${of}/correction`, { effectiveFrom: '2026-11-01', reason: 'agreed so', ...body }, headers);
const rows = ({ enrolledProperties }: Policy) =>
  enrolledProperties.map((row) => `${row.enrolledDate}..${row.unenrolledDate ?? ''}`);
const terms = async () => {
  const snapshot: PolicySnapshot = await askService(t.service.platform.nats, policyGet, {
    policyId: id,
    organizationId,
  });
  return snapshot.terms.map(({ termStart, termEnd, ratePerNight }) => `${termStart}..${termEnd} ${ratePerNight}`);
};

describe('a correction', () => {
  test('that rescinds a successor from its first day gives the policy its nights back', async () => {
    const term = { termStart: '2026-11-05', termEnd: '2027-10-31' };
    const successor = { organizationId, previousPolicyId: id, ...term, ratePerNight: 5 };
    const enrolledProperties = [{ propertyId: 'beach', enrolledDate: '2026-11-05' }];
    const { body: other } = await t.http.post('/api/policy', { ...successor, enrolledProperties });
    await t.http.patch(`/api/policy/${other.id}/status`, { status: 'ACTIVE' });
    const read = async () => (await t.http.get(`/api/policy/${id}`)).body as Policy;
    expect(await read()).toMatchObject({ status: 'SUPERSEDED', supersededByPolicyId: other.id });
    expect(rows(await read())).toEqual(['2026-11-01..2026-11-05']);
    const rescission = { effectiveFrom: '2026-11-05', status: 'CANCELLED', reason: 'not taken up' };
    expect(await correct(rescission, {}, other.id)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
    expect(await read()).toMatchObject({ status: 'ACTIVE', supersededByPolicyId: null });
    expect(rows(await read())).toEqual(['2026-11-01..']);
  });

  test('gives past nights another rate', async () => {
    const { body } = await correct({ ratePerNight: 4 });
    expect(body).toMatchObject({ ratePerNight: 4 });
    expect(await terms()).toEqual(['2026-11-01..2027-10-31 4']);
  });

  test('holds until the rate was changed later', async () => {
    await t.http.put(`/api/policy/${id}`, { ratePerNight: 5 });
    expect((await correct({ ratePerNight: 4 })).body).toMatchObject({ ratePerNight: 5 });
    expect(await terms()).toEqual(['2026-11-01..2026-11-09 4', '2026-11-10..2027-10-31 5']);
  });

  test('takes a property’s past nights back', async () => {
    const { body } = await correct({ supportedStates: ['GA'], effectiveFrom: '2026-11-05' });
    expect(rows(body)).toEqual(['2026-11-01..2026-11-05']);
  });

  test('rescinds the policy', async () => {
    const { body } = await correct({ status: 'CANCELLED' });
    expect(body).toMatchObject({
      status: 'CANCELLED',
      cancellation: { effectiveDate: '2026-11-01', reason: 'CORRECTION', note: 'agreed so' },
    });
    expect(rows(body)).toEqual(['2026-11-01..2026-11-01']);
    expect(await terms()).toEqual([]);
  });

  test('is done once per key, and again changes nothing', async () => {
    const key = { 'idempotency-key': newId() };
    const first = await correct({ ratePerNight: 4 }, key);
    expect((await correct({ ratePerNight: 4 }, key)).body).toEqual(first.body);
    expect((await correct({ ratePerNight: 4 })).body.version).toBe(first.body.version);
  });
});

describe('a suspension is ended', () => {
  const suspended = async () => {
    await patch('SUSPENDED');
    clock.set('2026-11-20T09:00:00Z');
  };

  test('from its own day, as if it had never been', async () => {
    await suspended();
    const { body } = await correct({ status: 'ACTIVE', effectiveFrom: '2026-11-10' });
    expect(body).toMatchObject({ status: 'ACTIVE' });
    expect(rows(body)).toEqual(['2026-11-01..']);
    expect(await terms()).toEqual(['2026-11-01..2027-10-31 4.25']);
  });

  test('from a later day, and the nights before it are not covered', async () => {
    await suspended();
    const { body } = await correct({ status: 'ACTIVE', effectiveFrom: '2026-11-15' });
    expect(rows(body)).toEqual(['2026-11-01..2026-11-10', '2026-11-15..']);
    expect(await terms()).toEqual(['2026-11-01..2026-11-09 4.25', '2026-11-15..2027-10-31 4.25']);
  });
});

describe('a cancellation is taken back', () => {
  const reinstateOn = (day: string, changes: object = {}) => {
    clock.set(`${day}T09:00:00Z`);
    return correct({ status: 'ACTIVE', effectiveFrom: '2026-11-10', ...changes });
  };

  test('from its own day, within 30 days', async () => {
    await patch('CANCELLED');
    const { body } = await reinstateOn('2026-11-20');
    expect(body).toMatchObject({ status: 'ACTIVE', cancellation: null });
    expect(rows(body)).toEqual(['2026-11-01..']);
  });

  test.each([
    ['after 31 days', '2026-12-11', {}],
    ['from another day', '2026-11-20', { effectiveFrom: '2026-11-15' }],
  ])('not %s', async (_name, day, changes) => {
    await patch('CANCELLED');
    const { status, body } = await reinstateOn(day, changes);
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { type: expect.stringMatching(/policy-not-in-force$/) },
    });
  });
});

test.each<[string, object, ProblemSlug]>([
  ['no reason', { reason: undefined, ratePerNight: 4 }, 'invalid-request'],
  ['an empty reason', { reason: '', ratePerNight: 4 }, 'invalid-request'],
  ['no day', { effectiveFrom: undefined, ratePerNight: 4 }, 'invalid-request'],
  ['a day ahead', { effectiveFrom: '2026-11-11', ratePerNight: 4 }, 'invalid-request'],
  ['a day before the first term', { effectiveFrom: '2026-10-31', ratePerNight: 4 }, 'invalid-request'],
  ['a state that is none', { status: 'EXPIRED' }, 'invalid-request'],
  ['fewer nights at most than at least', { minNights: 3, maxNights: 2 }, 'invalid-request'],
  ['a rate below what feeds the loss fund', { ratePerNight: 1 }, 'invalid-request'],
])('%s is refused', async (_name, body, slug) => {
  const answer = await correct(body);
  expect(answer.status).toBe(400);
  expect(answer.body.type).toMatch(new RegExp(`/${slug}$`));
});

test('a policy that was never ACTIVE is changed, not corrected', async () => {
  const pending = (await t.http.post('/api/policy', { organizationId })).body.id;
  const { status, body } = await correct({ ratePerNight: 4 }, {}, pending);
  expect({ status, body }).toMatchObject({ status: 409, body: { type: expect.stringMatching(/policy-not-bound$/) } });
});
