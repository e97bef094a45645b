import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { billingEvents } from '@staycover/events';
import { anonymous, newId } from '@staycover/kernel';
import { type Billing, startBilling } from './testing/billing.ts';
import { refundInvoice } from './testing/refunding.ts';

let t: Billing;

beforeAll(async () => {
  t = await startBilling({ RESERVE_SPLIT_ON: 'SENT', PARTNER_FEE_PERCENT: 5, SERVICE_FEE_PERCENT: 2.5 });
});

beforeEach(() => t.clock.set('2026-11-20T09:30:00Z'));

afterAll(() => t.stop());

const amounts = ({
  lineItems,
}: {
  lineItems: { category: string; quantity: number; amount: number; stayMonth: string }[];
}) => lineItems.map(({ category, stayMonth, quantity, amount }) => [category, stayMonth, quantity, amount]);

describe('nights that lose their cover', () => {
  test('come back as credits at the rate they were billed, and the draft is negative', async () => {
    const policyId = t.policies.add();
    await t.move((await t.generate(policyId)).body.id, 'SENT');
    const dearer = [{ from: '2026-11-01' }, { from: '2026-11-21', ratePerNight: 9 }];
    t.policies.change(policyId, { enrollments: [{ unenrolledDate: '2026-11-21' }], inForce: dearer });
    t.clock.set('2026-12-01T00:00:00Z');
    const { body: credit } = await t.generate(policyId);
    expect(amounts(credit)).toEqual([['CREDIT', '2026-11', -10, -42.5]]);
    expect(credit).toMatchObject({
      documentType: 'CREDIT_NOTE',
      total: -42.5,
      stateCode: 'FL',
      subtotalsByCategory: { CREDIT: -42.5 },
      periodStart: '2026-12-01',
    });
    expect(credit.lineItems[0].lossFundCharge).toBe(-11);
    t.policies.change(policyId, { enrollments: [{ unenrolledDate: null }], inForce: dearer });
    const { body: refreshed } = await t.generate(policyId);
    expect(refreshed).toMatchObject({ id: credit.id, periodStart: '2026-12-01', periodEnd: '2026-12-31' });
    expect(amounts(refreshed)).toEqual([
      ['INSURANCE_PREMIUM', '2026-11', 10, 90],
      ['INSURANCE_PREMIUM', '2026-12', 31, 279],
      ['CREDIT', '2026-11', -10, -42.5],
    ]);
  });

  test('are credited after a cancellation in mid-month, then there is nothing to bill', async () => {
    const policyId = t.policies.add();
    await t.move((await t.generate(policyId)).body.id, 'SENT');
    t.policies.change(policyId, { coverageEndsOn: '2026-11-21', policy: { status: 'CANCELLED' } });
    const { body: credit } = await t.generate(policyId);
    expect(amounts(credit)).toEqual([['CREDIT', '2026-11', -10, -42.5]]);
    const line = { description: 'Paid out', amountPennies: 4250, category: 'ADJUSTMENT' };
    await t.http.post(`/api/invoice/${credit.id}/line-items`, line);
    expect((await t.move(credit.id, 'SENT')).status).toBe(200);
    expect((await t.generate(policyId)).body.type).toMatch(/nothing-to-bill$/);
  });

  test('are released by the credit and billed again under the constraint when they are covered again', async () => {
    const policyId = t.policies.add();
    await t.move((await t.generate(policyId)).body.id, 'SENT');
    t.policies.change(policyId, { enrollments: [{ enrolledDate: '2026-11-11' }] });
    const { body: credit } = await t.generate(policyId);
    await t.http.post(`/api/invoice/${credit.id}/line-items`, {
      description: 'x',
      amountPennies: 4250,
      category: 'ADJUSTMENT',
    });
    await t.move(credit.id, 'SENT');
    t.policies.change(policyId, { enrollments: [{ enrolledDate: '2026-11-01' }] });
    const { body: again } = await t.generate(policyId);
    expect(amounts(again)).toEqual([['INSURANCE_PREMIUM', '2026-11', 10, 42.5]]);
    await t.move(again.id, 'SENT');

    await t.move(credit.id, 'VOID');
    expect(amounts((await t.generate(policyId)).body)).toEqual([['CREDIT', '2026-11', -10, -42.5]]);
  });

  test('come back to the same cent whenever that is derived: neither the draft itself nor a void credit counts', async () => {
    const nights = (unenrolledDate: string) => ({ enrollments: [{ enrolledDate: '2026-11-01', unenrolledDate }] });
    const policyId = t.policies.add({ policy: { ratePerNight: 0.125 }, ...nights('2026-11-03') });
    await t.move((await t.generate(policyId)).body.id, 'SENT');
    t.policies.change(policyId, nights('2026-11-02'));
    const { body: credit } = await t.generate(policyId);
    t.policies.change(policyId, {});
    expect((await t.generate(policyId)).body).toMatchObject({ id: credit.id, total: -0.12, version: 1 });
    await t.move(credit.id, 'VOID');
    const { body: next } = await t.generate(policyId);
    expect(next.total).toBe(-0.12);
    await t.move(next.id, 'SENT');
    t.policies.change(policyId, nights('2026-11-01'));
    expect((await t.generate(policyId)).body.total).toBe(-0.13);
  });

  test('lose their credit when their invoice is voided afterwards', async () => {
    const policyId = t.policies.add();
    const { body: november } = await t.generate(policyId);
    await t.move(november.id, 'SENT');
    t.policies.change(policyId, { enrollments: [] });
    const { body: credit } = await t.generate(policyId);
    await t.http.post(`/api/invoice/${credit.id}/line-items`, {
      description: 'x',
      amountPennies: 12_750,
      category: 'ADJUSTMENT',
    });
    await t.move(credit.id, 'SENT');
    await t.move(november.id, 'VOID');
    expect(amounts((await t.generate(policyId)).body)).toEqual([['CREDIT', '2026-11', 30, 127.5]]);
  });
});

test('nights of an earlier month are billed again when their invoice is void', async () => {
  const policyId = t.policies.add();
  const { body: november } = await t.generate(policyId);
  await t.move(november.id, 'SENT');
  t.clock.set('2026-12-01T00:00:00Z');
  await t.move((await t.generate(policyId)).body.id, 'SENT');
  await t.move(november.id, 'VOID');
  // Billing knows what is open; the policy has not changed.
  expect(amounts((await t.generate(policyId)).body)).toEqual([['INSURANCE_PREMIUM', '2026-11', 30, 127.5]]);
});

describe('skipped months', () => {
  test('are caught up under their own stay month, over several terms', async () => {
    const policyId = t.policies.add({
      terms: [
        ['2026-10-15', '2026-10-31'],
        ['2026-11-01', '2027-10-31'],
      ],
      enrollments: [{ enrolledDate: '2026-01-01' }],
    });
    t.clock.set('2027-01-05T00:00:00Z');
    const { body } = await t.generate(policyId);
    expect(amounts(body).map(([, month, quantity]) => [month, quantity])).toEqual([
      ['2026-10', 17],
      ['2026-11', 30],
      ['2026-12', 31],
      ['2027-01', 31],
    ]);
  });

  test('the draft of an earlier period is refreshed, so that credits and charges of all months meet', async () => {
    const policyId = t.policies.add();
    const { body: november } = await t.generate(policyId);
    t.clock.set('2026-12-05T00:00:00Z');
    const { status, body: december } = await t.generate(policyId);
    expect([status, december.id]).toEqual([200, november.id]);
    expect(december).toMatchObject({ periodStart: '2026-11-01', periodEnd: '2026-12-31', version: 2 });
    expect(amounts(december)).toEqual([
      ['INSURANCE_PREMIUM', '2026-11', 30, 127.5],
      ['INSURANCE_PREMIUM', '2026-12', 31, 131.75],
    ]);
    expect(december.lineItems[0].orderId).toBe(november.lineItems[0].orderId);
  });
});

describe('tax and currency', () => {
  test('tax is charged per state and category on taxable parts, and refunded by credits', async () => {
    await t.sql(`insert into tax_rate values ('TX', 'INSURANCE_PREMIUM', 4.85), ('TX', 'PARTNER_FEE', 8.25)`);
    const policyId = t.policies.add({ enrollments: [{ state: 'TX' }] });
    const { body } = await t.generate(policyId);
    // 127.50 = 84.94 premium + 33.00 loss fund + 6.37 partner + 3.19 service; the tax is 4.12 + 0.53.
    expect(body.lineItems[0].components.map(({ amount }: { amount: number }) => amount)).toEqual([
      84.94, 33, 6.37, 3.19,
    ]);
    expect(body).toMatchObject({ subtotal: 127.5, tax: 4.65, total: 132.15 });
    await t.move(body.id, 'SENT');
    t.policies.change(policyId, { enrollments: [] });
    expect((await t.generate(policyId)).body).toMatchObject({ subtotal: -127.5, tax: -4.65, total: -132.15 });
  });

  test.each([
    ['JPY', 425.5, 12_765, 12_765],
    ['BHD', 1.2345, 37.035, 37_035],
    ['HUF', 4.25, 127.5, 12_750],
    ['IQD', 1.2345, 37.035, 37_035],
  ])('%s has its own minor unit', async (currency, ratePerNight, total, customerCents) => {
    const { body } = await t.generate(t.policies.add({ policy: { currency, ratePerNight } }));
    expect(body).toMatchObject({ currency, total });
    expect(body.lineItems[0].audiences.customerCents).toBe(customerCents);
    const line = { description: 'One unit', amountPennies: 1, category: 'ADJUSTMENT' };
    const added = await t.http.post(`/api/invoice/${body.id}/line-items`, line);
    expect(added.body.total).toBeCloseTo(total + 1 / (customerCents / total), 6);
  });
});

describe('reserve splits of accrual books', () => {
  test('go out with the invoice and are taken back entirely when it is voided', async () => {
    const invoice = await t.invoiceIn('SENT');
    expect(invoice.reserveSplitsPublishedAt).not.toBeNull();
    await t.move(invoice.id, 'VOID');
    const out = await t.events.next(billingEvents.reserveSplit, ({ invoiceId }) => invoiceId === invoice.id);
    const back = await t.events.next(billingEvents.reserveSplitReversed, ({ invoiceId }) => invoiceId === invoice.id);
    expect(out.data).toMatchObject({ paidDate: null, totalCents: 12_750 });
    expect(back.data).toMatchObject({ reason: 'VOID', refundId: null, totalCents: -12_750 });
    expect(back.data.splits[0]).toMatchObject({
      premiumCents: -8494,
      lossFundCents: -3300,
      partnerCents: -637,
      serviceCostCents: -319,
    });
    expect(await t.sql('select from billed_nights where policy_id = $1', [invoice.organizationPolicyId])).toEqual([]);
  });

  test('are taken back pro rata by refunds, exactly in all, once per refund', async () => {
    const invoice = await t.invoiceIn('SENT', 'PAID');
    const refund = refundInvoice(t.service.platform, t.rules);
    const give = (refundId: string, amount: bigint) => refund(anonymous, { id: invoice.id, refundId, amount });
    await Promise.all([give('re_1', 3333n), give('re_1', 3333n)]);
    await give('re_2', 3333n);
    await give('re_3', 1_000_000n);
    await expect(give('re_4', 1n)).rejects.toMatchObject({ code: 'invalid-transition' });
    await t.events.next(billingEvents.reserveSplitReversed, ({ refundId }) => refundId === 're_3');
    const back = t.events.of(billingEvents.reserveSplitReversed).filter(({ data }) => data.invoiceId === invoice.id);
    expect(back.map(({ data }) => [data.refundId, data.totalCents])).toEqual([
      ['re_1', -3333],
      ['re_2', -3333],
      ['re_3', -6084],
    ]);
    const { body } = await t.http.get(`/api/invoice/${invoice.id}`);
    expect(body).toMatchObject({ status: 'PAID', version: invoice.version + 3 });
  });

  test('an invoice that is not paid cannot be refunded', async () => {
    const invoice = await t.invoiceIn('SENT');
    const refund = refundInvoice(t.service.platform, t.rules)(anonymous, {
      id: invoice.id,
      refundId: 're_9',
      amount: 1n,
    });
    await expect(refund).rejects.toThrow(expect.objectContaining({ code: 'invalid-transition' }));
  });
});

test('the database itself refuses a night that is billed twice', async () => {
  const policyId = newId();
  const bill = (nights: string, reopened: boolean) =>
    t.sql('insert into billed_nights values ($1, $2, $3, $4, 1, $5)', [policyId, 'p1', nights, newId(), reopened]);
  await bill('[2026-11-01,2026-11-11)', false);
  await bill('[2026-11-11,2026-11-21)', false);
  await bill('[2026-11-01,2026-11-11)', true);
  await expect(bill('[2026-11-10,2026-11-12)', false)).rejects.toThrow(/no_night_twice/);
});
