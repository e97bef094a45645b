import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Policy } from '@staycover/api';
import { type DataOf, policyEvents, renewalEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest, sweepPolicies } from './compose.ts';

let t: TestService;
let organizationId: string;
const clock = fakeClock('2026-11-09T09:00:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
  // Nothing is swept here but by the tests.
  await t.service.scheduler.catchUp();
  t.service.scheduler.pause(3_600_000);
});

afterAll(() => t.stop());

beforeEach(() => {
  organizationId = newId();
  clock.set('2026-11-09T09:00:00Z');
});

const activePolicy = async (body: object): Promise<string> => {
  const { id } = (await t.http.post('/api/policy', { organizationId, ratePerNight: 4, ...body })).body as Policy;
  await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
  return id;
};

const read = async (id: string): Promise<Policy> => (await t.http.get(`/api/policy/${id}`)).body as Policy;

type Rows = Pick<Policy['enrolledProperties'][number], 'propertyId' | 'active' | 'computedRatePerNight'>[];

const brief = (rows: Rows) => rows.map((row) => [row.propertyId, row.active, row.computedRatePerNight]);

/** The rows and counts that the ways to read a policy show. */
const readEach = async (id: string) => {
  const list = `/api/policy?organizationId=${organizationId}`;
  const policies = [(await t.http.get(`/api/policy/${id}`)).body, (await t.http.get(list)).body[0]] as Policy[];
  const heads = [
    (await t.http.get(`/api/policy/${id}?view=summary`)).body,
    (await t.http.get(`${list}&view=summary`)).body[0],
  ] as Policy[];
  const rows = (await t.http.get(`/api/policy/${id}/enrollments`)).body as Rows;
  return {
    rows: [...policies.map(({ enrolledProperties }) => enrolledProperties), rows].map(brief),
    counts: [...policies, ...heads].map(({ activeEnrollmentCount }) => activeEnrollmentCount),
  };
};

const pine = { propertyId: 'pine', enrolledDate: '2026-11-01' };

test.each([
  [
    'the first day of a policy',
    { termStart: '2026-11-10', enrolledProperties: [{ propertyId: 'beach' }] },
    [['beach', false, 4]],
    [['beach', true, 4]],
  ],
  [
    'first and last days of enrollments',
    {
      termStart: '2026-11-01',
      enrolledProperties: [
        { propertyId: 'lake', enrolledDate: '2026-11-10' },
        { propertyId: 'oak', enrolledDate: '2026-11-01', unenrolledDate: '2026-11-10' },
        pine,
      ],
    },
    [
      ['lake', false, 4],
      ['oak', true, 4],
      ['pine', true, 4],
    ],
    [
      ['lake', true, 4],
      ['oak', false, 4],
      ['pine', true, 4],
    ],
  ],
  [
    'a version of the rate table',
    {
      termStart: '2026-11-01',
      enrolledProperties: [pine],
      rateTableVersions: [{ version: 1, planId: null, effectiveFrom: '2026-11-10', ratePerNight: 9 }],
    },
    [['pine', true, 4]],
    [['pine', true, 9]],
  ],
  [
    'the end of a term',
    { termStart: '2026-11-01', termEnd: '2026-11-09', autoRenew: false, enrolledProperties: [pine] },
    [['pine', true, 4]],
    [['pine', false, 4]],
  ],
])('%s is shown by each way to read from midnight on', async (_what, body, yesterday, today) => {
  const id = await activePolicy(body);
  const shown = (rows: unknown[][]) => {
    const count = rows.filter(([, active]) => active).length;
    return { rows: [rows, rows, rows], counts: [count, count, count, count] };
  };
  expect(await readEach(id)).toEqual(shown(yesterday));
  const { version } = await read(id);
  clock.set('2026-11-10T00:02:00Z');
  expect(await readEach(id)).toEqual(shown(today));
  for (const part of ['', '?view=summary', '/enrollments']) {
    const again = await t.http.get(`/api/policy/${id}${part}`, { 'if-none-match': `"${version}"` });
    expect([again.status, again.headers.get('etag')]).toEqual([200, `"${version}"`]);
  }
  await sweepPolicies(t.service.platform);
  expect(await readEach(id)).toEqual(shown(today));
  const swept = await t.http.get(`/api/policy/${id}`, { 'if-none-match': `"${(await read(id)).version}"` });
  expect(swept.status).toBe(304);
});

/** A policy of 2026 that was renewed for 2027 on 9 November. */
const renewedPolicy = async (): Promise<string> => {
  const term = { termStart: '2026-01-01', termEnd: '2026-12-31' };
  const id = await activePolicy({ ...term, enrolledProperties: [pine] });
  const { data } = renewalEvents.renewalRequested.example as { data: DataOf<typeof renewalEvents.renewalRequested> };
  const renewalId = newId();
  const previousTermEnd = term.termEnd;
  const renewal = { ...data.renewal, id: renewalId, organizationId, organizationPolicyId: id, previousTermEnd };
  const newTerm = { newTermStart: '2027-01-01', newTermEnd: '2027-12-31', newRate: null };
  await t.events.publish(renewalEvents.renewalRequested, {
    ...data,
    ...newTerm,
    expectedTermEnd: previousTermEnd,
    organizationId,
    renewalId,
    policyId: id,
    renewal,
  });
  await t.events.next(policyEvents.termRenewed, (event) => event.renewalId === renewalId);
  return id;
};

test('a policy that was renewed ahead shows the price of today, not that of its next term', async () => {
  const id = await renewedPolicy();
  await t.http.put(`/api/policy/${id}`, { ratePerNight: 6 });
  await t.http.patch(`/api/policy/${id}/status`, { status: 'SUSPENDED' });
  await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE', effectiveDate: '2026-11-20' });
  clock.set('2026-11-20T00:02:00Z');
  const shown = { status: 'ACTIVE', ratePerNight: 6, activeEnrollments: [{ computedRatePerNight: 4 }] };
  expect(await read(id)).toMatchObject(shown);
  await sweepPolicies(t.service.platform);
  expect(await read(id)).toMatchObject(shown);
});

test('a change before the term that was renewed ahead is none of what is shown, and is the price from its day on', async () => {
  const id = await renewedPolicy();
  const december = { ratePerNight: 5, effectiveFrom: '2026-12-01' };
  const { body } = await t.http.put(`/api/policy/${id}`, december);
  expect(body).toMatchObject({ ratePerNight: 5, nextChangeOn: null, activeEnrollments: [{ computedRatePerNight: 4 }] });
  const { data } = await t.events.next(policyEvents.policyChanged, ({ policyId }) => policyId === id);
  expect(data).toMatchObject({ change: { effectiveFrom: '2026-12-01' }, changesAhead: [] });
  clock.set('2026-12-01T00:02:00Z');
  expect((await read(id)).activeEnrollments).toMatchObject([{ computedRatePerNight: 5 }]);
});

test('a change before the term that was renewed ahead can be withdrawn until its day, though it is shown', async () => {
  const id = await renewedPolicy();
  await t.http.put(`/api/policy/${id}`, { ratePerNight: 5, effectiveFrom: '2026-12-01' });
  const { data } = await t.events.next(policyEvents.policyChanged, ({ policyId }) => policyId === id);
  const withdrawn = await t.http.delete(`/api/policy/${id}/changes/${data.change!.sequence}`);
  expect(withdrawn).toMatchObject({ status: 200, body: { ratePerNight: 4, nextChangeOn: null } });
});
