import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { dataOrThrow, type Resource } from '@staycover/client';
import { collect, generateInvoice, movePolicy, startPolicy } from '../testing/steps.ts';
import { startWorld, type World } from '../testing/world.ts';

jest.setTimeout(180_000);

const organizationId = 'acme';
let world: World;
let policy: string;

/** Beach House, covered from November on; November is billed and paid: 33.00 of 127.50 are the loss fund's. */
beforeAll(async () => {
  world = await startWorld('2026-11-01');
  const property = { propertyId: 'beach', propertyName: 'Beach House', state: 'FL', enrolledDate: '2026-11-01' };
  policy = await startPolicy(world, {
    crmDealId: 'D-1',
    organizationId,
    effectiveDate: '2026-11-01',
    termMonths: 12,
    baseRatePerNight: 4.25,
    policy: { lossFundRatePerNight: 1.1, enrolledProperties: [property] },
  });
  await world.quiet();
  const { id } = await generateInvoice(world, policy);
  await collect(world, id);
  await world.goTo('2026-11-20');
  await world.quiet();
  await book('RES-1', '2026-11-12', '2026-11-15');
});

afterAll(() => world.stop());

const at = (id: string) => ({ params: { path: { id } } });

/** A stay at Beach House, with cover of 3,000 and a deductible of 250. */
const book = (reservationReferenceId: string, arrivalDate: string, departureDate: string) =>
  dataOrThrow(
    world.api.POST('/api/reservation', {
      body: {
        organizationId,
        reservationReferenceId,
        arrivalDate,
        departureDate,
        propertyId: 'beach',
        selectedPolicies: [{ policyName: 'Damage', damageCoverage: 3_000, deductible: 250, price: 24.9 }],
      },
    }),
  );

/** A claim that is ready to be decided. */
const reviewed = async (
  reservationReferenceId: string,
  damageDate: string,
  estimateAmount: number,
): Promise<string> => {
  const damageDescription = 'The television fell off the wall.';
  const { id } = await dataOrThrow(
    world.api.POST('/api/claim', {
      body: { organizationId, reservationReferenceId, damageDate, damageDescription, estimateAmount },
    }),
  );
  await dataOrThrow(world.api.PATCH('/api/claim/{id}/status', { ...at(id), body: { status: 'UNDER_REVIEW' } }));
  return id;
};

const approve = (id: string) => world.api.POST('/api/claim/{id}/decision', { ...at(id), body: { outcome: 'APPROVE' } });

const decided = async (estimateAmount: number): Promise<Resource<'Claim'>> =>
  dataOrThrow(approve(await reviewed('RES-1', '2026-11-13', estimateAmount)));

const paid = (id: string, amount: number) =>
  world.api.POST('/api/claim/{id}/payouts', { ...at(id), body: { amount, payee: 'Acme Stays LLC', reference: 'W-1' } });

test('cover 3,000, deductible 250: 1,000 pays 750; then 2,500 has 2,000 left, pays 1,750; a third nothing', async () => {
  const claims = [await decided(1_000), await decided(2_500), await decided(500)];
  expect(claims.map(({ cover, decision, policyId }) => [policyId, cover?.used, decision?.approvedAmount])).toEqual([
    [policy, 0, 750],
    [policy, 1_000, 1_750],
    [policy, 3_000, 0],
  ]);
  const [first, second] = claims as [Resource<'Claim'>, Resource<'Claim'>];
  expect((await dataOrThrow(paid(first.id, 750))).statusName).toBe('PAID');
  expect((await paid(first.id, 1)).response.status).toBe(409);
  expect((await dataOrThrow(paid(second.id, 1_000))).reserveAmount).toBe(750);

  const query = { organizationId, month: '2026-11' };
  const bordereau = await dataOrThrow(world.api.GET('/api/report/claims-bordereau', { params: { query } }));
  expect(bordereau.map((row) => [row.status, row.approvedAmount, row.paidThisMonth, row.reserveOutstanding])).toEqual([
    ['PAID', 750, 750, 0],
    ['APPROVED', 1_750, 1_000, 750],
    ['APPROVED', 0, 0, 0],
  ]);
});

test('the fund pays up to its balance, the rest is retained premium; reports add up to the ledgers', async () => {
  const period = { organizationId, from: '2026-11-01', to: '2026-11-30' };
  const funds = await dataOrThrow(world.api.GET('/api/report/loss-fund', { params: { query: period } }));
  expect(funds).toEqual([
    {
      policyId: policy,
      currency: 'USD',
      opening: 0,
      collected: 33,
      reversed: 0,
      reserved: 33,
      released: 0,
      paid: 1_750,
      closing: 0,
    },
  ]);
  const month = { organizationId, month: '2026-11' };
  const premium = await dataOrThrow(world.api.GET('/api/report/premium-bordereau', { params: { query: month } }));
  expect(premium.map((row) => [row.nights, row.premium, row.lossFund, row.collected, row.policyReference])).toEqual([
    [30, 94.5, 33, 127.5, expect.stringMatching(/^POL-/)],
  ]);
  const asOf = { organizationId, asOf: '2026-11-20' };
  const [owed] = await dataOrThrow(world.api.GET('/api/report/receivables', { params: { query: asOf } }));
  expect(owed).toMatchObject({ currency: 'USD', balance: 0 });
});

test('a claim of a suspended night is not approved', async () => {
  await movePolicy(world, policy, 'SUSPENDED');
  await book('RES-2', '2026-11-20', '2026-11-22');
  const id = await reviewed('RES-2', '2026-11-20', 1_000);
  const { response, error } = await approve(id);
  expect([response.status, error?.reason]).toEqual([409, 'SUSPENDED']);
});
