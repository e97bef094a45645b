import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { CreatePolicyBody, Policy, schemaExample } from '@staycover/api';
import { policyEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import {
  allPages,
  fakeClock,
  fiftyAtOnce,
  nextPage,
  startTestService,
  type TestService,
  versionsAfter,
} from '@staycover/testing';
import { compose, manifest, sweepPolicies } from './compose.ts';

let t: TestService;
const clock = fakeClock('2026-11-20T09:30:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

const create = async (changes: Record<string, unknown> = {}): Promise<Policy> => {
  const answer = await t.http.post('/api/policy', { organizationId: 'acme', ...changes });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body as Policy;
};

const beachHouse = { propertyId: 'prop-101', propertyReferenceId: 'FL-101', propertyName: 'Beach House', state: 'FL' };

describe('a new policy', () => {
  test('has every field, with defaults', async () => {
    const policy = await create({ organizationId: 'plain' });

    expect(Object.keys(policy).toSorted()).toEqual(Object.keys(Policy.shape).toSorted());
    expect(Policy.parse(policy)).toEqual(policy);
    expect(policy).toMatchObject({
      organizationId: 'plain',
      name: policy.policyReference,
      policyReference: expect.stringMatching(/^POL-2026-\d{6}$/),
      status: 'PENDING',
      currency: 'USD',
      billingFrequency: 'MONTHLY',
      termStart: '2026-11-20',
      termEnd: '2027-11-19',
      autoRenew: true,
      pricingSource: 'FLAT',
      coverageV4Managed: false,
      createdBy: 'anonymous',
      createdDate: '2026-11-20T09:30:00.000Z',
      version: 1,
    });
    const lists = Object.values(policy).filter((value) => Array.isArray(value));
    expect(lists).toHaveLength(9);
    expect(lists.flat()).toEqual([]);
  });

  test('is read back as it was answered, with its place and version', async () => {
    const answer = await t.http.post('/api/policy', schemaExample(CreatePolicyBody));
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/policy/${answer.body.id}`);
    expect(answer.headers.get('etag')).toBe('"1"');

    const read = await t.http.get(`/api/policy/${answer.body.id}`);
    expect(read.body).toEqual(answer.body);
    expect((await t.http.get(`/api/policy/${answer.body.id}`, { 'if-none-match': '"1"' })).status).toBe(304);
  });

  test('shows what a night of a monthly rate costs, by the days of the month', async () => {
    const { activeEnrollments } = await create({ ratePerMonth: 120, enrolledProperties: [beachHouse] });
    expect(activeEnrollments).toMatchObject([{ computedRatePerNight: 4, computedRatePerMonth: 120 }]);
  });

  test('enrolls its properties and publishes both', async () => {
    const policy = await create({
      ratePerNight: 4.25,
      enrolledProperties: [{ ...beachHouse, enrolledDate: '2026-11-01' }],
      termStart: '2026-11-05',
    });
    const enrollment = {
      propertyId: 'prop-101',
      propertyReferenceId: 'FL-101',
      propertyName: 'Beach House',
      enrolledDate: '2026-11-05',
      unenrolledDate: null,
      active: true,
      rateOverridePerNight: null,
      planId: null,
      endorsementSelections: [],
      computedRatePerNight: 4.25,
      computedRatePerMonth: 127.5,
    };
    expect(policy.enrolledProperties).toEqual([enrollment]);
    expect(policy.activeEnrollments).toEqual([enrollment]);
    expect(policy.activeEnrollmentCount).toBe(1);

    const { enrolledProperties: _all, activeEnrollments: _active, activeEnrollmentCount: _count, ...state } = policy;
    const ofPolicy = { fits: ({ policyId }: { policyId: string }) => policyId === policy.id };
    const created = await t.events.next(policyEvents.policyCreated, ofPolicy.fits);
    expect(created.subject).toBe(policy.id);
    const changes = { change: null, changesAhead: [] };
    expect(created.data).toEqual({
      organizationId: 'acme',
      version: 1,
      policyId: policy.id,
      policy: state,
      ...changes,
    });
    const enrolled = await t.events.next(policyEvents.enrollmentChanged, ofPolicy.fits);
    expect(enrolled.data).toEqual({
      organizationId: 'acme',
      version: 1,
      policyId: policy.id,
      changes: [enrollment],
      part: 1,
      parts: 1,
    });
  });

  test('is created once per idempotency key', async () => {
    const key = { 'idempotency-key': newId() };
    const first = await t.http.post('/api/policy', { organizationId: 'keyed' }, key);
    const again = await t.http.post('/api/policy', { organizationId: 'keyed' }, key);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('etag')).toBe('"1"');
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect((await t.http.get('/api/policy?organizationId=keyed')).body).toHaveLength(1);

    const other = await t.http.post('/api/policy', { organizationId: 'keyed', name: 'Other' }, key);
    expect(other).toMatchObject({ status: 422, body: { type: expect.stringMatching(/idempotency-key-reused$/) } });
  });
});

describe('changing a policy', () => {
  test('changes only provided members; null clears; coverage is merged by member', async () => {
    const { id } = await create({
      ratePerNight: 4.25,
      planId: 'plan-standard',
      maxNights: 30,
      coverage: { contentsCoverage: 25_000, deductible: 250 },
    });
    const answer = await t.http.put(`/api/policy/${id}`, {
      ratePerNight: 4.5,
      maxNights: null,
      coverage: { deductible: 300 },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBe('"2"');
    expect(answer.body).toMatchObject({
      ratePerNight: 4.5,
      planId: 'plan-standard',
      maxNights: null,
      coverage: { contentsCoverage: 25_000, deductible: 300, endorsements: [] },
      version: 2,
    });
    expect((await t.http.get(`/api/policy/${id}`)).body).toEqual(answer.body);
    const { data } = await t.events.next(policyEvents.policyChanged, ({ policyId }) => policyId === id);
    expect(data).toMatchObject({ version: 2, policy: { ratePerNight: 4.5, version: 2 } });
  });

  test.each([
    ['nothing at all', {}],
    [
      'the values it has already',
      { ratePerNight: 4.25, eligibilityOverrides: { p2: 'DENY', p1: 'ALLOW' }, rateTableVersions: [] },
    ],
    ['the same elections', { coverageElections: [{ scopeType: 'PROPERTY', scopeId: 'p1', action: 'INCLUDE' }] }],
  ])('to %s stores and publishes nothing', async (_name, body) => {
    const policy = await create({
      ratePerNight: 4.25,
      eligibilityOverrides: { p1: 'ALLOW', p2: 'DENY' },
      coverageElections: [{ scopeType: 'PROPERTY', scopeId: 'p1', action: 'INCLUDE' }],
    });
    const answer = await t.http.put(`/api/policy/${policy.id}`, body);
    expect(answer).toMatchObject({ status: 200, body: policy });
    const rows = await t.sql('select 1 from outbox where aggregate_id = $1 and aggregate_version > 1', [policy.id]);
    expect(rows).toEqual([]);
  });

  test('a property that is not elected any more leaves from today on, and may come back later', async () => {
    const elections = (...ids: string[]) => ({
      coverageElections: ids.map((scopeId) => ({ scopeType: 'PROPERTY', scopeId, action: 'INCLUDE' })),
    });
    const day = async (date: string, body: object) => {
      clock.set(`${date}T09:30:00Z`);
      const { enrolledProperties } = (await t.http.put(`/api/policy/${id}`, body)).body as Policy;
      return enrolledProperties.map(
        (row) => `${row.propertyId} ${row.enrolledDate}..${row.unenrolledDate} ${row.active}`,
      );
    };
    const { id } = await create(elections('a', 'b'));
    expect(await day('2026-11-25', elections('a'))).toEqual([
      'a 2026-11-20..null true',
      'b 2026-11-20..2026-11-25 false',
    ]);
    expect(await day('2026-12-01', elections('a', 'b'))).toEqual([
      'a 2026-11-20..null true',
      'b 2026-11-20..2026-11-25 false',
      'b 2026-12-01..null true',
    ]);
    clock.set('2026-11-20T09:30:00Z');
  });

  test('is rejected for a stale If-Match version', async () => {
    const { id } = await create();
    const stale = await t.http.put(`/api/policy/${id}`, { name: 'New' }, { 'if-match': '"7"' });
    expect(stale).toMatchObject({
      status: 412,
      body: { version: 1, type: expect.stringMatching(/version-mismatch$/) },
    });
    expect((await t.http.put(`/api/policy/${id}`, { name: 'New' }, { 'if-match': '"1"' })).status).toBe(200);
    expect((await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' }, { 'if-match': '"1"' })).status).toBe(
      412,
    );
  });
});

describe('at the same time', () => {
  test('ten changes of one version make one change', async () => {
    const { id } = await create();
    const change = (n: number) => t.http.put(`/api/policy/${id}`, { name: `Name ${n}` }, { 'if-match': '"1"' });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => change(n)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 412)]);
    expect((await t.http.get(`/api/policy/${id}`)).body.version).toBe(2);
  });

  test('fifty changes all land, one version each', async () => {
    const { id, version } = await create();
    const { landed, refused } = await fiftyAtOnce((n) => t.http.put(`/api/policy/${id}`, { name: `Name ${n}` }));
    expect(refused).toEqual([]);
    expect(landed).toEqual(versionsAfter(version));
  });

  test('ten requests with one idempotency key make one policy', async () => {
    const key = { 'idempotency-key': newId() };
    const post = () => t.http.post('/api/policy', { organizationId: 'at-once' }, key);
    const answers = await Promise.all(Array.from({ length: 10 }, post));
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect((await t.http.get('/api/policy?organizationId=at-once')).body).toHaveLength(1);
  });

  test('policies of one organization each know the properties of the others', async () => {
    const everything = [{ scopeType: 'ORGANIZATION', action: 'INCLUDE' }];
    const ids = ['a', 'b', 'c', 'd'];
    const made = await Promise.all(
      ids.map((propertyId) =>
        create({ organizationId: 'crowd', coverageElections: everything, enrolledProperties: [{ propertyId }] }),
      ),
    );
    for (const { id } of made) {
      const { body } = await t.http.get(`/api/policy/${id}`);
      expect(body.activeEnrollments.map(({ propertyId }: { propertyId: string }) => propertyId)).toEqual(ids);
    }
  });
});

describe('the state of a policy', () => {
  test('moves, and is published with the previous state', async () => {
    const { id } = await create();
    const answer = await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
    expect(answer).toMatchObject({ status: 200, body: { status: 'ACTIVE', version: 2 } });
    const { data } = await t.events.next(policyEvents.policyStatusChanged, ({ policyId }) => policyId === id);
    expect(data).toMatchObject({ previousStatus: 'PENDING', policy: { status: 'ACTIVE' }, version: 2 });

    expect((await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' })).body.version).toBe(2);
    expect(await t.http.patch(`/api/policy/${id}/status`, { status: 'PENDING' })).toMatchObject({
      status: 409,
      body: { from: 'ACTIVE', to: 'PENDING', allowed: ['SUSPENDED', 'CANCELLED', 'EXPIRED'] },
    });
  });

  test('CANCELLED ends the cover that day and is final', async () => {
    const { id } = await create({
      termStart: '2026-11-01',
      enrolledProperties: [{ ...beachHouse, enrolledDate: '2026-11-01' }],
    });
    await t.http.patch(`/api/policy/${id}/status`, { status: 'ACTIVE' });
    const { body } = await t.http.patch(`/api/policy/${id}/status`, { status: 'CANCELLED' });
    expect(body.enrolledProperties).toMatchObject([
      { enrolledDate: '2026-11-01', unenrolledDate: '2026-11-20', active: false },
    ]);
    expect(body.activeEnrollments).toEqual([]);

    const changed = await t.http.put(`/api/policy/${id}`, { name: 'New' });
    expect(changed).toMatchObject({ status: 409, body: { type: expect.stringMatching(/policy-final$/) } });
  });

  test('CANCELLED of one that was never ACTIVE takes all cover back', async () => {
    const { id } = await create({ enrolledProperties: [{ ...beachHouse, enrolledDate: '2026-11-01' }] });
    const { body } = await t.http.patch(`/api/policy/${id}/status`, { status: 'CANCELLED' });
    expect(body.enrolledProperties).toMatchObject([{ enrolledDate: '2026-11-20', unenrolledDate: '2026-11-20' }]);
  });

  test('SUSPENDED pauses the cover until it is ACTIVE again', async () => {
    const { id } = await create({ termStart: '2026-11-01', enrolledProperties: [beachHouse] });
    const move = async (status: string) => (await t.http.patch(`/api/policy/${id}/status`, { status })).body as Policy;
    await move('ACTIVE');
    expect((await move('SUSPENDED')).activeEnrollments).toEqual([]);
    clock.set('2026-11-25T09:30:00Z');
    expect((await move('ACTIVE')).activeEnrollments).toMatchObject([{ enrolledDate: '2026-11-25' }]);
    clock.set('2026-11-20T09:30:00Z');
  });

  test('of the policy before becomes SUPERSEDED on the day on which its ACTIVE successor takes over', async () => {
    const old = await create({ enrolledProperties: [beachHouse] });
    await t.http.patch(`/api/policy/${old.id}/status`, { status: 'ACTIVE' });
    const successor = await create({ previousPolicyId: old.id, termStart: '2026-12-01' });
    await t.http.patch(`/api/policy/${successor.id}/status`, { status: 'ACTIVE' });
    const { body } = await t.http.get(`/api/policy/${old.id}`);
    expect(body).toMatchObject({
      status: 'ACTIVE',
      supersededByPolicyId: successor.id,
      nextChangeOn: '2026-12-01',
      enrolledProperties: [{ enrolledDate: '2026-11-20', unenrolledDate: '2026-12-01', active: true }],
    });
    clock.set('2026-12-01T00:05:00Z');
    await sweepPolicies(t.service.platform);
    clock.set('2026-11-20T09:30:00Z');
    const { data } = await t.events.next(
      policyEvents.policyStatusChanged,
      ({ policyId, policy }) => policyId === old.id && policy.status === 'SUPERSEDED',
    );
    expect(data).toMatchObject({ previousStatus: 'ACTIVE', policy: { supersededByPolicyId: successor.id } });
  });

  test('PENDING gives way to an ACTIVE successor, and never covered', async () => {
    const old = await create({ enrolledProperties: [beachHouse] });
    const successor = await create({ previousPolicyId: old.id });
    await t.http.patch(`/api/policy/${successor.id}/status`, { status: 'ACTIVE' });
    expect((await t.http.get(`/api/policy/${old.id}`)).body).toMatchObject({
      status: 'SUPERSEDED',
      supersededByPolicyId: successor.id,
      activeEnrollments: [],
    });
  });
});

describe('lists', () => {
  test('are filtered, paged and empty rather than missing', async () => {
    const made: Policy[] = [];
    for (const contractId of ['c-1', 'c-1', 'c-2']) made.push(await create({ organizationId: 'listed', contractId }));
    await t.http.patch(`/api/policy/${made[2]!.id}/status`, { status: 'ACTIVE' });
    const ids = async (search: string) =>
      ((await t.http.get(`/api/policy?${search}`)).body as Policy[]).map(({ id }) => id);
    const [first, second, third] = made.map(({ id }) => id);

    expect(await ids('organizationId=listed')).toEqual([first, second, third]);
    expect(await ids('organizationId=listed&contractId=c-1')).toEqual([first, second]);
    expect(await ids('organizationId=listed&status=ACTIVE')).toEqual([third]);
    expect(await ids('organizationId=unknown')).toEqual([]);

    const page = await t.http.get('/api/policy?organizationId=listed&limit=2');
    expect(page.body).toEqual(made.slice(0, 2));
    const rest = await t.http.get(nextPage(page)!);
    expect(rest.body.map(({ id }: Policy) => id)).toEqual([third]);
    expect(rest.headers.get('link')).toBeNull();
  });

  test('are read from the newest on, too', async () => {
    const made: Policy[] = [];
    for (let i = 0; i < 3; i++) made.push(await create({ organizationId: 'newest' }));
    const pages = await allPages(t.http, '/api/policy?organizationId=newest&order=newest&limit=2');
    expect(pages).toEqual(made.toReversed());
    expect((await t.http.get('/api/policy?order=sideways')).status).toBe(400);
  });
});

describe('a policy of many properties', () => {
  const properties = [
    { propertyId: 'c-ahead', enrolledDate: '2026-12-01' },
    { propertyId: 'b-ended', enrolledDate: '2026-11-01', unenrolledDate: '2026-11-10' },
    { propertyId: 'a. b/ü', enrolledDate: '2026-11-01' },
    { propertyId: 'a', enrolledDate: '2026-11-01' },
  ];
  const many = (organizationId: string) =>
    create({ organizationId, ratePerNight: 4.25, termStart: '2026-11-01', enrolledProperties: properties });

  test('is read without them, with the number of covered properties', async () => {
    const policy = await many('summary');
    const summary = { ...policy, enrolledProperties: [], activeEnrollments: [], activeEnrollmentCount: 2 };
    const read = await t.http.get(`/api/policy/${policy.id}?view=summary`);
    expect(read.body).toEqual(summary);
    expect(read.headers.get('etag')).toBe('"1"');
    expect(read.headers.get('allowed-actions')).toContain('setPolicyStatus;to=ACTIVE');
    expect((await t.http.get('/api/policy?organizationId=summary&view=summary')).body).toEqual([summary]);
    expect((await t.http.get(`/api/policy/${policy.id}?view=some`)).status).toBe(400);
    expect((await t.http.get(`/api/policy/${policy.id}?colour=red`)).body).toEqual(policy);
  });

  test.each(['full', 'summary'])(
    'is read (%s) with a correction among its actions once it was ACTIVE',
    async (view) => {
      const actions = async (id: string) =>
        (await t.http.get(`/api/policy/${id}?view=${view}`)).headers.get('allowed-actions');
      const cancelled = async (...before: string[]) => {
        const { id } = await many(`actions-${view}`);
        for (const status of [...before, 'CANCELLED']) await t.http.patch(`/api/policy/${id}/status`, { status });
        return id;
      };
      expect(await actions(await cancelled())).not.toContain('correctPolicy');
      expect(await actions(await cancelled('ACTIVE'))).toContain('correctPolicy');
    },
  );

  test('covers as many in the summary as there are on the day, although no sweep came', async () => {
    const { id } = await many('later');
    clock.set('2026-12-01T00:00:00Z');
    try {
      const { body } = await t.http.get(`/api/policy/${id}?view=summary`);
      expect(body.activeEnrollmentCount).toBe(3);
    } finally {
      clock.set('2026-11-20T09:30:00Z');
    }
  });

  test('lists its enrollments in pages', async () => {
    const policy = await many('paged');
    const path = `/api/policy/${policy.id}/enrollments`;
    const whole = await t.http.get(path);
    expect(whole.body).toEqual(policy.enrolledProperties);
    expect(whole.headers.get('etag')).toBe('"1"');
    for (const limit of [1, 3]) {
      expect(await allPages(t.http, `${path}?limit=${limit}`)).toEqual(policy.enrolledProperties);
    }
    expect((await t.http.get(`${path}?cursor=2026-02-31.a`)).status).toBe(200);
  });

  test.each([
    ['nobody', '', 404],
    [newId(), '', 404],
    [newId(), '?limit=0', 400],
    [newId(), '?cursor=a', 400],
    [newId(), '?cursor=2026-11-01.', 400],
    [newId(), '?active=true', 400],
  ])('of %s has no enrollments at %s', async (id, search, status) => {
    expect((await t.http.get(`/api/policy/${id}/enrollments${search}`)).status).toBe(status);
  });
});
