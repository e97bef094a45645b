import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Policy, QuoteBody } from '@staycover/api';
import { type LocalIssuer, localIssuer } from '@staycover/auth/local-issuer';
import { inboundEvents, policyGet } from '@staycover/events';
import { isDomainError, newId, type Role } from '@staycover/kernel';
import { askService, eventually, fakeClock, startTestService, type TestService } from '@staycover/testing';
import { compose, manifest } from './compose.ts';

const clock = fakeClock('2026-11-20T09:30:00Z');
const beach = { electionId: 'el-1', scopeType: 'PROPERTY', scopeId: 'beach', action: 'INCLUDE' };

let t: TestService;
let issuer: LocalIssuer;
let customer: Record<string, string>;
let underwriter: Record<string, string>;
let policy: Policy;
let path: string;

const as = async (...roles: Role[]) => ({ authorization: `Bearer ${await issuer.token({ org: 'acme', roles })}` });

beforeAll(async () => {
  issuer = await localIssuer();
  t = await startTestService(manifest, compose, { clock, config: issuer.environment });
  customer = await as('read', 'write');
  underwriter = await as('read', 'write', 'underwrite');
});

afterAll(() => t.stop().finally(() => issuer.close()));

beforeEach(async () => {
  const coverageElections = [{ ...beach, rateOverridePerNight: 9 }];
  const made = await t.http.post('/api/policy', { organizationId: 'acme', ratePerNight: 4.25 }, underwriter);
  path = `/api/policy/${made.body.id}`;
  policy = (await t.http.put(path, { coverageElections }, underwriter)).body as Policy;
});

const beachRate = ({ body }: { body: Policy }) => body.activeEnrollments[0]?.computedRatePerNight;

describe('a customer', () => {
  test.each<[string, object, string[]]>([
    ['a rate', { ratePerNight: 0.01 }, ['/ratePerNight']],
    ['a rate besides a name', { name: 'New', ratePerNight: 0.01 }, ['/ratePerNight']],
    ['cover and term', { coverage: { deductible: 0 }, termEnd: '2099-12-31' }, ['/coverage', '/termEnd']],
    ['eligibility', { minNights: null, supportedStates: ['TX'] }, ['/supportedStates', '/minNights']],
    [
      'the rate of an election',
      { coverageElections: [beach, { ...beach, electionId: 'el-2', rateOverridePerNight: 0 }] },
      ['/coverageElections/1/rateOverridePerNight'],
    ],
    ['the plan of an election', { coverageElections: [{ ...beach, planId: 'p' }] }, ['/coverageElections/0/planId']],
    [
      'nights before today',
      { coverageElections: [beach, { ...beach, electionId: 'el-2', scopeId: 'lake', effectiveFrom: '2026-11-19' }] },
      ['/coverageElections/1/effectiveFrom'],
    ],
    [
      'facts of nights before today',
      {
        coverageElections: [{ ...beach, property: { propertyId: 'beach', state: 'TX', effectiveFrom: '2026-11-19' } }],
      },
      ['/coverageElections'],
    ],
    ['an election with a rate into none', { coverageElections: [] }, ['/coverageElections']],
    [
      'an election with a rate into one of the organization',
      { coverageElections: [{ electionId: 'el-2', scopeType: 'ORGANIZATION', action: 'INCLUDE' }] },
      ['/coverageElections'],
    ],
    [
      'when an election with a rate ends',
      { coverageElections: [{ ...beach, effectiveTo: '2026-11-20' }] },
      ['/coverageElections'],
    ],
  ])('cannot change %s, and nothing is stored', async (_what, body, members) => {
    expect(await t.http.put(path, body, customer)).toMatchObject({
      status: 403,
      body: { title: 'Forbidden', members, requiredRoles: ['underwrite'] },
    });
    expect((await t.http.get(path, customer)).body).toEqual(policy);
  });

  test('cannot make a policy, nor move one', async () => {
    expect((await t.http.post('/api/policy', { organizationId: 'acme' }, customer)).status).toBe(403);
    expect((await t.http.patch(`${path}/status`, { status: 'ACTIVE' }, customer)).status).toBe(403);
    expect((await t.http.get(path, customer)).body).toEqual(policy);
  });

  test('changes names, additional insureds and elections', async () => {
    const body = { name: 'Beach houses', additionalInsureds: [{ name: 'Palm Coast' }], coverageElections: [beach] };
    expect(await t.http.put(path, body, customer)).toMatchObject({ status: 200, body: { name: 'Beach houses' } });
  });

  test.each([
    ['stated again', beach],
    ['stated again under another name', { ...beach, electionId: 'el-9' }],
  ])('keeps the rate of a property that is %s', async (_how, election) => {
    const answer = await t.http.put(path, { coverageElections: [election] }, customer);
    expect(beachRate(answer as { body: Policy })).toBe(9);
  });
});

describe('a customer of an election with a plan', () => {
  const planned = { ...beach, planId: 'premium' };

  beforeEach(async () => {
    const table = { version: 1, planId: 'premium', effectiveFrom: '2026-01-01', ratePerNight: 7.5 };
    const body = { rateTableVersions: [table], coverageElections: [planned] };
    policy = (await t.http.put(path, body, underwriter)).body as Policy;
  });

  test.each([
    ['stated again', beach],
    ['stated again under another name', { ...beach, electionId: 'el-9' }],
  ])('keeps the plan and its price when it is %s without', async (_how, election) => {
    const answer = await t.http.put(path, { coverageElections: [election] }, customer);
    expect(answer).toMatchObject({
      status: 200,
      body: { activeEnrollments: [{ planId: 'premium', computedRatePerNight: 7.5 }] },
    });
  });

  test.each<[string, object[], string]>([
    ['leave it out', [], '/coverageElections'],
    ['clear its plan', [{ ...planned, planId: null }], '/coverageElections/0/planId'],
  ])('cannot %s, and nothing is stored', async (_what, coverageElections, member) => {
    const answer = await t.http.put(path, { coverageElections }, customer);
    expect(answer).toMatchObject({ status: 403, body: { members: [member], requiredRoles: ['underwrite'] } });
    expect((await t.http.get(path, customer)).body).toEqual(policy);
  });

  test('an underwriter takes the plan away by stating the election without', async () => {
    const answer = await t.http.put(path, { coverageElections: [beach] }, underwriter);
    expect(answer).toMatchObject({ body: { activeEnrollments: [{ planId: null, computedRatePerNight: 4.25 }] } });
  });
});

describe('a quote', () => {
  const quote = (whatIf: QuoteBody, roles?: Role[]) =>
    askService(t.service.platform.nats, policyGet, { policyId: policy.id, organizationId: 'acme', whatIf, roles });
  const quotedRate = async (roles?: Role[]) =>
    (await quote({ coverageElections: [beach] } as QuoteBody, roles)).enrollments.at(-1)!.computedRatePerNight;

  test.each<[string, Role[], object]>([
    ['a rate', ['read', 'write'], { ratePerNight: 0.01 }],
    ['several members', ['read', 'write'], { name: 'New', ratePerNight: 0.01, termEnd: '2099-12-31' }],
    ['the plan of an election', ['read', 'write'], { coverageElections: [{ ...beach, planId: 'p' }] }],
    ['an election with a rate into none', ['read', 'write'], { coverageElections: [] }],
    ['a name', ['read', 'finance'], { name: 'New' }],
    ['the state', ['read', 'write'], { status: 'CANCELLED' }],
  ])('of a change of %s by a caller that may not make it is refused as the change', async (_what, roles, body) => {
    const caller = await as(...roles);
    const refused = await ('status' in body
      ? t.http.patch(`${path}/status`, body, caller)
      : t.http.put(path, body, caller));
    expect(refused.status).toBe(403);
    const error: unknown = await quote(body as QuoteBody, roles).catch((thrown: unknown) => thrown);
    expect(isDomainError(error, 'forbidden') && { detail: error.message, ...error.extra }).toEqual({
      detail: refused.body.detail,
      requiredRoles: refused.body.requiredRoles,
      ...(refused.body.members && { members: refused.body.members }),
    });
  });

  test('keeps the rate of an election for a customer, and not for an underwriter or where no roles come along', async () => {
    expect(await quotedRate(['read', 'write'])).toBe(9);
    expect(await quotedRate(['read', 'write', 'underwrite'])).toBe(4.25);
    expect(await quotedRate()).toBe(4.25);
  });

  test('without a change is answered for every caller', async () => {
    expect((await quote({} as QuoteBody, ['read', 'finance'])).policy.id).toBe(policy.id);
  });
});

test('an underwriter takes the rate of an election away by stating it without', async () => {
  const answer = await t.http.put(path, { coverageElections: [beach] }, underwriter);
  expect(beachRate(answer as { body: Policy })).toBe(4.25);
});

describe('a rate that an underwriter gave on another policy', () => {
  const dear = {
    electionId: 'dear',
    scopeType: 'GROUP',
    scopeId: 'luxury',
    action: 'INCLUDE',
    rateOverridePerNight: 20,
  };
  const all = { electionId: 'all', scopeType: 'ORGANIZATION', action: 'INCLUDE' } as const;
  const named = (property: object = {}) => ({
    scopeType: 'PROPERTY',
    scopeId: 'villa',
    action: 'INCLUDE',
    property: { propertyId: 'villa', ...property },
  });
  let organizationId: string;
  let owner: Record<string, string>;
  let staff: Record<string, string>;

  const create = async (body: object): Promise<string> => {
    const made = await t.http.post('/api/policy', { organizationId, ratePerNight: 4.25, ...body }, staff);
    await t.http.patch(`/api/policy/${made.body.id}/status`, { status: 'ACTIVE' }, staff);
    return `/api/policy/${made.body.id}`;
  };
  const villaRate = async (of: string): Promise<number | null | undefined> =>
    ((await t.http.get(of, owner)).body as Policy).activeEnrollments.find(({ propertyId }) => propertyId === 'villa')
      ?.computedRatePerNight;

  beforeEach(async () => {
    organizationId = newId();
    const token = async (...roles: Role[]) => ({
      authorization: `Bearer ${await issuer.token({ org: organizationId, roles })}`,
    });
    owner = await token('read', 'write');
    staff = await token('read', 'write', 'underwrite');
  });

  test('stays where a customer states the groups of a property there', async () => {
    const villa = { propertyId: 'villa', groupIds: ['luxury'] };
    const priced = await create({ coverageElections: [all, { ...dear, property: villa }] });
    const other = await create({ ratePerNight: 1 });
    expect(await villaRate(priced)).toBe(20);
    const leaving = { coverageElections: [{ ...named({ groupIds: [] }), action: 'EXCLUDE' }] };
    expect(await t.http.put(other, leaving, owner)).toMatchObject({ status: 403 });
    expect(await villaRate(priced)).toBe(20);
    expect(await t.http.put(other, leaving, staff)).toMatchObject({ status: 200 });
    expect(await villaRate(priced)).toBe(4.25);
  });

  test('stays where a customer names the property, unless the policies are of two product lines', async () => {
    await create({ enrolledProperties: [{ propertyId: 'lake' }] });
    const priced = await create({ coverageElections: [{ ...all, rateOverridePerNight: 20 }] });
    const other = await create({ ratePerNight: 1 });
    const naming = { coverageElections: [named()] };
    expect(await t.http.put(other, naming, owner)).toMatchObject({
      status: 403,
      body: { members: ['/coverageElections/0/scopeType'], requiredRoles: ['underwrite'] },
    });
    const apart = await create({ ratePerNight: 1, productLine: 'STR' });
    expect(await t.http.put(apart, naming, owner)).toMatchObject({ status: 200 });
    expect([await villaRate(priced), await villaRate(apart)]).toEqual([20, 1]);
  });

  test.each(['INCLUDE', 'EXCLUDE'])(
    'stays where a customer names a property that has it by name, with %s',
    async (action) => {
      const priced = await create({ coverageElections: [{ ...named(), rateOverridePerNight: 20 }] });
      const other = await create({ ratePerNight: 1 });
      await t.http.put(priced, { coverageElections: [{ ...named(), action }] }, owner);
      const naming = { coverageElections: [named()] };
      expect(await t.http.put(other, naming, owner)).toMatchObject({
        status: 403,
        body: { members: ['/coverageElections/0/scopeType'], requiredRoles: ['underwrite'] },
      });
      expect(await t.http.put(other, naming, staff)).toMatchObject({ status: 200 });
    },
  );

  test('counts where a customer names the property, if it is of all policies', async () => {
    const other = await create({ ratePerNight: 1 });
    const elections = [{ ...all, rateOverridePerNight: 20 }];
    await t.events.publish(inboundEvents.coverageElectionChanged, { organizationId, elections });
    const stored = 'select from coverage_election where organization_id = $1';
    await eventually('it is stored', async () => (await t.sql(stored, [organizationId])).length > 0);
    expect(await t.http.put(other, { coverageElections: [named()] }, owner)).toMatchObject({ status: 403 });
    const again = await t.http.put(
      other,
      { coverageElections: [{ ...all, property: { propertyId: 'villa' } }] },
      owner,
    );
    expect([again.status, await villaRate(other)]).toEqual([200, 20]);
  });
});
