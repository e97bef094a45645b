import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { dataOrThrow } from '@staycover/client';
import { httpClient } from '@staycover/testing';
import { generateInvoice, readPolicy, startPolicy } from '../testing/steps.ts';
import { startWorld, type World } from '../testing/world.ts';

jest.setTimeout(180_000);

let world: World;
let http: ReturnType<typeof httpClient>;
let policyId: string;

/** Beach House at 4.25 a night since 1 November, which is billed and SENT; today is the 10th. */
beforeAll(async () => {
  world = await startWorld('2026-11-01');
  http = httpClient(world.gatewayUrl);
  const property = { propertyId: 'beach', propertyName: 'Beach House', state: 'FL', enrolledDate: '2026-11-01' };
  policyId = await startPolicy(world, {
    crmDealId: 'D-1',
    organizationId: 'acme',
    effectiveDate: '2026-11-01',
    termMonths: 12,
    baseRatePerNight: 4.25,
    policy: { lossFundRatePerNight: 1.1, supportedStates: ['FL', 'GA'], enrolledProperties: [property] },
  });
  const { id } = await generateInvoice(world, policyId);
  await http.patch(`/api/invoice/${id}/status`, { status: 'SENT' });
  await world.goTo('2026-11-10');
});

afterAll(() => world.stop());

const quote = (change?: unknown, id = policyId) => http.post(`/api/invoice/generate/${id}?dryRun=true`, change);
const long = Array.from({ length: 500 }, () => 'x'.repeat(255));
const problemSlug = ({ body }: { body: { type: string } }) => body.type.split('/').at(-1);

const stored = async () => ({
  policy: await readPolicy(world, policyId),
  changes: await dataOrThrow(world.api.GET('/api/policy/{id}/changes', { params: { path: { id: policyId } } })),
  invoices: await dataOrThrow(world.api.GET('/api/invoice')),
});

describe('a quote', () => {
  let before: Awaited<ReturnType<typeof stored>>;
  beforeEach(async () => {
    before = await stored();
  });

  test.each<[string, object, number]>([
    ['without changes equals the bill', {}, 0],
    ['of a cancellation today', { status: 'CANCELLED' }, -89.25],
    [
      'of one that is noticed 11 nights before the month ends',
      { status: 'CANCELLED', effectiveDate: '2026-11-20' },
      -46.75,
    ],
    ['of a suspension', { status: 'SUSPENDED' }, -89.25],
    ['of a rate of 5.00 from today', { ratePerNight: 5 }, 15.75],
    ['of a rate of 5.00 from the 21st', { ratePerNight: 5, effectiveFrom: '2026-11-21' }, 7.5],
    ['of states that hold the property no more', { supportedStates: ['GA'] }, -89.25],
    ['of a name', { name: 'Renamed' }, 0],
    [
      'of a house more, at a rate of its own',
      {
        coverageElections: [
          { scopeType: 'PROPERTY', scopeId: 'beach', action: 'INCLUDE' },
          {
            scopeType: 'PROPERTY',
            scopeId: 'lodge',
            action: 'INCLUDE',
            rateOverridePerNight: 6,
            property: { propertyId: 'lodge', state: 'GA' },
          },
        ],
      },
      126,
    ],
  ])('%s', async (_what, change, total) => {
    expect(await quote(change)).toMatchObject({ status: 200, body: { id: null, invoiceReference: null, total } });
    expect(await stored()).toEqual(before);
  });

  test.each<[string, unknown, number, string, object]>([
    [
      'a day that is past',
      { status: 'CANCELLED', effectiveDate: '2026-11-09' },
      409,
      'retroactive-change',
      { earliest: '2026-11-10' },
    ],
    [
      'less notice than the contract wants',
      { status: 'CANCELLED', reason: 'INSURED_REQUEST', effectiveDate: '2026-11-11' },
      409,
      'notice-too-short',
      { earliest: '2026-12-10' },
    ],
    ['a state that cannot be', { status: 'PENDING' }, 409, 'invalid-transition', { from: 'ACTIVE', to: 'PENDING' }],
    ['another first day', { termStart: '2026-11-05' }, 409, 'retroactive-change', {}],
    ['a state that there is not', { status: 'GONE' }, 400, 'invalid-request', { errors: [{ pointer: '/status' }] }],
    [
      'a state together with members',
      { status: 'CANCELLED', ratePerNight: 5 },
      400,
      'invalid-request',
      { errors: [{ pointer: '/status' }] },
    ],
    ['a reason without a state', { reason: 'AGREED' }, 400, 'invalid-request', { errors: [{ pointer: '/status' }] }],
    ['a negative rate', { ratePerNight: -1 }, 400, 'invalid-request', { errors: [{ pointer: '/ratePerNight' }] }],
    [
      'what the policy refuses in itself',
      { minNights: 5, maxNights: 2 },
      400,
      'invalid-request',
      { errors: [{ pointer: '/maxNights' }] },
    ],
    [
      'an element of a list',
      { supportedStates: [7] },
      400,
      'invalid-request',
      { errors: [{ pointer: '/supportedStates/0' }] },
    ],
    ['a list', [], 400, 'invalid-request', {}],
    [
      'too long a period',
      {
        supportedStates: long,
        supportedCountries: long,
        excludedPropertyTypes: long,
        coveredCategories: long,
        categoryExclusions: [{ text: 'y'.repeat(60_000) }],
      },
      413,
      'payload-too-large',
      {},
    ],
  ])('refuses %s', async (_what, change, status, slug, members) => {
    const answer = await quote(change);
    expect([answer.status, problemSlug(answer)]).toEqual([status, slug]);
    expect(answer.body).toMatchObject(members);
    expect(await stored()).toEqual(before);
  });

  test('is of a policy that is there', async () => {
    expect(await quote({ status: 'CANCELLED' }, '01a1fba2-979a-76f5-8dc6-ac0cf546681c')).toMatchObject({ status: 404 });
  });

  test('is of JSON', async () => {
    const path = `/api/invoice/generate/${policyId}?dryRun=true`;
    const answers = [
      await http.raw('POST', path, '{', { 'Content-Type': 'application/json' }),
      await http.raw('POST', path, 'status=CANCELLED', { 'Content-Type': 'application/x-www-form-urlencoded' }),
    ];
    expect(answers.map((answer) => [answer.status, problemSlug(answer)])).toEqual([
      [400, 'malformed-json'],
      [415, 'unsupported-media-type'],
    ]);
  });
});

test('the quoted price is the billed price', async () => {
  const { body: quoted } = await quote({ ratePerNight: 5 });
  await http.put(`/api/policy/${policyId}`, { ratePerNight: 5 });
  await world.quiet();
  const { body: made } = await http.post(`/api/invoice/generate/${policyId}`);
  expect(made.total).toBe(quoted.total);
});
