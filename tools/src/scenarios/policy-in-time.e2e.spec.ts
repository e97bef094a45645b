import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { dataOrThrow, type Resource } from '@staycover/client';
import { generateInvoice, movePolicy, readPolicy, startPolicy } from '../testing/steps.ts';
import { startWorld, type World } from '../testing/world.ts';

jest.setTimeout(180_000);

let world: World;
const policies = new Map<string, string>();

type Deal = NonNullable<Resource<'DealPolicyBodyOfDeal'>>;

/** Beach House at 4.25 a night, of which 1.10 feed the loss fund, covered and ACTIVE from 1 November 2026 on. */
const beachHouse = async (organizationId: string, policy: Deal = {}): Promise<void> => {
  const property = { propertyId: 'beach', propertyName: 'Beach House', state: 'FL', enrolledDate: '2026-11-01' };
  const deal = {
    crmDealId: 'D-1',
    organizationId,
    effectiveDate: '2026-11-01',
    termMonths: 12,
    baseRatePerNight: 4.25,
  };
  const given = { lossFundRatePerNight: 1.1, enrolledProperties: [property], ...policy };
  policies.set(organizationId, await startPolicy(world, { ...deal, policy: given }));
};

const policyId = (organizationId: string): string => policies.get(organizationId)!;
const at = (organizationId: string) => ({ params: { path: { id: policyId(organizationId) } } });
const read = (organizationId: string) => readPolicy(world, policyId(organizationId));
const rows = ({ enrolledProperties }: Resource<'Policy'>): string[] =>
  enrolledProperties.map((row) => `${row.propertyId} ${row.enrolledDate}..${row.unenrolledDate ?? ''}`);

/** Those that cover a night. */
const covering = (policy: Resource<'Policy'>): string[] => rows(policy).filter((row) => !/ (\S+)\.\.\1$/.test(row));

const put = (organizationId: string, body: Resource<'UpdatePolicyBody'>) =>
  dataOrThrow(world.api.PUT('/api/policy/{id}', { ...at(organizationId), body }));
const cancel = (organizationId: string, body: Omit<Resource<'PolicyStatusBody'>, 'status'> = {}) =>
  world.api.PATCH('/api/policy/{id}/status', { ...at(organizationId), body: { ...body, status: 'CANCELLED' } });
const correct = (organizationId: string, body: Resource<'CorrectPolicyBody'>) =>
  dataOrThrow(world.api.POST('/api/policy/{id}/correction', { ...at(organizationId), body }));

const moveContract = async (organizationId: string, status: Resource<'ContractStatus'>): Promise<void> => {
  const { contractId } = await read(organizationId);
  const params = { path: { id: contractId! } };
  for (const to of ['ACTIVE', status] as const)
    await dataOrThrow(world.api.PATCH('/api/contract/{id}/status', { params, body: { status: to } }));
  await world.quiet();
};

const billed = async (organizationId: string): Promise<{ total: number; lines: string[] }> => {
  await world.quiet();
  const { total, lineItems } = await generateInvoice(world, policyId(organizationId));
  return { total, lines: lineItems.map(({ quantity, unitPrice }) => `${quantity} × ${unitPrice}`) };
};

/** November, billed in advance and SENT. */
const billNovember = async (organizationId: string): Promise<void> => {
  await world.quiet();
  const { id, total } = await generateInvoice(world, policyId(organizationId));
  expect(total).toBe(127.5);
  await dataOrThrow(
    world.api.PATCH('/api/invoice/{id}/status', { params: { path: { id } }, body: { status: 'SENT' } }),
  );
};

const sent = 'dearer cheaper eligible excluded agreed notice reinstated handed broad rescinded terminated paused'.split(
  ' ',
);
const unbilled = ['endorsed', 'corrected', 'drafted'];

const everything = { scopeType: 'ORGANIZATION', action: 'INCLUDE', effectiveFrom: '2026-11-01' } as const;

beforeAll(async () => {
  world = await startWorld('2026-11-01');
  const all = { electionId: 'all', ...everything };
  for (const organizationId of [...sent, ...unbilled])
    await beachHouse(organizationId, organizationId === 'broad' ? { coverageElections: [all] } : {});
  for (const organizationId of sent) await billNovember(organizationId);
  await world.goTo('2026-11-10');
});

afterAll(() => world.stop());

describe('on 10 November, with November billed in advance', () => {
  test('a rate of 5.00 from today bills the difference: nights 1 to 9 stay', async () => {
    await put('dearer', { ratePerNight: 5 });
    expect((await billed('dearer')).total).toBe(15.75);
  });

  test('a correction to 4.00 from 1 November gives 7.50 back', async () => {
    await correct('cheaper', { effectiveFrom: '2026-11-01', reason: 'agreed so', ratePerNight: 4 });
    expect((await billed('cheaper')).total).toBe(-7.5);
  });

  test('states that no longer hold a property end its cover today: nights 1 to 9 stay, 10 to 30 come back', async () => {
    expect(rows(await put('eligible', { supportedStates: ['GA'] }))).toEqual(['beach 2026-11-01..2026-11-10']);
    expect(await billed('eligible')).toEqual({ total: -89.25, lines: ['-21 × 4.25'] });
  });

  test('an election that excludes under the name of one that includes ends it today: nights 1 to 9 stay', async () => {
    const named = { electionId: 'property:beach', scopeType: 'PROPERTY', scopeId: 'beach' } as const;
    const policy = await put('excluded', { coverageElections: [{ ...named, action: 'EXCLUDE' }] });
    expect(rows(policy)).toEqual(['beach 2026-11-01..2026-11-10']);
    expect(await billed('excluded')).toEqual({ total: -89.25, lines: ['-21 × 4.25'] });
  });

  test('an election alone makes a draft stale: of its 30 nights 9 stay', async () => {
    const { id } = await generateInvoice(world, policyId('drafted'));
    const named = { electionId: 'property:beach', scopeType: 'PROPERTY', scopeId: 'beach' } as const;
    await put('drafted', { coverageElections: [{ ...named, action: 'EXCLUDE' }] });
    await world.quiet();
    const params = { path: { id } };
    const { error } = await world.api.PATCH('/api/invoice/{id}/status', { params, body: { status: 'SENT' } });
    expect(error).toMatchObject({ status: 409, total: 38.25 });
  });

  test('a cancellation that is agreed today gives 21 nights back', async () => {
    const policy = await dataOrThrow(cancel('agreed'));
    expect(policy).toMatchObject({
      status: 'CANCELLED',
      cancellation: { effectiveDate: '2026-11-10', reason: 'AGREED' },
    });
    expect(await billed('agreed')).toEqual({ total: -89.25, lines: ['-21 × 4.25'] });
  });

  test('a policy that was not taken up gives all its nights back', async () => {
    const body = { effectiveFrom: '2026-11-01', reason: 'not taken up', status: 'CANCELLED' } as const;
    const cancellation = { effectiveDate: '2026-11-01', reason: 'CORRECTION', note: 'not taken up' };
    expect(await correct('rescinded', body)).toMatchObject({ status: 'CANCELLED', cancellation });
    expect((await billed('rescinded')).total).toBe(-127.5);
  });

  test('a contract that is TERMINATED cancels its policy today; one that is SUSPENDED does not', async () => {
    await moveContract('terminated', 'TERMINATED');
    await moveContract('paused', 'SUSPENDED');
    const cancellation = { effectiveDate: '2026-11-10', reason: 'CONTRACT_TERMINATED', note: null };
    expect(await read('terminated')).toMatchObject({ status: 'CANCELLED', cancellation });
    expect((await billed('terminated')).total).toBe(-89.25);
    expect(await read('paused')).toMatchObject({ status: 'ACTIVE', cancellation: null });
    expect((await billed('paused')).total).toBe(0);
  });

  test('one that the insured asks for takes effect on 10 December at the earliest, ACTIVE until then', async () => {
    const { error } = await cancel('notice', { reason: 'INSURED_REQUEST', effectiveDate: '2026-12-09' });
    expect(error).toMatchObject({ status: 409, earliest: '2026-12-10' });
    const policy = await dataOrThrow(cancel('notice', { reason: 'INSURED_REQUEST' }));
    expect(policy).toMatchObject({ status: 'ACTIVE', cancellation: { effectiveDate: '2026-12-10' } });
  });

  test('a successor from 5 November on that is bound today takes over 26 nights', async () => {
    const previousPolicyId = policyId('handed');
    const property = { propertyId: 'beach', state: 'FL', enrolledDate: '2026-11-05' };
    const body = { organizationId: 'handed', previousPolicyId, termStart: '2026-11-05', ratePerNight: 4.25 };
    const { id } = await dataOrThrow(
      world.api.POST('/api/policy', { body: { ...body, enrolledProperties: [property] } }),
    );
    policies.set('successor', id);
    await movePolicy(world, id, 'ACTIVE');
    expect(await read('handed')).toMatchObject({ status: 'SUPERSEDED', supersededByPolicyId: id });
    expect(await billed('handed')).toEqual({ total: -110.5, lines: ['-26 × 4.25'] });
    expect(await billed('successor')).toEqual({ total: 110.5, lines: ['26 × 4.25'] });
  });

  test('a new policy that names a new p9, and the beach house, has them: the broad one never has p9', async () => {
    await put('broad', { coverageElections: [everything] });
    const include = (propertyId: string) => ({ propertyId, state: 'FL', enrolledDate: '2026-11-10' });
    const body = { organizationId: 'broad', termStart: '2026-11-01', termEnd: '2027-10-31', ratePerNight: 4.25 };
    const enrolledProperties = [include('p9'), include('beach')];
    const { id } = await dataOrThrow(world.api.POST('/api/policy', { body: { ...body, enrolledProperties } }));
    policies.set('naming', id);
    await movePolicy(world, id, 'ACTIVE');
    expect(covering(await read('broad'))).toEqual(['beach 2026-11-01..2026-11-10']);
    expect(await billed('broad')).toEqual({ total: -89.25, lines: ['-21 × 4.25'] });
    expect((await billed('naming')).total).toBe(2 * 89.25);
  });

  test('a policy that was never ACTIVE bills its deposit, and gives all of it back', async () => {
    const property = { propertyId: 'beach', state: 'FL', enrolledDate: '2026-09-21' };
    const body = {
      organizationId: 'deposit',
      termStart: '2026-09-21',
      ratePerNight: 4.25,
      enrolledProperties: [property],
    };
    const { id } = await dataOrThrow(world.api.POST('/api/policy', { body }));
    policies.set('deposit', id);
    await world.quiet();
    const invoice = await generateInvoice(world, id);
    expect(invoice.total).toBe(301.75);
    expect(invoice.lineItems.reduce((nights, { quantity }) => nights + quantity, 0)).toBe(71);
    const sending = { params: { path: { id: invoice.id } }, body: { status: 'SENT' as const } };
    await dataOrThrow(world.api.PATCH('/api/invoice/{id}/status', sending));
    await dataOrThrow(cancel('deposit'));
    expect((await billed('deposit')).total).toBe(-301.75);
  });
});

describe('on 10 November, with nothing billed', () => {
  test('a rate of 5.00 from today makes November dearer by 15.75: nights 1 to 9 keep theirs', async () => {
    await put('endorsed', { ratePerNight: 5 });
    expect(await billed('endorsed')).toEqual({ total: 127.5 + 15.75, lines: ['9 × 4.25', '21 × 5'] });
  });

  test('a correction to 4.00 from 1 November makes it cheaper by 7.50', async () => {
    await correct('corrected', { effectiveFrom: '2026-11-01', reason: 'agreed so', ratePerNight: 4 });
    expect(await billed('corrected')).toEqual({ total: 127.5 - 7.5, lines: ['30 × 4'] });
  });
});

describe('later', () => {
  test('a policy cancelled on the 10th is credited at night; reinstated on the 20th, its nights are charged again', async () => {
    await dataOrThrow(cancel('reinstated'));
    expect((await billed('reinstated')).total).toBe(-89.25);
    await world.goTo('2026-11-20');
    const body = { effectiveFrom: '2026-11-10', reason: 'Paid after all', status: 'ACTIVE' } as const;
    expect(await correct('reinstated', body)).toMatchObject({ status: 'ACTIVE', cancellation: null });
    expect(rows(await read('reinstated'))).toEqual(['beach 2026-11-01..']);
    expect((await billed('reinstated')).total).toBe(89.25);
  });

  test('when a policy that names houses ends, the broad one takes them', async () => {
    await dataOrThrow(cancel('naming'));
    expect(covering(await read('broad'))).toContain('beach 2026-11-20..');
    expect((await billed('naming')).total).toBe(2 * 42.5);
    // Of the 21 nights that came back by a credit note, and of those of p9, the last 11 are covered again.
    expect((await billed('broad')).total).toBe(2 * 46.75);
  });

  test('the insured’s cancellation shows from its day', async () => {
    await world.goTo('2026-12-09');
    expect(await read('notice')).toMatchObject({ status: 'ACTIVE' });
    await world.goTo('2026-12-10');
    expect(await read('notice')).toMatchObject({ status: 'CANCELLED', activeEnrollments: [] });
  });
});

test('a contract with a term changed to 24 months ends on 31 October 2028', async () => {
  const { contractId } = await read('endorsed');
  const params = { path: { id: contractId! } };
  const contract = await dataOrThrow(world.api.PUT('/api/contract/{id}', { params, body: { termMonths: 24 } }));
  expect(contract.expirationDate).toBe('2028-10-31');
});
