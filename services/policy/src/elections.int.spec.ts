import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Policy } from '@staycover/api';
import { type DataOf, inboundEvents, policyEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';
import { printRows } from './testing/print-rows.ts';

let t: TestService;
let id: string;
let organizationId: string;
const clock = fakeClock('2026-11-01T09:00:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

const beach = { electionId: 'e', scopeType: 'PROPERTY', scopeId: 'beach', action: 'INCLUDE' } as const;

const create = async (body: object = {}): Promise<string> => {
  const created = (await t.http.post('/api/policy', { organizationId, termStart: '2026-11-01', ...body }))
    .body as Policy;
  await t.http.patch(`/api/policy/${created.id}/status`, { status: 'ACTIVE' });
  return created.id;
};
const elect = (...coverageElections: object[]) => t.http.put(`/api/policy/${id}`, { coverageElections });
const read = async (of = id) => (await t.http.get(`/api/policy/${of}`)).body as Policy;
const rows = async (of = id) =>
  printRows((await read(of)).enrolledProperties.filter((row) => row.enrolledDate !== row.unenrolledDate));
const kept = () =>
  t.sql(
    `select action || ' ' || effective_from || '..' || coalesce(effective_to::text, '')
       || coalesce(' retired ' || retired_on, '') as election
     from coverage_election where policy_id = $1 order by effective_from, retired_on`,
    [id],
  );

/** Beach House from 1 November on, seen on the 10th. */
beforeEach(async () => {
  clock.set('2026-11-01T09:00:00Z');
  organizationId = newId();
  id = await create({ coverageElections: [{ ...beach, effectiveFrom: '2026-11-01' }] });
  clock.set('2026-11-10T09:00:00Z');
});

test('another name and reference of a property show on its enrollments', async () => {
  const states = (property: object) => elect({ ...beach, property: { propertyId: 'beach', ...property } });
  await states({ propertyName: 'Beach House', state: 'FL' });
  await states({ propertyName: 'Lake House', propertyReferenceId: 'FL-2' });
  const enrolled = { propertyName: 'Lake House', propertyReferenceId: 'FL-2', active: true };
  expect((await read()).activeEnrollments).toMatchObject([enrolled]);
});

test('elections that enroll nothing yet are a version with an event, and guarded by If-Match', async () => {
  const group = (scopeId: string) => ({
    coverageElections: [beach, { scopeType: 'GROUP', scopeId, action: 'INCLUDE' }],
  });
  const { version } = await read();
  const put = (scopeId: string) => t.http.put(`/api/policy/${id}`, group(scopeId), { 'if-match': `"${version}"` });
  expect(await put('florida')).toMatchObject({ status: 200, body: { version: version + 1 } });
  expect(await put('texas')).toMatchObject({ status: 412 });
  const { data } = await t.events.next(policyEvents.policyChanged, ({ policyId }) => policyId === id);
  expect(data).toMatchObject({ version: version + 1, change: null });
  expect(await t.http.put(`/api/policy/${id}`, group('florida'))).toMatchObject({ body: { version: version + 1 } });
});

describe('an election under a known id', () => {
  test('that becomes an EXCLUDE keeps past nights, with or without a first day', async () => {
    await elect({ ...beach, action: 'EXCLUDE' });
    const expected = [
      { election: 'INCLUDE 2026-11-01..2026-11-09 retired 2026-11-10' },
      { election: 'EXCLUDE 2026-11-10..' },
    ];
    expect(await kept()).toEqual(expected);
    const { version } = await read();
    await elect({ ...beach, action: 'EXCLUDE', effectiveFrom: '2026-11-01' });
    expect(await kept()).toEqual(expected);
    expect(await read()).toMatchObject({ version });
    expect(await rows()).toEqual(['beach 2026-11-01..2026-11-10']);
  });

  test.each<[string, object, string[]]>([
    ['with a last day ends on it', { effectiveTo: '2026-11-30' }, ['beach 2026-11-01..2026-12-01']],
    [
      'with another rate and today as its first day keeps nights of the past',
      { effectiveFrom: '2026-11-10', rateOverridePerNight: 5 },
      ['beach 2026-11-01..2026-11-10', 'beach 2026-11-10..'],
    ],
    [
      'with a first day that is ahead keeps nights of the past',
      { effectiveFrom: '2026-11-20' },
      ['beach 2026-11-01..2026-11-10', 'beach 2026-11-20..'],
    ],
    ['with another first day that is past counts as stated', { effectiveFrom: '2026-11-05' }, ['beach 2026-11-05..']],
    ['with an earlier first day covers nights of the past', { effectiveFrom: '2026-10-20' }, ['beach 2026-11-01..']],
    [
      'with another property takes it from today on',
      { scopeId: 'lake' },
      ['beach 2026-11-01..2026-11-10', 'lake 2026-11-10..'],
    ],
  ])('%s', async (_what, changes, expected) => {
    await elect({ ...beach, ...changes });
    expect(await rows()).toEqual(expected);
  });

  test('counts from a past day as stated, also on nights on which it was another before', async () => {
    await elect({ ...beach, rateOverridePerNight: 5 });
    clock.set('2026-11-15T09:00:00Z');
    await elect({ ...beach, action: 'EXCLUDE', effectiveFrom: '2026-11-05' });
    expect(await rows()).toEqual(['beach 2026-11-01..2026-11-05']);
    await elect({ ...beach, effectiveFrom: '2026-11-01', rateOverridePerNight: 6 });
    expect((await read()).activeEnrollments).toMatchObject([{ enrolledDate: '2026-11-01', rateOverridePerNight: 6 }]);
  });

  test('with the first day stated before keeps its place behind a later one of its scope', async () => {
    const repairs = {
      ...beach,
      electionId: 'r',
      action: 'EXCLUDE',
      effectiveFrom: '2026-11-05',
      effectiveTo: '2026-11-20',
    };
    const days = { effectiveFrom: '2026-11-01' };
    await elect({ ...beach, ...days }, repairs);
    await elect({ ...beach, ...days, rateOverridePerNight: 5 }, repairs);
    clock.set('2026-11-12T09:00:00Z');
    await t.http.post(`/api/policy/${id}/correction`, {
      reason: 'wrong',
      effectiveFrom: '2026-11-03',
      ratePerNight: 4,
    });
    expect(await rows()).toEqual(['beach 2026-11-01..2026-11-05', 'beach 2026-11-21..']);
  });

  test('that is left out and stated again starts over', async () => {
    await elect();
    clock.set('2026-11-20T09:00:00Z');
    await elect(beach);
    expect(await rows()).toEqual(['beach 2026-11-01..2026-11-10', 'beach 2026-11-20..']);
    expect(await kept()).toEqual([
      { election: 'INCLUDE 2026-11-01..2026-11-09 retired 2026-11-10' },
      { election: 'INCLUDE 2026-11-20..' },
    ]);
  });
});

describe('an election of another system', () => {
  type Elections = DataOf<typeof inboundEvents.coverageElectionChanged>['elections'];
  const publish = (elections: Elections, policyId: string | null, time = '2026-11-10T09:00:00Z') =>
    t.events.publish(inboundEvents.coverageElectionChanged, { organizationId, policyId, elections }, { time });

  test('counts from a past day as stated, also on nights on which it was another before', async () => {
    const lake = { ...beach, electionId: 'lake', scopeId: 'lake' };
    await publish([{ ...lake, effectiveFrom: '2026-11-03' }], id, '2026-11-10T01:00:00Z');
    await eventually('lake is covered', async () => (await rows()).includes('lake 2026-11-03..'));
    await publish([{ ...lake, rateOverridePerNight: 5 }], id, '2026-11-10T02:00:00Z');
    await eventually('lake has a rate', async () => (await rows()).includes('lake 2026-11-10..'));
    await publish([{ ...lake, action: 'EXCLUDE', effectiveFrom: '2026-11-05' }], id, '2026-11-10T03:00:00Z');
    await eventually('lake has left', async () => (await rows()).includes('lake 2026-11-03..2026-11-05'));
    expect(await rows()).toEqual(['beach 2026-11-01..', 'lake 2026-11-03..2026-11-05']);
  });

  /** Replays an event of which nothing came until now, though it came some hours ago. */
  const replay = async (elections: Elections, hours: number) => {
    const { time: _none, ...envelope } = inboundEvents.coverageElectionChanged.example;
    const event = { ...envelope, id: newId(), source: 'https://crm.example' };
    const payload = JSON.stringify({ ...event, data: { organizationId, policyId: id, elections } });
    const subject = `insurance.inbound.coverage-election-changed.${organizationId}`;
    const [letter] = await t.sql<{ id: string }>(
      `insert into dead_letter (consumer, event_key, organization_id, subject, payload, reason, attempts, received_at)
       values ('policy-inbound-coverage-election-changed', $1, $2, $3, $4, 'no luck', 6, now() - $5 * interval '1 hour')
       returning id::text`,
      [newId(), organizationId, subject, payload, hours],
    );
    const { body } = await t.http.post(`/api/ops/policy/dead-letters/${letter!.id}/replay`);
    expect(body).toEqual({ outcome: 'REPLAYED', reason: null });
  };

  test('that states no day counts from the one on which it came, also when it is handled later', async () => {
    await replay([{ ...beach, electionId: 'lake', scopeId: 'lake', property: { propertyId: 'lake' } }], 48);
    expect(await rows()).toEqual(['beach 2026-11-01..', 'lake 2026-11-08..']);
    await replay([{ ...beach, action: 'EXCLUDE' }], 24);
    expect(await rows()).toEqual(['beach 2026-11-01..2026-11-09', 'lake 2026-11-08..']);
  });

  test.each<[string, object]>([
    ['has covered nights', { effectiveFrom: '2026-11-05' }],
    ['was withdrawn on its first day', {}],
    ['was withdrawn before its first day', { effectiveFrom: '2026-11-20' }],
  ])('does not bring back what a body withdrew after it was stated, and %s', async (_what, days) => {
    const lake = { ...beach, electionId: 'lake', scopeId: 'lake' };
    await elect(beach, { ...lake, ...days });
    clock.set('2026-11-10T11:30:00Z');
    await elect(beach);
    const before = await rows();
    clock.set('2026-11-10T12:00:00Z');
    await replay([lake], 1);
    expect(await rows()).toEqual(before);
    await replay([lake], 0.25);
    expect((await rows()).at(-1)).toMatch(/^lake .*\.\.$/);
  });

  test.each<[string, (other: string) => string | null]>([
    ['another policy', (other) => other],
    ['all policies', () => null],
  ])('that moves to %s before its first day counts there as it is', async (_where, to) => {
    const other = await create();
    const lake = { ...beach, electionId: 'moving', scopeId: 'lake', effectiveFrom: '2026-11-20' };
    await publish([lake], id);
    await eventually('lake will be covered', async () => (await rows()).includes('lake 2026-11-20..'));
    await publish([lake], to(other));
    await eventually('lake has moved', async () => (await rows(other)).includes('lake 2026-11-20..'));
    expect(await rows()).toEqual(['beach 2026-11-01..', ...(to(other) ? [] : ['lake 2026-11-20..'])]);
  });

  describe('for all policies', () => {
    const everything = { electionId: 'all', scopeType: 'ORGANIZATION', action: 'INCLUDE' } as const;

    beforeEach(async () => {
      clock.set('2026-11-01T09:00:00Z');
      await t.http.post('/api/policy', { organizationId, enrolledProperties: [{ propertyId: 'cabin' }] });
      id = await create({ coverageElections: [] });
      clock.set('2026-11-10T09:00:00Z');
      await publish([{ ...everything, effectiveFrom: '2026-11-01' }], null);
      await eventually('the cabin is covered', async () => (await rows()).includes('cabin 2026-11-01..'));
    });

    const correctRate = async (day: string) => {
      clock.set('2026-11-25T09:00:00Z');
      const body = { effectiveFrom: day, ratePerNight: 5, reason: 'agreed so' };
      expect((await t.http.post(`/api/policy/${id}/correction`, body)).status).toBe(200);
    };

    test('stays on nights before a policy states that name itself, also when a price of these is corrected', async () => {
      await elect({ ...everything, action: 'EXCLUDE' });
      await correctRate('2026-11-05');
      expect(await rows()).toEqual(['cabin 2026-11-01..2026-11-10']);
    });

    test('gives way to all that the policy states under that name', async () => {
      await elect({ ...everything, rateOverridePerNight: 6 });
      clock.set('2026-11-20T09:00:00Z');
      await elect({ ...beach, electionId: 'all', scopeId: 'lake' });
      await correctRate('2026-11-05');
      expect(await rows()).toEqual([
        'cabin 2026-11-01..2026-11-10',
        'cabin 2026-11-10..2026-11-20',
        'lake 2026-11-20..',
      ]);
    });
  });

  test('that moves to another policy leaves there what has passed', async () => {
    const other = await create();
    await publish([{ ...beach, electionId: 'moving', scopeId: 'lake', effectiveFrom: '2026-11-03' }], id);
    await eventually('lake is covered', async () => (await rows()).some((row) => row.startsWith('lake')));
    clock.set('2026-11-15T09:00:00Z');
    await publish([{ ...beach, electionId: 'moving', scopeId: 'lake' }], other, '2026-11-15T09:00:00Z');
    await eventually('lake has moved', async () => (await rows(other)).length > 0);
    expect(await rows(other)).toEqual(['lake 2026-11-15..']);
    expect(await rows()).toEqual(['beach 2026-11-01..', 'lake 2026-11-03..2026-11-15']);
  });
});

describe('a correction', () => {
  const correct = (body: object) => t.http.post(`/api/policy/${id}/correction`, { reason: 'agreed so', ...body });

  test('removes cover of past nights, and keeps elections that it does not state', async () => {
    await elect(beach, { ...beach, electionId: 'f', scopeId: 'lake', effectiveFrom: '2026-11-01' });
    const coverageElections = [{ ...beach, action: 'EXCLUDE' }];
    const { body } = await correct({ effectiveFrom: '2026-11-05', coverageElections });
    expect(await rows()).toEqual(['beach 2026-11-01..2026-11-05', 'lake 2026-11-01..']);
    const { body: changes } = await t.http.get(`/api/policy/${id}/changes`);
    expect(changes).toMatchObject([
      { kind: 'ISSUE' },
      { kind: 'CORRECTION', effectiveFrom: '2026-11-05', reason: 'agreed so' },
    ]);
    await correct({ effectiveFrom: '2026-11-05', coverageElections });
    expect(await read()).toMatchObject({ version: (body as Policy).version });
  });

  test('gives nights of the past cover by the first day of an election', async () => {
    const lake = { ...beach, electionId: 'f', scopeId: 'lake', effectiveFrom: '2026-11-03' };
    await correct({ effectiveFrom: '2026-11-05', coverageElections: [lake] });
    expect(await rows()).toEqual(['beach 2026-11-01..', 'lake 2026-11-03..']);
  });
});
