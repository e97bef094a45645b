import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Billing, startBilling } from './testing/billing.ts';
import { countingStatements } from './testing/statements.ts';

/** As many lines as an invoice holds. */
const MOST = 50_000;

let t: Billing;

beforeAll(async () => {
  t = await startBilling();
});

afterAll(() => t.stop());

/** As if that many other properties had been billed a cent each on an invoice. */
const billOthers = async (policyId: string, invoiceId: string, count: number) => {
  await t.sql(
    `insert into invoice_line select r.* from invoice_line l
     cross join (select gen_random_uuid() as id, n from generate_series(1, $2::int) as n) as other
     cross join lateral jsonb_populate_record(l, jsonb_build_object('id', other.id, 'origin_id', other.id,
       'property_id', 'other-' || n, 'position', n, 'amount', 1, 'premium', 1, 'loss_fund', 0)) as r
     where l.invoice_id = $1`,
    [invoiceId, count],
  );
  await t.sql(
    `insert into billed_nights (policy_id, line_id, property_id, nights, balance, reopened)
     select $1, l.id, l.property_id, range, 1, false from invoice_line l, unnest(l.nights) as range
     where l.invoice_id = $2 and l.property_id like 'other-%'`,
    [policyId, invoiceId],
  );
};

test('more credits than a credit note holds are given back by several, in one run', async () => {
  const organizationId = `org-${crypto.randomUUID()}`;
  const policyId = t.policies.add({ policy: { organizationId, status: 'ACTIVE' } });
  await t.hearPolicy(policyId);
  const { body } = await t.generate(policyId);
  await t.move(body.id, 'SENT');
  await billOthers(policyId, body.id, MOST);
  t.policies.change(policyId, { policy: { status: 'CANCELLED' }, coverageEndsOn: '2026-11-10' });
  await t.hearPolicy(policyId);

  const { mostRows } = await countingStatements(t.service.platform.database, async () => {
    expect(await t.credit()).toMatchObject({ credited: 2, errors: 0 });
  });
  expect(mostRows).toBeLessThanOrEqual(10_000);
  const { body: all } = await t.http.get(`/api/invoice?organizationPolicyId=${policyId}&view=summary`);
  expect(all).toMatchObject([
    { total: 127.5, status: 'PAID' },
    { total: -500, documentType: 'CREDIT_NOTE' },
    { total: -89.25, documentType: 'CREDIT_NOTE' },
  ]);
  const { body: account } = await t.http.get(`/api/account/${organizationId}`);
  expect(account.balances).toMatchObject([{ due: 0, held: 461.75 }]);
  expect(await t.credit()).toMatchObject({ credited: 0 });
}, 300_000);

test('the lines of what a payment meets are read some at a time', async () => {
  const policyId = t.policies.add();
  const { body } = await t.generate(policyId);
  await t.move(body.id, 'SENT');
  await billOthers(policyId, body.id, 10_000);

  const { mostRows } = await countingStatements(t.service.platform.database, async () => {
    expect((await t.move(body.id, 'PAID')).body.status).toBe('PAID');
  });
  expect(mostRows).toBeLessThanOrEqual(2_000);
}, 300_000);

test('the lines that a draft loses are removed some at a time', async () => {
  const policyId = t.policies.add();
  const { body } = await t.generate(policyId);
  await billOthers(policyId, body.id, 5_000);
  t.policies.change(policyId, { policy: { ratePerNight: 9 } });
  await t.hearPolicy(policyId);

  const { mostRows } = await countingStatements(t.service.platform.database, async () => {
    expect((await t.generate(policyId)).body).toMatchObject({ id: body.id, total: 270 });
  });
  expect(mostRows).toBeLessThanOrEqual(2_000);
  expect(await t.sql('select count(*)::int as lines from invoice_line where invoice_id = $1', [body.id])).toEqual([
    { lines: body.lineItems.length },
  ]);
}, 300_000);
