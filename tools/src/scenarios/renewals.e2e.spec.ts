import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { dataOrThrow, type Resource } from '@staycover/client';
import { generateInvoice, movePolicy, readPolicy, startPolicy } from '../testing/steps.ts';
import { startWorld, type World } from '../testing/world.ts';

jest.setTimeout(180_000);

let world: World;
const policies = new Map<string, string>();

type Deal = Omit<Resource<'DealBody'>, 'crmDealId' | 'organizationId'>;

/** A policy at 4 a night for the year from 1 November 2026, with a table that has 5 since the summer. */
const newPolicy = async (organizationId: string, deal: Deal = {}): Promise<void> => {
  const version = { version: 1, effectiveFrom: '2027-06-21', ratePerNight: 5 };
  const terms = { effectiveDate: '2026-11-01', termMonths: 12, baseRatePerNight: 4 };
  const property = { propertyId: 'beach', propertyName: 'Beach House', state: 'FL', enrolledDate: '2026-11-01' };
  const policy = { rateTableVersions: [version], enrolledProperties: [property] };
  policies.set(
    organizationId,
    await startPolicy(world, { crmDealId: 'D-1', organizationId, ...terms, ...deal, policy }),
  );
};

const policyId = (organizationId: string): string => policies.get(organizationId)!;
const read = (organizationId: string) => readPolicy(world, policyId(organizationId));
const readRecord = async (organizationId: string): Promise<Resource<'RenewalRecord'>> => {
  const params = { path: { policyId: policyId(organizationId) } };
  return (await dataOrThrow(world.api.GET('/api/renewal/policy/{policyId}', { params }))).at(-1)!;
};
const decide = async (organizationId: string, body: Resource<'RenewalStatusBody'>): Promise<void> => {
  const { id } = await readRecord(organizationId);
  await dataOrThrow(world.api.PATCH('/api/renewal/{id}/status', { params: { path: { id } }, body }));
  await world.quiet();
};
const put = async (organizationId: string, body: Resource<'UpdatePolicyBody'>): Promise<void> => {
  await dataOrThrow(world.api.PUT('/api/policy/{id}', { params: { path: { id: policyId(organizationId) } }, body }));
  await world.quiet();
};

const organizations = ['steady', 'negotiated', 'declined', 'undecided', 'leaving', 'cancelled', 'returning'];

beforeAll(async () => {
  world = await startWorld('2026-11-01');
  for (const organizationId of organizations) await newPolicy(organizationId);
  await newPolicy('halved', { renewalTermMonths: 6 });
});

afterAll(() => world.stop());

test('20 days before the end of the term the policy and the upcoming list show the renewal that is open', async () => {
  await world.goTo('2027-10-11');
  const record = await readRecord('steady');
  expect(record).toMatchObject({ status: 'SCHEDULED', newTermStart: '2027-11-01', newTermEnd: '2028-10-31' });
  expect((await read('steady')).currentRenewalId).toBe(record.id);
  const upcoming = await dataOrThrow(world.api.GET('/api/renewal/upcoming', { params: { query: { days: 20 } } }));
  expect(upcoming.find(({ id }) => id === policyId('steady'))?.currentRenewalId).toBe(record.id);
});

test('a table of 5 since summer over a flat 4 renews from 5 to 5, without a review', async () => {
  expect(await readRecord('steady')).toMatchObject({ previousRate: 5, newRate: 5, status: 'SCHEDULED' });
});

test('a new term has the months that the contract renews by', async () => {
  expect(await readRecord('halved')).toMatchObject({ newTermStart: '2027-11-01', newTermEnd: '2028-04-30' });
});

test('persons and policies decide on renewals until the term ends', async () => {
  await decide('negotiated', { status: 'SCHEDULED', newRate: 4.4 });
  await decide('declined', { status: 'CANCELLED' });
  await put('leaving', { autoRenew: false });
  await put('returning', { autoRenew: false });
  const cancelled = { status: 'CANCELLED', effectiveDate: '2027-11-01' } as const;
  const params = { path: { id: policyId('cancelled') } };
  await dataOrThrow(world.api.PATCH('/api/policy/{id}/status', { params, body: cancelled }));
  await movePolicy(world, policyId('undecided'), 'SUSPENDED');
  for (const organizationId of ['leaving', 'returning', 'cancelled'])
    expect(await readRecord(organizationId)).toMatchObject({ status: 'CANCELLED', lastModifiedBy: 'renewal-job' });
  await put('returning', { autoRenew: true });
  await world.goTo('2027-10-20');
  expect(await readRecord('returning')).toMatchObject({ status: 'SCHEDULED' });
});

test('on its last day policies renew, or wait for a person; the day after, the others have ended', async () => {
  await world.goTo('2027-10-31');
  for (const organizationId of ['steady', 'negotiated', 'halved', 'returning'])
    expect(await readRecord(organizationId)).toMatchObject({ status: 'COMPLETED' });
  expect(await readRecord('undecided')).toMatchObject({ status: 'MANUAL_REVIEW' });
  await world.goTo('2027-11-01');
  expect((await read('declined')).status).toBe('EXPIRED');
  expect((await read('leaving')).status).toBe('EXPIRED');
  expect((await read('cancelled')).status).toBe('CANCELLED');
  expect(await read('halved')).toMatchObject({ status: 'ACTIVE', termEnd: '2028-04-30' });
});

test('4.40 that a person set against 5 is what the new term bills', async () => {
  expect(await readRecord('negotiated')).toMatchObject({ previousRate: 5, newRate: 4.4 });
  const { lineItems } = await generateInvoice(world, policyId('negotiated'));
  const rates = lineItems.map(({ stayMonth, quantity, unitPrice }) => `${stayMonth} ${quantity} × ${unitPrice}`);
  expect(rates.slice(-2)).toEqual(['2027-10 31 × 5', '2027-11 30 × 4.4']);
});

test('a renewal undecided for 30 days is CANCELLED, and the policy EXPIRED with the next sweep', async () => {
  await world.goTo('2027-11-29');
  expect(await readRecord('undecided')).toMatchObject({ status: 'MANUAL_REVIEW' });
  await world.goTo('2027-11-30');
  expect(await readRecord('undecided')).toMatchObject({ status: 'CANCELLED' });
  // The sweep of that day may come before or after.
  expect(['SUSPENDED', 'EXPIRED']).toContain((await read('undecided')).status);
  await world.goTo('2027-12-01');
  expect((await read('undecided')).status).toBe('EXPIRED');
});
