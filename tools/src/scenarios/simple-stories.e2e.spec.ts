import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { billingEvents, contractEvents } from '@staycover/events';
import { httpClient } from '@staycover/testing';
import { startWorld, type World } from '../testing/world.ts';

jest.setTimeout(180_000);

// The view of a client that only knows the original interface: later features must not change it.

let world: World;
let http: ReturnType<typeof httpClient>;

beforeAll(async () => {
  world = await startWorld('2026-11-10');
  http = httpClient(world.gatewayUrl);
});

afterAll(() => world.stop());

const problemSlug = (body: { type: string }) => body.type.split('/').at(-1);
const property = (propertyId: string, more = {}) => ({ propertyId, propertyName: propertyId, state: 'FL', ...more });

/** A new policy of three properties at 4.25 a night, from the 10th on: 21 nights each this month. */
const newPolicy = async (organizationId: string) => {
  const enrolledProperties = ['p1', 'p2', 'p3'].map((id) => property(id));
  const body = { organizationId, ratePerNight: 4.25, lossFundRatePerNight: 1.1, enrolledProperties };
  return http.post('/api/policy', body);
};

const generateDraft = async (organizationId: string) => {
  const { body: policy } = await newPolicy(organizationId);
  const { body } = await http.post(`/api/invoice/generate/${policy.id}`);
  return body;
};

const moveInvoice = (id: string, status: string) => http.patch(`/api/invoice/${id}/status`, { status });

describe('a deal', () => {
  const deal = { crmDealId: 'D-1', organizationId: 'dealers', signatoryName: 'Dana Reyes', baseRatePerNight: '4.25' };
  const close = () => http.post('/api/webhook/crm/deal-closed', deal);

  test('makes a contract and a policy, and sent twice it makes one contract', async () => {
    const [first, second] = [await close(), await close()];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.id).toBe(first.body.id);
    await world.quiet();
    const contracts = world.events
      .of(contractEvents.dealClosed)
      .filter(({ data }) => data.crmDealId === deal.crmDealId);
    const policies = (await http.get('/api/policy?organizationId=dealers')).body;
    expect(contracts.map(({ data }) => data.contract.id)).toEqual([first.body.id]);
    expect(policies).toMatchObject([{ contractId: first.body.id, status: 'PENDING', ratePerNight: 4.25 }]);
    expect(await http.get(`/api/contract/${first.body.id}`)).toMatchObject({ status: 200, body: { status: 'DRAFT' } });
  });
});

describe('a policy', () => {
  test('is 201 PENDING, and its properties are active', async () => {
    const { status, body } = await newPolicy('actives');
    expect([status, body.status]).toEqual([201, 'PENDING']);
    expect(body.enrolledProperties).toHaveLength(3);
    expect(body.activeEnrollments.map((one: { active: boolean }) => one.active)).toEqual([true, true, true]);
  });

  test('changes only the members of a PUT, and nothing for equal values', async () => {
    const { body: policy } = await newPolicy('partial');
    const renamed = await http.put(`/api/policy/${policy.id}`, { name: 'Renamed' });
    expect(renamed.body).toEqual({
      ...policy,
      name: 'Renamed',
      version: policy.version + 1,
      lastModifiedDate: renamed.body.lastModifiedDate,
    });
    const { ratePerNight, termStart, termEnd, currency: _currency, supportedStates } = renamed.body;
    const same = await http.put(`/api/policy/${policy.id}`, { ratePerNight, termStart, termEnd, supportedStates });
    expect(same).toMatchObject({ status: 200, body: renamed.body });
  });

  test('keeps a PUT of values that hold after it was ACTIVE, too', async () => {
    const { body: policy } = await newPolicy('bound');
    const bound = await http.patch(`/api/policy/${policy.id}/status`, { status: 'ACTIVE' });
    expect([bound.status, bound.body.status]).toEqual([200, 'ACTIVE']);
    const { ratePerNight, termStart, termEnd, minNights } = bound.body;
    const same = await http.put(`/api/policy/${policy.id}`, { ratePerNight, termStart, termEnd, minNights });
    expect(same).toMatchObject({ status: 200, body: bound.body });
  });

  test('cannot be enrolled in by hand: 410, always', async () => {
    const { body: policy } = await newPolicy('enrollers');
    const { status, body } = await http.post(`/api/policy/${policy.id}/enroll`, [property('p4')]);
    expect([status, typeof body.message]).toEqual([410, 'string']);
  });
});

describe('an invoice', () => {
  test('is 201 DRAFT also while the policy is PENDING, then 200 with the same id', async () => {
    const { body: policy } = await newPolicy('drafts');
    const first = await http.post(`/api/invoice/generate/${policy.id}`);
    const second = await http.post(`/api/invoice/generate/${policy.id}`);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(first.body).toMatchObject({ status: 'DRAFT', total: 267.75, organizationPolicyId: policy.id });
    expect(second.body).toEqual(first.body);
    expect(first.body.lineItems.map((line: { amount: number }) => line.amount)).toEqual([89.25, 89.25, 89.25]);
  });

  test('gets a line more, and loses it again', async () => {
    const draft = await generateDraft('liners');
    const line = { description: 'Late fee', amountPennies: 1234, category: 'INSURANCE_PREMIUM' };
    const added = await http.post(`/api/invoice/${draft.id}/line-items`, line);
    expect(added).toMatchObject({ status: 200, body: { total: 280.09, subtotal: 280.09 } });
    const { lineItems } = added.body;
    expect(lineItems.at(-1)).toMatchObject({ manual: true, orderId: null, amount: 12.34, description: 'Late fee' });
    const removed = await http.delete(`/api/invoice/${draft.id}/line-items/${lineItems.length - 1}`);
    expect(removed).toMatchObject({ status: 200, body: { total: 267.75 } });
    expect(removed.body.lineItems).toEqual(draft.lineItems);
    const immutable = await http.delete(`/api/invoice/${draft.id}/line-items/0`);
    expect([immutable.status, problemSlug(immutable.body)]).toEqual([409, 'order-line-immutable']);
    expect((await http.delete(`/api/invoice/${draft.id}/line-items/9`)).status).toBe(404);
  });

  test('cannot be sent without a payment provider: 409, in whatever state', async () => {
    const { id } = await generateDraft('senders');
    for (const status of [undefined, 'SENT', 'PAID']) {
      if (status) await moveInvoice(id, status);
      const answer = await http.post(`/api/invoice/${id}/send`);
      expect([answer.status, problemSlug(answer.body)]).toEqual([409, 'payment-provider-not-configured']);
      expect((await http.get(`/api/invoice/${id}`)).body.status).toBe(status ?? 'DRAFT');
    }
  });

  test('goes SENT and PAID at once, and publishes its reserve splits once', async () => {
    const { id } = await generateDraft('payers');
    expect(await moveInvoice(id, 'SENT')).toMatchObject({ status: 200, body: { status: 'SENT', paidDate: null } });
    const paid = await moveInvoice(id, 'PAID');
    expect(paid).toMatchObject({ status: 200, body: { status: 'PAID', paidDate: '2026-11-10', amountDue: 0 } });
    expect(paid.body.reserveSplitsPublishedAt).toEqual(expect.any(String));
    expect((await moveInvoice(id, 'PAID')).body).toEqual(paid.body);
    await world.quiet();
    const splits = world.events.of(billingEvents.reserveSplit).filter(({ data }) => data.invoiceId === id);
    expect(splits.map(({ data }) => data.totalCents)).toEqual([26_775]);
    expect(splits[0]!.data.splits).toHaveLength(3);
  });

  test('rejects an illegal transition: 409 with the legal ones', async () => {
    const { id } = await generateDraft('movers');
    const { status, body } = await moveInvoice(id, 'PAID');
    expect([status, problemSlug(body), body.allowed]).toEqual([409, 'invalid-transition', ['SENT', 'VOID']]);
  });

  test('its manual lines never reach a split', async () => {
    const { id } = await generateDraft('manuals');
    await http.post(`/api/invoice/${id}/line-items`, {
      description: 'Fee',
      amountPennies: 5000,
      category: 'ADJUSTMENT',
    });
    await moveInvoice(id, 'SENT');
    expect((await moveInvoice(id, 'PAID')).body).toMatchObject({ status: 'PAID', total: 317.75 });
    await world.quiet();
    const splits = world.events.of(billingEvents.reserveSplit).filter(({ data }) => data.invoiceId === id);
    expect(splits.map(({ data }) => data.totalCents)).toEqual([26_775]);
  });
});
