import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Policy } from '@staycover/api';
import {
  contractEvents,
  type DataOf,
  type PolicySnapshot,
  policyEvents,
  policyGet,
  renewalEvents,
} from '@staycover/events';
import { newId, timestamp } from '@staycover/kernel';
import { askService, eventually, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest, sweepPolicies } from './compose.ts';

let t: TestService;
let id: string;
let organizationId: string;
let contractId: string;
const clock = fakeClock('2026-10-28T09:00:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

const create = async (changes: object = {}): Promise<string> => {
  const term = { termStart: '2026-11-01', termEnd: '2027-10-31' };
  const enrolledProperties = [{ propertyId: 'beach', enrolledDate: '2026-11-01' }];
  const body = { organizationId, contractId, ...term, ratePerNight: 4.25, enrolledProperties, ...changes };
  return (await t.http.post('/api/policy', body)).body.id;
};

const patch = (status: string, body: object = {}, of = id) =>
  t.http.patch(`/api/policy/${of}/status`, { status, ...body });
const read = async (of = id): Promise<Policy> => (await t.http.get(`/api/policy/${of}`)).body as Policy;
const rows = ({ enrolledProperties }: Policy) =>
  enrolledProperties.map((row) => `${row.enrolledDate}..${row.unenrolledDate ?? ''}`);
const sweepOn = async (day: string) => {
  clock.set(`${day}T00:05:00Z`);
  await sweepPolicies(t.service.platform);
};

/** Beach House at 4.25 a night, covered from 1 November on, seen on the 10th. */
beforeEach(async () => {
  clock.set('2026-10-28T09:00:00Z');
  [organizationId, contractId] = [newId(), newId()];
  id = await create();
  await patch('ACTIVE');
  await sweepOn('2026-11-10');
});

type ContractState = DataOf<typeof contractEvents.contractStatusChanged>;

const contract = (status: string, version: number): ContractState => {
  const { data } = contractEvents.contractStatusChanged.example as { data: ContractState };
  const terms = { cancellationNoticeDays: 30, lastModifiedDate: timestamp(clock()) };
  const state = { ...data.contract, ...terms, id: contractId, organizationId, status, version };
  return { ...data, organizationId, contractId, version, contract: state as ContractState['contract'] };
};

const knowNotice = async () => {
  await t.events.publish(contractEvents.contractStatusChanged, contract('ACTIVE', 3));
  const known = () => t.sql('select 1 from contract_notice where contract_id = $1', [contractId]);
  await eventually('the notice is known', async () => (await known()).length === 1);
};

describe('CANCELLED', () => {
  test('as agreed ends the cover today', async () => {
    const { body } = await patch('CANCELLED');
    expect(body).toMatchObject({
      status: 'CANCELLED',
      cancellation: { effectiveDate: '2026-11-10', reason: 'AGREED', note: null },
    });
    expect(rows(body)).toEqual(['2026-11-01..2026-11-10']);
  });

  test('at the insured’s request ends it after the contract’s 30 days, ACTIVE until then', async () => {
    await knowNotice();
    const soon = await patch('CANCELLED', { reason: 'INSURED_REQUEST', effectiveDate: '2026-12-09' });
    expect(soon).toMatchObject({ status: 409, body: { earliest: '2026-12-10' } });
    expect(soon.body.type).toMatch(/notice-too-short$/);

    const { body } = await patch('CANCELLED', { reason: 'INSURED_REQUEST', note: 'Sold' });
    expect(body).toMatchObject({
      status: 'ACTIVE',
      nextChangeOn: '2026-12-10',
      cancellation: { effectiveDate: '2026-12-10', reason: 'INSURED_REQUEST', note: 'Sold' },
    });
    expect(rows(body)).toEqual(['2026-11-01..2026-12-10']);
    await sweepOn('2026-12-10');
    expect(await read()).toMatchObject({ status: 'CANCELLED', activeEnrollments: [], nextChangeOn: null });
    const { data } = await t.events.next(policyEvents.policyStatusChanged, (event) => {
      return event.policyId === id && event.policy.status === 'CANCELLED';
    });
    expect(data).toMatchObject({ previousStatus: 'ACTIVE' });
  });

  test('for non-payment ends it after 10 days', async () => {
    expect((await patch('CANCELLED', { reason: 'NON_PAYMENT' })).body).toMatchObject({
      cancellation: { effectiveDate: '2026-11-20' },
    });
  });

  test('ahead is withdrawn', async () => {
    await patch('CANCELLED', { effectiveDate: '2026-12-01' });
    const { body } = await t.http.delete(`/api/policy/${id}/changes/2`);
    expect(body).toMatchObject({ status: 'ACTIVE', cancellation: null, nextChangeOn: null });
    expect(rows(body)).toEqual(['2026-11-01..']);
  });

  test('of a policy that was never ACTIVE takes all cover back', async () => {
    const pending = await create({ termStart: '2026-09-21', termEnd: '2027-09-20' });
    const { body } = await patch('CANCELLED', {}, pending);
    expect(rows(body)).toEqual(['2026-11-01..2026-11-01']);
    const snapshot: PolicySnapshot = await askService(t.service.platform.nats, policyGet, {
      policyId: pending,
      organizationId,
    });
    expect(snapshot.terms).toEqual([]);
  });

  test('follows when the contract is TERMINATED', async () => {
    const pending = await create();
    await t.events.publish(contractEvents.contractStatusChanged, contract('TERMINATED', 4));
    await eventually('both are cancelled', async () => {
      const found = await Promise.all([read(), read(pending)]);
      return found.every(({ status }) => status === 'CANCELLED');
    });
    expect((await read()).cancellation).toMatchObject({ effectiveDate: '2026-11-10', reason: 'CONTRACT_TERMINATED' });
  });

  test('follows from the day on which the contract was TERMINATED, also when that is heard of later', async () => {
    clock.set('2026-11-10T23:59:58Z');
    const terminated = contract('TERMINATED', 4);
    await sweepOn('2026-11-12');
    await patch('SUSPENDED');
    await t.events.publish(contractEvents.contractStatusChanged, terminated);
    await eventually('it is cancelled', async () => (await read()).status === 'CANCELLED');
    const cancellation = { effectiveDate: '2026-11-10', reason: 'CONTRACT_TERMINATED', note: null };
    expect(await read()).toMatchObject({ cancellation, nextChangeOn: null });
    expect(rows(await read())).toEqual(['2026-11-01..2026-11-10']);
  });

  test('follows from the first day of the term when the contract was TERMINATED before', async () => {
    clock.set('2026-10-28T12:00:00Z');
    const terminated = contract('TERMINATED', 4);
    await sweepOn('2026-11-12');
    await t.events.publish(contractEvents.contractStatusChanged, terminated);
    await eventually('it is cancelled', async () => (await read()).status === 'CANCELLED');
    expect((await read()).cancellation).toMatchObject({ effectiveDate: '2026-11-01' });
  });

  test('follows when the contract is TERMINATED that the policy names in capitals', async () => {
    const named = await create({ contractId: contractId.toUpperCase() });
    const { body } = await t.http.get(`/api/policy?contractId=${contractId.toUpperCase()}`);
    expect(body).toMatchObject([
      { id, contractId },
      { id: named, contractId },
    ]);
    await t.events.publish(contractEvents.contractStatusChanged, contract('TERMINATED', 4));
    await eventually('it is cancelled', async () => (await read(named)).status === 'CANCELLED');
  });

  test('follows for one policy of the contract that names a property and one that then takes it', async () => {
    const everything = { scopeType: 'ORGANIZATION', action: 'INCLUDE' };
    const broad = await create({ enrolledProperties: undefined, coverageElections: [everything] });
    await patch('ACTIVE', {}, broad);
    await t.events.publish(contractEvents.contractStatusChanged, contract('TERMINATED', 4));
    await eventually('both are cancelled', async () => {
      const found = await Promise.all([read(), read(broad)]);
      return found.every(({ status }) => status === 'CANCELLED');
    });
    expect((await read(broad)).activeEnrollments).toEqual([]);
  });

  test('follows for the others of the contract when one has expired since the last sweep', async () => {
    const other = await create();
    await patch('EXPIRED', { effectiveDate: '2026-11-11' });
    clock.set('2026-11-11T00:01:00Z');
    await t.events.publish(contractEvents.contractStatusChanged, contract('TERMINATED', 4));
    await eventually('the other is cancelled', async () => (await read(other)).status === 'CANCELLED');
    expect(await read()).toMatchObject({ status: 'EXPIRED', cancellation: null });
  });

  test('follows from the first day of its next term for one that is renewed, and has expired before that', async () => {
    const other = await create();
    const { data } = renewalEvents.renewalRequested.example as { data: DataOf<typeof renewalEvents.renewalRequested> };
    const term = { expectedTermEnd: '2027-10-31', newTermStart: '2027-11-01', newTermEnd: '2028-10-31' };
    const about = { organizationId, policyId: id, renewalId: newId() };
    await t.events.publish(renewalEvents.renewalRequested, { ...data, ...about, ...term });
    await eventually('it is renewed', async () => (await read()).renewalCount === 1);
    await patch('EXPIRED');
    await t.events.publish(contractEvents.contractStatusChanged, contract('TERMINATED', 4));
    await eventually('the other is cancelled', async () => (await read(other)).status === 'CANCELLED');
    expect(await read()).toMatchObject({ status: 'CANCELLED', cancellation: { effectiveDate: '2027-11-01' } });
  });
});

describe('SUSPENDED', () => {
  test('pauses the cover from its day until the policy is ACTIVE again', async () => {
    const ahead = await patch('SUSPENDED', { effectiveDate: '2026-11-15' });
    expect(ahead.body).toMatchObject({ status: 'ACTIVE', nextChangeOn: '2026-11-15' });
    await sweepOn('2026-11-15');
    expect(await read()).toMatchObject({ status: 'SUSPENDED', activeEnrollments: [] });
    clock.set('2026-11-20T09:00:00Z');
    const { body } = await patch('ACTIVE');
    expect(rows(body)).toEqual(['2026-11-01..2026-11-15', '2026-11-20..']);
    const snapshot: PolicySnapshot = await askService(t.service.platform.nats, policyGet, {
      policyId: id,
      organizationId,
    });
    expect(snapshot.terms.map(({ termStart, termEnd }) => `${termStart}..${termEnd}`)).toEqual([
      '2026-11-01..2026-11-14',
      '2026-11-20..2027-10-31',
    ]);
  });
});

describe('SUPERSEDED', () => {
  const hand = async (termStart: string, terms: object = {}): Promise<string> => {
    const successor = await create({ previousPolicyId: id, termStart, contractId: null, ...terms });
    await patch('ACTIVE', {}, successor);
    return successor;
  };

  test('counts from the day on which the successor’s term starts, whenever it is bound: 26 nights of November', async () => {
    const successor = await hand('2026-11-05');
    expect(await read()).toMatchObject({ status: 'SUPERSEDED', supersededByPolicyId: successor });
    expect(rows(await read())).toEqual(['2026-11-01..2026-11-05']);
    expect(rows(await read(successor))).toEqual(['2026-11-05..']);
  });

  test.each(['CANCELLED', 'EXPIRED'])('is undone when the successor is %s before', async (end) => {
    const successor = await hand('2026-12-01');
    expect(await read()).toMatchObject({ status: 'ACTIVE', nextChangeOn: '2026-12-01' });
    await patch(end, {}, successor);
    expect(await read()).toMatchObject({ status: 'ACTIVE', supersededByPolicyId: null, nextChangeOn: null });
    expect(rows(await read())).toEqual(['2026-11-01..']);
  });

  test('is undone for a policy that was never ACTIVE, too: it is PENDING again', async () => {
    id = await create();
    const successor = await hand('2026-12-01');
    expect(await read()).toMatchObject({ status: 'SUPERSEDED', activeEnrollments: [] });
    await patch('CANCELLED', {}, successor);
    expect(await read()).toMatchObject({ status: 'PENDING', supersededByPolicyId: null, boundAt: null });
    expect(rows(await read())).toEqual(['2026-11-01..']);
    expect((await patch('ACTIVE')).body.status).toBe('ACTIVE');
  });

  test('is undone when the successor is rescinded before the policy begins', async () => {
    id = await create({ termStart: '2026-12-01' });
    await patch('ACTIVE');
    const successor = await hand('2026-11-05');
    expect(await read()).toMatchObject({ status: 'SUPERSEDED', supersededByPolicyId: successor });
    const rescinded = { effectiveFrom: '2026-11-05', status: 'CANCELLED', reason: 'not taken up' };
    expect((await t.http.post(`/api/policy/${successor}/correction`, rescinded)).status).toBe(200);
    expect(await read()).toMatchObject({ status: 'ACTIVE', supersededByPolicyId: null });
    expect(rows(await read()).at(-1)).toBe('2026-12-01..');
  });

  test.each<[string, object, object]>([
    ['is to expire', {}, { effectiveDate: '2026-12-01' }],
    ['is not renewed', { termEnd: '2026-11-30', autoRenew: false }, {}],
  ])('is undone when the successor, which %s, is over before the policy begins', async (_how, terms, expiry) => {
    id = await create({ termStart: '2026-12-20' });
    await patch('ACTIVE');
    const successor = await hand('2026-11-15', terms);
    if ('effectiveDate' in expiry) await patch('EXPIRED', expiry, successor);
    await sweepOn('2026-12-01');
    expect(await read(successor)).toMatchObject({ status: 'EXPIRED' });
    expect(await read()).toMatchObject({ status: 'ACTIVE', supersededByPolicyId: null });
    await sweepOn('2026-12-20');
    expect(await read()).toMatchObject({ status: 'ACTIVE', activeEnrollments: [{ enrolledDate: '2026-12-20' }] });
  });

  test.each(['CANCELLED', 'EXPIRED'])('goes to the next successor when the first is %s before', async (end) => {
    const [first, second] = [await hand('2026-12-01'), await hand('2026-12-10')];
    expect((await read()).supersededByPolicyId).toBe(first);
    await patch(end, {}, first);
    expect((await read()).supersededByPolicyId).toBe(second);
    expect([rows(await read()), rows(await read(second))]).toEqual([['2026-11-01..2026-12-10'], ['2026-12-10..']]);
    await patch(end, {}, second);
    expect(await read()).toMatchObject({ status: 'ACTIVE', supersededByPolicyId: null });
  });

  describe('covers no night that its successor covers', () => {
    const expectHandedOver = async (successor: string) => {
      expect((await read()).supersededByPolicyId).toBe(successor);
      expect([rows(await read()), rows(await read(successor))]).toEqual([['2026-11-01..2026-12-01'], ['2026-12-01..']]);
    };

    test.each(['CANCELLED', 'EXPIRED'])('when the move of the successor to %s is withdrawn', async (end) => {
      const successor = await hand('2026-12-01');
      await patch(end, {}, successor);
      expect((await t.http.delete(`/api/policy/${successor}/changes/2`)).status).toBe(200);
      await expectHandedOver(successor);
    });

    test('when the cancellation of the successor is withdrawn and a later one remains', async () => {
      const successor = await hand('2026-12-01');
      await patch('CANCELLED', { effectiveDate: '2027-02-01' }, successor);
      await patch('CANCELLED', {}, successor);
      expect((await read()).supersededByPolicyId).toBeNull();
      const { body } = await t.http.delete(`/api/policy/${successor}/changes/3`);
      expect(body).toMatchObject({ status: 'ACTIVE', cancellation: { effectiveDate: '2027-02-01' } });
      expect(await read()).toMatchObject({ supersededByPolicyId: successor, nextChangeOn: '2026-12-01' });
    });

    test('when the successor is reinstated', async () => {
      const successor = await hand('2026-12-01');
      await patch('CANCELLED', {}, successor);
      await sweepOn('2026-12-02');
      const reinstated = { effectiveFrom: '2026-12-01', status: 'ACTIVE', reason: 'paid after all' };
      expect((await t.http.post(`/api/policy/${successor}/correction`, reinstated)).status).toBe(200);
      await expectHandedOver(successor);
      expect((await read()).status).toBe('SUPERSEDED');
    });

    test.each<[string, (successor: string) => unknown]>([
      ['was bound meanwhile', () => undefined],
      ['is SUSPENDED', (successor) => patch('SUSPENDED', {}, successor)],
      ['is to be cancelled later', (successor) => patch('CANCELLED', { effectiveDate: '2027-02-01' }, successor)],
    ])('when it is reinstated and a successor %s', async (_what, happens) => {
      await patch('CANCELLED');
      const successor = await hand('2026-12-01');
      await happens(successor);
      expect((await read()).supersededByPolicyId).toBeNull();
      const reinstated = { effectiveFrom: '2026-11-10', status: 'ACTIVE', reason: 'paid after all' };
      const { body } = await t.http.post(`/api/policy/${id}/correction`, reinstated);
      expect(body).toMatchObject({ status: 'ACTIVE', supersededByPolicyId: successor, nextChangeOn: '2026-12-01' });
      expect(rows(body)).toEqual(['2026-11-01..2026-12-01']);
    });

    test('when it is withdrawn that a policy of a term to come is CANCELLED, and a successor was bound meanwhile', async () => {
      const coming = await create({ termStart: '2026-12-01' });
      await patch('ACTIVE', {}, coming);
      expect((await patch('CANCELLED', {}, coming)).body.status).toBe('CANCELLED');
      const successor = await create({ previousPolicyId: coming, termStart: '2026-12-10', contractId: null });
      await patch('ACTIVE', {}, successor);
      const { body } = await t.http.delete(`/api/policy/${coming}/changes/2`);
      expect(body).toMatchObject({ status: 'ACTIVE', supersededByPolicyId: successor });
      expect(rows(body)).toEqual(['2026-12-01..2026-12-10']);
    });
  });
});

test('EXPIRED comes by the sweep, and a PENDING policy is cancelled by it, the day after the term', async () => {
  const [leaving, pending] = [await create({ autoRenew: false }), await create()];
  await patch('ACTIVE', {}, leaving);
  await sweepOn('2027-10-31');
  expect((await read(leaving)).status).toBe('ACTIVE');
  await sweepOn('2027-11-01');
  expect([(await read(leaving)).status, (await read(pending)).status]).toEqual(['EXPIRED', 'CANCELLED']);
});

test.each<[string, string, object, string]>([
  ['a day that has passed', 'SUSPENDED', { effectiveDate: '2026-11-09' }, 'retroactive-change'],
  ['a reason that is a rule’s own', 'CANCELLED', { reason: 'CONTRACT_TERMINATED' }, 'invalid-request'],
  ['a day that is none', 'CANCELLED', { effectiveDate: 'soon' }, 'invalid-request'],
  ['a note too long', 'CANCELLED', { note: 'x'.repeat(4001) }, 'invalid-request'],
])('%s is refused', async (_name, status, body, slug) => {
  expect((await patch(status, body)).body.type).toMatch(new RegExp(`/${slug}$`));
});
