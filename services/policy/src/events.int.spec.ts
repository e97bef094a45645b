import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Election, type Policy, PolicyTerms, schemaExample } from '@staycover/api';
import { contractEvents, type DataOf, eventRejected, inboundEvents, policyEvents, policyGet } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { askService, eventually, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';

let t: TestService;
const clock = fakeClock('2026-11-20T09:30:00Z');

beforeAll(async () => {
  t = await startTestService(manifest, compose, { clock });
});

afterAll(() => t.stop());

const create = async (changes: Record<string, unknown>): Promise<Policy> =>
  (await t.http.post('/api/policy', changes)).body as Policy;

const read = async (id: string): Promise<Policy> => (await t.http.get(`/api/policy/${id}`)).body as Policy;

const describeRows = ({ enrolledProperties }: Policy) =>
  enrolledProperties.map(
    ({ propertyId, enrolledDate, unenrolledDate }) => `${propertyId} ${enrolledDate}..${unenrolledDate}`,
  );

/** Waits until the policy's rows are these. */
const rowsBecome = (id: string, rows: string[]) =>
  eventually(`rows ${rows}`, async () => JSON.stringify(describeRows(await read(id))) === JSON.stringify(rows));

const include = (scopeId: string, changes: Partial<Election> = {}): Election => ({
  electionId: `el-${scopeId}`,
  scopeType: 'PROPERTY',
  scopeId,
  action: 'INCLUDE',
  ...changes,
});

const elect = (organizationId: string, policyId: string | null, ...elections: Election[]) =>
  t.events.publish(inboundEvents.coverageElectionChanged, { organizationId, policyId, elections });

const dealClosed = (organizationId: string, policyId: string): DataOf<typeof contractEvents.dealClosed> => {
  const { data } = contractEvents.dealClosed.example as { data: DataOf<typeof contractEvents.dealClosed> };
  const contract = { ...data.contract, organizationId, createdBy: 'crm-webhook' };
  return { ...data, organizationId, policyId, contract, policyTerms: schemaExample(PolicyTerms) };
};

describe('a closed deal', () => {
  test('delivered three times makes one policy, under the id that the deal gave it', async () => {
    const policyId = newId();
    const data = dealClosed('deals', policyId);
    const id = await t.events.publish(contractEvents.dealClosed, data);
    await t.events.publish(contractEvents.dealClosed, data, { id });
    await t.events.publish(contractEvents.dealClosed, data);
    await t.events.publish(contractEvents.dealClosed, data);
    await eventually('three deliveries', async () => {
      const [row] = await t.sql<{ count: string }>(
        `select count(*) from inbox where consumer = 'policy-contract-deal-closed'`,
      );
      return Number(row!.count) === 3;
    });

    const { body } = await t.http.get('/api/policy?organizationId=deals');
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      id: policyId,
      status: 'PENDING',
      createdBy: 'crm-webhook',
      contractId: data.policyTerms.contractId,
      ratePerNight: 4.25,
      termStart: '2026-11-01',
      termEnd: '2027-10-31',
      enrolledProperties: [{ propertyId: 'prop-101', enrolledDate: '2026-11-01', planId: 'plan-standard' }],
    });
    const created = await t.events.next(policyEvents.policyCreated, (event) => event.policyId === policyId);
    expect(created.data.version).toBe(1);
  });
});

test('a deal that comes after its contract was terminated makes a policy that is cancelled', async () => {
  const [organizationId, policyId, contractId] = [newId(), newId(), newId()];
  const deal = dealClosed(organizationId, policyId);
  const closed = { ...deal, contractId, policyTerms: { ...deal.policyTerms, contractId } };
  const contract = { ...deal.contract, id: contractId, status: 'TERMINATED' as const };
  const terminated = { organizationId, contractId, version: 2, contract, previousStatus: 'DRAFT' as const };
  const id = await t.events.publish(contractEvents.contractStatusChanged, terminated);
  const handled = () => t.sql('select 1 from inbox where event_key like $1', [`%${id}`]);
  await eventually('the end of the contract', async () => (await handled()).length > 0);
  await t.events.publish(contractEvents.dealClosed, { ...closed, version: 1 });
  await t.events.next(policyEvents.policyStatusChanged, (event) => event.policyId === policyId);
  expect(await read(policyId)).toMatchObject({
    status: 'CANCELLED',
    cancellation: { reason: 'CONTRACT_TERMINATED' },
    activeEnrollments: [],
  });
});

test('a deal makes a property known from its own day, though it is heard of on the next', async () => {
  const policyId = newId();
  const deal = dealClosed('heard-late', policyId);
  const property = { propertyId: 'p1', state: 'FL' };
  const everything = { scopeType: 'ORGANIZATION', action: 'INCLUDE', effectiveFrom: '2026-11-19', property } as const;
  await t.events.publish(contractEvents.dealClosed, {
    ...deal,
    contract: { ...deal.contract, createdDate: '2026-11-19T23:59:00.000Z' },
    policyTerms: { ...schemaExample(PolicyTerms), coverageElections: [everything] },
  });
  await t.events.next(policyEvents.policyCreated, (event) => event.policyId === policyId);
  expect(describeRows(await read(policyId))).toEqual(['p1 2026-11-19..null']);
});

describe('elections of other systems', () => {
  test('coexist with those of the body, and end by effectiveTo', async () => {
    const { id } = await create({ organizationId: 'beside', coverageElections: [include('own')] });
    await elect('beside', id, include('theirs', { effectiveFrom: '2026-11-25' }));
    expect(await rowsBecome(id, ['own 2026-11-20..null', 'theirs 2026-11-25..null'])).toBe(true);

    await t.http.put(`/api/policy/${id}`, { coverageElections: [] });
    expect(await rowsBecome(id, ['own 2026-11-20..2026-11-20', 'theirs 2026-11-25..null'])).toBe(true);

    await elect('beside', id, include('theirs', { effectiveTo: '2026-12-31' }));
    expect(await rowsBecome(id, ['own 2026-11-20..2026-11-20', 'theirs 2026-11-25..2027-01-01'])).toBe(true);
  });

  test('replace the one of the same name that came with the body', async () => {
    const { id } = await create({
      organizationId: 'same-name',
      coverageElections: [include('p', { effectiveFrom: '2026-11-20' })],
    });
    await elect('same-name', id, include('p', { effectiveTo: '2026-11-30' }));
    expect(await rowsBecome(id, ['p 2026-11-20..2026-12-01'])).toBe(true);
  });

  test('older than the stated ones change nothing', async () => {
    const { id } = await create({ organizationId: 'older', coverageElections: [] });
    await elect('older', id, include('p'));
    expect(await rowsBecome(id, ['p 2026-11-20..null'])).toBe(true);
    const late = {
      ...inboundEvents.coverageElectionChanged.example,
      id: newId(),
      source: 'https://crm.example',
      time: '2026-11-19T00:00:00Z',
    };
    const data = {
      organizationId: 'older',
      policyId: id,
      elections: [include('p', { effectiveTo: '2026-11-21' }), include('q')],
    };
    await t.events.publishRaw('insurance.inbound.coverage-election-changed.older', JSON.stringify({ ...late, data }));
    expect(await rowsBecome(id, ['p 2026-11-20..null', 'q 2026-11-20..null'])).toBe(true);
  });

  test('for a policy of another organization are rejected, and leave no trace with it', async () => {
    const { id } = await create({ organizationId: 'theirs', coverageElections: [] });
    const sent = await elect('ours', id, include('p'));
    const rejected = eventRejected('policy');
    const { data } = await t.events.next(rejected, (event) => (event as { id: string }).id === sent);
    expect(data).toHaveProperty('errors', [
      { pointer: '/data/policyId', detail: 'must be a policy of the organization' },
    ]);
    expect(await t.sql('select 1 from audit where resource_id = $1 and resource <> $2', [id, 'policy'])).toEqual([]);
    expect(await t.sql('select 1 from coverage_election where policy_id = $1', [id])).toEqual([]);
    expect(await read(id)).toMatchObject({ version: 1, enrolledProperties: [] });
  });

  const electAt = async (time: string, organizationId: string, policyId: string, ...elections: Election[]) => {
    const data = { organizationId, policyId, elections };
    const id = await t.events.publish(inboundEvents.coverageElectionChanged, data, { time });
    const handled = () => t.sql('select 1 from inbox where event_key like $1', [`%${id}`]);
    await eventually('the event', async () => (await handled()).length > 0);
  };

  test.each<[string, Election]>([
    ['elections', include('p', { action: 'EXCLUDE' })],
    ['facts of a property', include('q', { scopeId: 'p', property: { propertyId: 'p', state: 'GA' } })],
  ])('older than the last statement of the same %s change nothing', async (what, late) => {
    const organizationId = `repeated-${what.length}`;
    const { id } = await create({ organizationId, coverageElections: [], supportedStates: ['FL'] });
    const stated = include('p', { property: { propertyId: 'p', state: 'FL' } });
    await electAt('2026-11-20T01:00:00Z', organizationId, id, stated);
    await electAt('2026-11-20T03:00:00Z', organizationId, id, stated);
    await electAt('2026-11-20T02:00:00Z', organizationId, id, late);
    expect(describeRows(await read(id))).toEqual(['p 2026-11-20..null']);
  });

  test.each([
    ['2026-11-20T01:00:00.1234567890Z', 'ten-digits'],
    ['0000-01-01T00:00:00Z', 'year-zero'],
    ['9999-12-31T23:59:59-10:00', 'year-ten-thousand'],
  ])('stated at %s count, as a time that RFC 3339 has', async (time, organizationId) => {
    const { id } = await create({ organizationId });
    await electAt(time, organizationId, id, include('p'));
    expect(describeRows(await read(id))).toEqual(['p 2026-11-20..null']);
  });

  test('of the same time count in the order in which they come, however finely it is stated', async () => {
    const organizationId = 'same-time';
    const { id } = await create({ organizationId });
    const time = '2026-11-20T01:00:00.1234567Z';
    await electAt(time, organizationId, id, include('p'));
    await electAt(time, organizationId, id, include('p', { effectiveTo: '2026-11-30' }));
    expect(describeRows(await read(id))).toEqual(['p 2026-11-20..2026-12-01']);
  });

  test('that are replayed change nothing that was stated after they came', async () => {
    const organizationId = 'replayed';
    const { id } = await create({ organizationId, coverageElections: [include('p')] });
    const { time: _none, ...envelope } = inboundEvents.coverageElectionChanged.example;
    const data = { organizationId, policyId: id, elections: [include('p', { action: 'EXCLUDE' }), include('q')] };
    const [letter] = await t.sql<{ id: string }>(
      `insert into dead_letter (consumer, event_key, organization_id, subject, payload, reason, attempts, received_at)
       values ('policy-inbound-coverage-election-changed', $1, $2, $3, $4, 'no luck', 6, now() - interval '1 hour')
       returning id::text`,
      [
        newId(),
        organizationId,
        `insurance.inbound.coverage-election-changed.${organizationId}`,
        JSON.stringify({ ...envelope, id: newId(), source: 'https://crm.example', data }),
      ],
    );
    const { body } = await t.http.post(`/api/ops/policy/dead-letters/${letter!.id}/replay`);
    expect(body).toEqual({ outcome: 'REPLAYED', reason: null });
    expect(describeRows(await read(id))).toEqual(['p 2026-11-20..null', 'q 2026-11-20..null']);
  });

  test('older than the last body that stated the same change nothing', async () => {
    const organizationId = 'repeated-by-body';
    clock.set('2026-11-20T01:00:00Z');
    const { id } = await create({ organizationId, coverageElections: [include('p')] });
    clock.set('2026-11-20T03:00:00Z');
    const { body } = await t.http.put(`/api/policy/${id}`, { coverageElections: [include('p')] });
    expect(body.version).toBe(1);
    await electAt('2026-11-20T02:00:00Z', organizationId, id, include('p', { action: 'EXCLUDE' }));
    expect(describeRows(await read(id))).toEqual(['p 2026-11-20..null']);
    clock.set('2026-11-20T09:30:00Z');
  });

  test('that come before their policy are kept for it', async () => {
    const policyId = newId();
    const inboxed = await elect('early', policyId, include('p1', { effectiveFrom: '2026-11-10' }));
    await eventually(
      'the election',
      async () => (await t.sql('select 1 from inbox where event_key like $1', [`%${inboxed}`])).length > 0,
    );
    await t.events.publish(contractEvents.dealClosed, {
      ...dealClosed('early', policyId),
      policyTerms: { ...schemaExample(PolicyTerms), coverageElections: [], supportedStates: [] },
    });
    await t.events.next(policyEvents.policyCreated, (event) => event.policyId === policyId);
    expect(describeRows(await read(policyId))).toEqual(['p1 2026-11-10..null']);
  });

  test('of after a deal stand, though the deal is heard of later', async () => {
    const policyId = newId();
    const organizationId = 'after-deal';
    const facts = (state: string) => ({ property: { propertyId: 'p1', state } });
    const stated = include('p1', { effectiveFrom: '2026-11-10', effectiveTo: '2026-11-30', ...facts('FL') });
    await electAt('2026-11-20T09:10:00Z', organizationId, policyId, stated);
    const deal = dealClosed(organizationId, policyId);
    const coverageElections = [include('p1', { effectiveFrom: '2026-11-10', ...facts('GA') })];
    await t.events.publish(contractEvents.dealClosed, {
      ...deal,
      contract: { ...deal.contract, createdDate: '2026-11-20T09:00:00.000Z' },
      policyTerms: { ...schemaExample(PolicyTerms), coverageElections, supportedStates: ['FL'] },
    });
    await t.events.next(policyEvents.policyCreated, (event) => event.policyId === policyId);
    expect(describeRows(await read(policyId))).toEqual(['p1 2026-11-10..2026-12-01']);
    await electAt('2026-11-20T09:20:00Z', organizationId, policyId, { ...stated, effectiveTo: '2026-12-31' });
    expect(describeRows(await read(policyId))).toEqual(['p1 2026-11-10..2027-01-01']);
  });

  test('that come after a deal, though they were stated before it was heard of, replace its own', async () => {
    const policyId = newId();
    const deal = dealClosed('between', policyId);
    await t.events.publish(contractEvents.dealClosed, {
      ...deal,
      contract: { ...deal.contract, createdDate: '2026-11-20T09:00:00.000Z' },
      policyTerms: { ...schemaExample(PolicyTerms), coverageElections: [include('p1')], supportedStates: [] },
    });
    await t.events.next(policyEvents.policyCreated, (event) => event.policyId === policyId);
    await electAt('2026-11-20T09:10:00Z', 'between', policyId, include('p1', { effectiveTo: '2026-11-30' }));
    expect(describeRows(await read(policyId))).toEqual(['p1 2026-11-20..2026-12-01']);
  });

  test('without a policy apply to the whole organization, including later policies and properties', async () => {
    const first = await create({ organizationId: 'everywhere' });
    const all: Election = { electionId: 'all', scopeType: 'ORGANIZATION', action: 'INCLUDE' };
    await elect('everywhere', null, all, include('p1', { action: 'EXCLUDE', electionId: 'not-p1' }));
    const second = await create({ organizationId: 'everywhere', enrolledProperties: [{ propertyId: 'p2' }] });
    expect(await rowsBecome(first.id, ['p2 2026-11-20..null'])).toBe(true);
    expect(await rowsBecome(second.id, ['p2 2026-11-20..null'])).toBe(true);

    await elect('everywhere', second.id, include('p3', { property: { propertyId: 'p3', propertyName: 'Loft' } }));
    expect(await rowsBecome(first.id, ['p2 2026-11-20..null', 'p3 2026-11-20..null'])).toBe(true);
  });
});

describe('another service asking for a policy', () => {
  test('gets its terms and enrollments in pages of one version', async () => {
    const { id } = await create({
      organizationId: 'asked',
      coverageElections: ['a', 'b', 'c'].map((scopeId) =>
        include(scopeId, { property: { propertyId: scopeId, state: 'FL' } }),
      ),
    });
    const { nats } = t.service.platform;
    const ask = (more: object) =>
      askService(nats, policyGet, { policyId: id, organizationId: 'asked', limit: 2, ...more });
    const first = await ask({});
    expect(first).toMatchObject({
      policy: { id, version: 1 },
      terms: [{ termStart: '2026-11-20', termEnd: '2027-11-19' }],
      coverageEndsOn: null,
      enrollments: [
        { propertyId: 'a', state: 'FL', electionId: 'el-a' },
        { propertyId: 'b', state: 'FL', electionId: 'el-b' },
      ],
      nextCursor: expect.any(String),
    });
    const second = await ask({ cursor: first.nextCursor, version: 1 });
    expect(second).toMatchObject({ enrollments: [{ propertyId: 'c' }], nextCursor: null });

    await t.http.patch(`/api/policy/${id}/status`, { status: 'CANCELLED' });
    await expect(ask({ cursor: first.nextCursor, version: 1 })).rejects.toMatchObject({ code: 'version-changed' });
    expect(await ask({})).toMatchObject({ coverageEndsOn: '2026-11-20' });
  });

  test.each([
    ['of another organization', 'others', (id: string) => id],
    ['of an unknown id', 'asked-not', () => newId()],
    ['of an invalid id', 'asked-not', () => 'nonsense'],
  ])('is not found for a policy %s', async (_name, organizationId, makeId) => {
    const { id } = await create({ organizationId: 'asked-not' });
    const request = { policyId: makeId(id), organizationId };
    await expect(askService(t.service.platform.nats, policyGet, request)).rejects.toMatchObject({ code: 'not-found' });
  });
});
