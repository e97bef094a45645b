import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { inboundEvents } from '@staycover/events';
import { httpClient } from '@staycover/testing';
import { startWorld, type World } from '../testing/world.ts';

jest.setTimeout(180_000);

let world: World;
let http: ReturnType<typeof httpClient>;

beforeAll(async () => {
  world = await startWorld('2026-11-10');
  http = httpClient(world.gatewayUrl);
});

afterAll(() => world.stop());

const problemSlug = (body: { type: string }) => body.type.split('/').at(-1);
const house = (more = {}) => ({
  propertyId: 'beach',
  propertyName: 'Beach House',
  state: 'FL',
  enrolledDate: '2026-11-01',
  ...more,
});

/** A bound policy for the year from 1 November 2026. */
const createPolicy = async (organizationId: string, members: object, houses: object[] = [house()]): Promise<string> => {
  const term = { termStart: '2026-11-01', termEnd: '2027-10-31' };
  const made = await http.post('/api/policy', { organizationId, ...term, enrolledProperties: houses, ...members });
  expect(made.status).toBe(201);
  await http.patch(`/api/policy/${made.body.id}/status`, { status: 'ACTIVE' });
  await world.quiet();
  return made.body.id;
};

const generate = async (policyId: string) => (await http.post(`/api/invoice/generate/${policyId}`)).body;
const preview = async (policyId: string) => (await http.post(`/api/invoice/generate/${policyId}?dryRun=true`)).body;
const move = (id: string, status: string) => http.patch(`/api/invoice/${id}/status`, { status });
const sent = async (policyId: string) => (await move((await generate(policyId)).id, 'SENT')).body;
const amounts = ({ lineItems }: { lineItems: { amount: number }[] }) => lineItems.map(({ amount }) => amount);

const order = (organizationId: string, policyId: string, orderId: string, stays: [string, string, string][]) =>
  world.deliver(inboundEvents.orderConfirmed, {
    organizationId,
    policyId,
    orderId,
    lines: stays.map(([propertyId, arrivalDate, departureDate], i) => ({
      orderLineId: `${orderId}-${i}`,
      propertyId,
      arrivalDate,
      departureDate,
      nights: Temporal.PlainDate.from(arrivalDate).until(departureDate).days,
    })),
  });

describe('a month rate of 120', () => {
  test.each([
    ['2026-11-01', 120],
    ['2026-11-10', 84],
  ])('from %s on bills %d for November', async (enrolledDate, total) => {
    const id = await createPolicy(`month-${enrolledDate}`, { ratePerMonth: 120 }, [house({ enrolledDate })]);
    const invoice = await generate(id);
    expect(invoice).toMatchObject({ total, lineItems: [{ unitPrice: 4 }] });
  });
});

describe('a rate per reservation of 9', () => {
  test('for 29 November to 2 December is 6.00 and 3.00; missing and unknown nights are listed', async () => {
    const members = { billingFrequency: 'PER_RESERVATION', ratePerReservation: 9, minNights: 3 };
    const id = await createPolicy('stays', members);
    await order('stays', id, 'O-1', [['beach', '2026-11-29', '2026-12-02']]);
    await order('stays', id, 'O-2', [
      ['beach', '2026-11-20', '2026-11-21'],
      ['cabin', '2026-11-20', '2026-11-25'],
    ]);
    expect(amounts(await preview(id))).toEqual([6]);
    expect((await preview(id)).notBilled).toEqual(
      expect.arrayContaining([
        { propertyId: 'beach', orderId: 'O-2', nights: 1, reason: 'STAY_TOO_SHORT' },
        { propertyId: 'cabin', orderId: 'O-2', nights: 5, reason: 'NOT_ENROLLED' },
      ]),
    );
    expect((await sent(id)).total).toBe(6);
    await world.goTo('2026-12-01');
    expect(amounts(await preview(id))).toEqual([3]);
  });
});

describe('credits', () => {
  test('are cumulative: 2 nights at 0.125 are 0.25, and come back as −0.12, then −0.13', async () => {
    await world.goTo('2026-12-01');
    const house2 = { enrolledDate: '2026-12-01', unenrolledDate: '2026-12-03' };
    const id = await createPolicy('eighths', { ratePerNight: 0.125 }, [house(house2)]);
    expect((await sent(id)).total).toBe(0.25);
    const until = async (effectiveTo: string | undefined, action = 'INCLUDE') => {
      const election = {
        electionId: 'property:beach',
        scopeType: 'PROPERTY',
        scopeId: 'beach',
        action,
        effectiveFrom: '2026-12-01',
      };
      const body = {
        effectiveFrom: '2026-12-01',
        reason: 'shorter',
        coverageElections: [{ ...election, effectiveTo }],
      };
      expect((await http.post(`/api/policy/${id}/correction`, body)).status).toBe(200);
      await world.quiet();
      return sent(id);
    };
    expect((await until('2026-12-01')).total).toBe(-0.12);
    expect((await until(undefined, 'EXCLUDE')).total).toBe(-0.13);
  });
});

describe('tax', () => {
  test('of 5 % in `fl` on 94.50 is 4.73; ten of thirty nights back are −1.58', async () => {
    const rate = { effectiveFrom: '2026-01-01', percent: 5 };
    expect((await http.put('/api/tax-rate/zz/INSURANCE_PREMIUM', rate)).body.stateCode).toBe('ZZ');
    const members = { ratePerNight: 4.25, lossFundRatePerNight: 1.1 };
    const id = await createPolicy('taxed', members, [
      house({ state: 'zz', enrolledDate: '2026-12-01', unenrolledDate: '2026-12-31' }),
    ]);
    expect(await sent(id)).toMatchObject({ subtotal: 127.5, tax: 4.73, total: 132.23 });
    await http.patch(`/api/policy/${id}/status`, { status: 'CANCELLED', effectiveDate: '2026-12-21' });
    await world.quiet();
    expect(await sent(id)).toMatchObject({ subtotal: -42.5, tax: -1.58, total: -44.08 });
  });
});

describe('one draft', () => {
  test('is refused when its policy made it cheaper: draft-stale with the total; then it is generated again', async () => {
    await world.goTo('2026-12-10');
    const id = await createPolicy('stale', { ratePerNight: 4.25, termStart: '2026-12-01', termEnd: '2027-11-30' }, [
      house({ enrolledDate: '2026-12-01', unenrolledDate: '2026-12-31' }),
    ]);
    const draft = await generate(id);
    expect(draft.total).toBe(127.5);
    await http.patch(`/api/policy/${id}/status`, { status: 'CANCELLED' });
    await world.quiet();
    const stale = await move(draft.id, 'SENT');
    expect([stale.status, problemSlug(stale.body), stale.body.total]).toEqual([409, 'draft-stale', 38.25]);
    expect(await generate(id)).toMatchObject({ id: draft.id, total: 38.25 });
    expect((await move(draft.id, 'SENT')).body.status).toBe('SENT');
  });

  test('moves with the period: credits and charges of all months meet on it', async () => {
    const id = await createPolicy('moving', { ratePerNight: 4 }, [house({ enrolledDate: '2026-12-01' })]);
    const draft = await generate(id);
    expect(draft).toMatchObject({ periodEnd: '2026-12-31', total: 124 });
    await world.goTo('2027-01-05');
    const again = await http.post(`/api/invoice/generate/${id}`);
    expect(again).toMatchObject({ status: 200, body: { id: draft.id, periodEnd: '2027-01-31', total: 248 } });
  });
});

describe('a quarter from November', () => {
  test('is billed to 31 January, and a house of January with the next', async () => {
    const members = { ratePerNight: 1, billingFrequency: 'QUARTERLY' };
    const id = await createPolicy('quarterly', members, [house({ enrolledDate: '2026-11-01' })]);
    expect(await sent(id)).toMatchObject({ periodEnd: '2027-01-31', total: 92 });
    await world.goTo('2027-02-01');
    expect(await preview(id)).toMatchObject({ periodEnd: '2027-04-30', total: 89 });
  });
});

describe('unknown prices', () => {
  test.each([
    ['GET', '/api/invoice?policyId=x', '?policyId'],
    ['GET', '/api/payment?policyId=x', '?policyId'],
    ['POST', '/api/invoice/generate/01a1fba2-979a-76f5-8dc6-ac0cf546681c?dry=1', '?dry'],
  ])('%s %s is refused', async (method, path, pointer) => {
    const { status, body } = await http.raw(method, path);
    expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
  });

  test.each(['AFA', 'XXX', 'EURO'])('the currency %s is none', async (currency) => {
    const { status, body } = await http.post('/api/policy', { organizationId: 'money', currency });
    expect([status, body.errors[0].pointer]).toEqual([400, '/currency']);
  });

  test('a night without a price is not billed, but named', async () => {
    const id = await createPolicy('free', {}, [house({ enrolledDate: '2027-02-01' })]);
    expect(await preview(id)).toMatchObject({
      total: 0,
      notBilled: [{ propertyId: 'beach', nights: 28, reason: 'NO_RATE' }],
    });
  });
});
