import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { policyEvents } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually } from '@staycover/testing';
import { type Billing, startBilling } from './testing/billing.ts';
import type { PolicyChanges } from './testing/policy-service.ts';

let t: Billing;

beforeAll(async () => {
  t = await startBilling();
});

beforeEach(() => t.clock.set('2026-11-10T09:30:00Z'));

afterAll(() => t.stop());

type Line = { category: string; stayMonth: string; quantity: number; amount: number; tax: number };

const amounts = ({ lineItems }: { lineItems: Line[] }) =>
  lineItems.map(({ category, stayMonth, quantity, amount }) => [category, stayMonth, quantity, amount]);

/** Changes a policy, of which billing hears. */
const change = async (policyId: string, changes: PolicyChanges) => {
  t.policies.change(policyId, changes);
  const { policy } = t.policies.snapshot(policyId);
  const { organizationId, version } = policy;
  const data = { organizationId, version, policyId, policy, change: null, changesAhead: [] };
  await t.events.publish(policyEvents.policyChanged, data);
  await eventually('billing has heard', async () => {
    const rows = await t.sql('select from billing_calendar where policy_id = $1 and version = $2', [policyId, version]);
    return rows.length > 0;
  });
};

const preview = (policyId: string) => t.http.post(`/api/invoice/generate/${policyId}?dryRun=true`);
const listInvoices = async (policyId: string) =>
  (await t.http.get(`/api/invoice?organizationPolicyId=${policyId}`)).body;
const cancelled: PolicyChanges = {
  coverageEndsOn: '2026-11-10',
  policy: { status: 'CANCELLED' },
  changedFrom: '2026-11-10',
};

describe('a dated change', () => {
  test('of the rate from the 10th: 21 nights come back and are charged anew, 15.75 in all', async () => {
    const policyId = t.policies.add();
    const { body: november } = await t.generate(policyId);
    await t.move(november.id, 'SENT');
    const inForce = [{ from: '2026-11-01' }, { from: '2026-11-10', ratePerNight: 5 }];
    await change(policyId, { inForce, changedFrom: '2026-11-10' });
    const { body } = await t.generate(policyId);
    expect(amounts(body)).toEqual([
      ['INSURANCE_PREMIUM', '2026-11', 21, 105],
      ['CREDIT', '2026-11', -21, -89.25],
    ]);
    expect(body.total).toBe(15.75);
    expect(body.lineItems.map(({ correctsInvoiceId }: Record<string, unknown>) => correctsInvoiceId)).toEqual([
      null,
      november.id,
    ]);
  });

  test('of a month rate shows what a night costs and what it comes from', async () => {
    const policyId = t.policies.add({ inForce: [{ from: '2026-11-01', ratePerNight: null, ratePerMonth: 120 }] });
    const { body } = await t.generate(policyId);
    expect(body.lineItems[0]).toMatchObject({ unitPrice: 4, amount: 120 });
    const { body: explained } = await t.http.get(`/api/invoice/${body.id}/explain`);
    expect(explained.lines[0]).toMatchObject({ rate: 120, per: 30, ratePerNight: 4, unroundedAmount: '120' });
  });
});

describe('a draft that its policy made cheaper', () => {
  test.each(['SENT', 'send'])('is refused with the total that it would have (%s)', async (how) => {
    const policyId = t.policies.add();
    const { body: draft } = await t.generate(policyId);
    await change(policyId, cancelled);
    if (how === 'send') {
      expect((await t.http.post(`/api/invoice/${draft.id}/send`)).body.type).toMatch(/provider-not-configured$/);
      return;
    }
    const refused = await t.move(draft.id, 'SENT');
    expect([refused.status, refused.body.total]).toEqual([409, 38.25]);
    expect(refused.body.type).toMatch(/draft-stale$/);
    expect((await t.generate(policyId)).body).toMatchObject({ id: draft.id, total: 38.25 });
    expect((await t.move(draft.id, 'SENT')).status).toBe(200);
  });

  test('is refused, too, when the VOID of a credit note bills its nights again', async () => {
    // Of its own: the credit note would pay what others owe.
    const policyId = t.policies.add({ policy: { organizationId: 'voids' } });
    const { body: november } = await t.generate(policyId);
    for (const status of ['SENT', 'PAID']) await t.move(november.id, status);
    await change(policyId, cancelled);
    const { body: credit } = await t.generate(policyId);
    await t.move(credit.id, 'SENT');
    await change(policyId, { coverageEndsOn: null, policy: { status: 'ACTIVE' }, changedFrom: '2026-11-10' });
    const { body: draft } = await t.generate(policyId);
    expect(draft.total).toBe(89.25);
    t.clock.set('2026-11-10T09:31:00Z');
    expect((await t.move(credit.id, 'VOID')).body.status).toBe('VOID');
    expect((await t.move(draft.id, 'SENT')).body).toMatchObject({ status: 409, total: 0 });
    // A manual line comes later than the VOID, and looks at no nights.
    t.clock.set('2026-11-10T09:32:00Z');
    const fee = { description: 'Fee', amountPennies: 500, category: 'SERVICE_FEE' };
    expect((await t.http.post(`/api/invoice/${draft.id}/line-items`, fee)).body.total).toBe(94.25);
    expect((await t.move(draft.id, 'SENT')).body).toMatchObject({ status: 409, total: 5 });
    expect((await t.generate(policyId)).body).toMatchObject({ id: draft.id, total: 5 });
    expect((await t.move(draft.id, 'SENT')).status).toBe(200);
  });

  test('goes out when it would cost more, and the rest comes next', async () => {
    const policyId = t.policies.add();
    const { body: draft } = await t.generate(policyId);
    const lodge = { propertyId: 'lodge', enrolledDate: '2026-11-11' };
    await change(policyId, { enrollments: [{}, lodge], changedFrom: '2026-11-11' });
    expect((await t.move(draft.id, 'SENT')).body).toMatchObject({ status: 'SENT', total: 127.5 });
    expect(amounts((await t.generate(policyId)).body)).toEqual([['INSURANCE_PREMIUM', '2026-11', 20, 85]]);
  });

  test('is refused where it would be lower up to the end of a period that became shorter', async () => {
    const policyId = t.policies.add({ policy: { billingFrequency: 'QUARTERLY' } });
    await t.generate(policyId);
    await change(policyId, { policy: { billingFrequency: 'MONTHLY' }, changedFrom: '2999-01-01' });
    const { body: draft } = await t.generate(policyId);
    const lodge = { propertyId: 'lodge', enrolledDate: '2026-12-01' };
    await change(policyId, { enrollments: [{ unenrolledDate: '2026-11-20' }, lodge] });
    expect((await t.move(draft.id, 'SENT')).body).toMatchObject({ status: 409, total: 80.75 });
  });
});

describe('a dry run', () => {
  test('answers the invoice to be, and stores nothing', async () => {
    const policyId = t.policies.add();
    const { status, body } = await preview(policyId);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: null, invoiceReference: null, total: 127.5, status: 'DRAFT', notBilled: [] });
    expect(body.lineItems[0]).toMatchObject({ orderId: null, quantity: 30, amount: 127.5 });
    expect(await listInvoices(policyId)).toEqual([]);
    expect(await t.sql('select from billing_account where policy_id = $1', [policyId])).toEqual([]);
  });

  test('of a policy with a draft leaves that as it is', async () => {
    const policyId = t.policies.add();
    const { body: draft } = await t.generate(policyId);
    t.policies.change(policyId, cancelled);
    expect((await preview(policyId)).body).toMatchObject({ total: 38.25 });
    expect(await listInvoices(policyId)).toEqual([draft]);
  });

  test('of a draft with a period that became shorter has that period, as the draft has it then', async () => {
    const policyId = t.policies.add({ policy: { billingFrequency: 'QUARTERLY' } });
    await t.generate(policyId);
    t.policies.change(policyId, { policy: { billingFrequency: 'MONTHLY' } });
    const { body } = await preview(policyId);
    const { body: draft } = await t.generate(policyId);
    expect(draft).toMatchObject({ periodStart: '2026-11-01', periodEnd: '2026-11-30', total: 127.5 });
    expect(body).toMatchObject({ periodStart: '2026-11-01', periodEnd: '2026-11-30', total: 127.5 });
  });

  test('names what is not billed, as the explanation does', async () => {
    const policyId = t.policies.add({ policy: { ratePerNight: null } });
    const notBilled = [{ propertyId: 'prop-101', orderId: null, nights: 30, reason: 'NO_RATE' }];
    expect((await preview(policyId)).body).toMatchObject({ total: 0, notBilled });
    const { body } = await t.generate(policyId);
    for (const status of [200, 200]) {
      expect((await t.generate(policyId)).status).toBe(status);
      expect((await t.http.get(`/api/invoice/${body.id}/explain`)).body).toMatchObject({ notBilled });
    }
  });

  test('of an unknown policy is 404', async () => {
    expect((await preview(newId())).status).toBe(404);
  });
});

describe('tax rates', () => {
  const put = (path: string, body: object) => t.http.put(`/api/tax-rate/${path}`, body);

  test('are dated, in upper case, and listed', async () => {
    const first = await put('wa/INSURANCE_PREMIUM', { effectiveFrom: '2026-11-01', percent: 5 });
    expect([first.status, first.body]).toEqual([
      200,
      { stateCode: 'WA', category: 'INSURANCE_PREMIUM', effectiveFrom: '2026-11-01', percent: 5 },
    ]);
    await put('WA/INSURANCE_PREMIUM', { effectiveFrom: '2026-12-01', percent: 7.25 });
    await put('WA/INSURANCE_PREMIUM', { effectiveFrom: '2026-12-01', percent: 7.1234 });
    const { body } = await t.http.get('/api/tax-rate');
    const ours = body.filter(({ stateCode }: { stateCode: string }) => stateCode === 'WA');
    expect(ours.map((rate: Record<string, unknown>) => [rate['effectiveFrom'], rate['percent']])).toEqual([
      ['2026-11-01', 5],
      ['2026-12-01', 7.1234],
    ]);
  });

  test('5 % of 94.50 for a property in `fl` are 4.73; ten of thirty nights back −1.58', async () => {
    await put('FL/INSURANCE_PREMIUM', { effectiveFrom: '2026-01-01', percent: 5 });
    const policyId = t.policies.add({ enrollments: [{ state: 'fl' }] });
    const { body } = await t.generate(policyId);
    expect(body).toMatchObject({ subtotal: 127.5, tax: 4.73, total: 132.23 });
    expect(body.lineItems[0].tax).toBe(4.73);
    await t.move(body.id, 'SENT');
    await put('FL/INSURANCE_PREMIUM', { effectiveFrom: '2026-01-01', percent: 50 });
    t.policies.change(policyId, {
      enrollments: [{ state: 'fl', unenrolledDate: '2026-11-21' }],
      changedFrom: '2026-11-21',
    });
    expect((await t.generate(policyId)).body).toMatchObject({ subtotal: -42.5, tax: -1.58, total: -44.08 });
  });

  test('are those of a state in whatever words its properties have it', async () => {
    const rate = { effectiveFrom: '2026-01-01', percent: 5 };
    expect(await put('new%20york%20/INSURANCE_PREMIUM', rate)).toMatchObject({
      status: 200,
      body: { stateCode: 'NEW YORK' },
    });
    const { body } = await t.generate(t.policies.add({ enrollments: [{ state: ' New York' }] }));
    expect(body).toMatchObject({ subtotal: 127.5, tax: 4.73 });
  });

  test.each([
    ['FL/LOSS_FUND', { effectiveFrom: '2026-11-01', percent: 5 }],
    ['%20/INSURANCE_PREMIUM', { effectiveFrom: '2026-11-01', percent: 5 }],
    [`${'x'.repeat(256)}/INSURANCE_PREMIUM`, { effectiveFrom: '2026-11-01', percent: 5 }],
    ['FL/INSURANCE_PREMIUM', { effectiveFrom: '2026-11-31', percent: 5 }],
    ['FL/INSURANCE_PREMIUM', { effectiveFrom: '2026-11-01', percent: 100.0001 }],
    ['FL/INSURANCE_PREMIUM', { effectiveFrom: '2026-11-01', percent: -1 }],
    ['FL/INSURANCE_PREMIUM', { effectiveFrom: '2026-11-01', percent: 1.00001 }],
    ['FL/INSURANCE_PREMIUM', { percent: 5 }],
  ])('%s with %j is 400', async (path, body) => {
    expect((await put(path, body)).status).toBe(400);
  });
});
