import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrate } from '@staycover/db';
import { migrations } from './db/migrations/index.ts';
import { type Billing, startBilling } from './testing/billing.ts';

let t: Billing;

beforeAll(async () => {
  t = await startBilling();
});

afterAll(() => t.stop());

const LINES = ['per', 'tax', 'corrects_invoice_id', 'fixed'];

/** Makes the schema what it was before nights had prices, with its rows, and migrates them with the rights of its owner. */
const migrateAgain = async (): Promise<string[]> => {
  const { pathname } = new URL(t.database.adminUrl);
  await t.sql(`revoke temporary on database ${pathname.slice(1)} from public`);
  const drop = LINES.map((column) => `drop column ${column}`).join(', ');
  await t.sql(`alter table invoice_line ${drop}`);
  await t.sql('drop index if exists invoice_line_by_origin, billed_nights_by_end, invoice_draft');
  await t.sql('alter table billing_account drop column open_from');
  await t.sql('alter table invoice drop column not_billed, drop column waiting_from');
  await t.sql('alter table tax_rate drop constraint tax_rate_pkey, drop column effective_from');
  await t.sql('alter table tax_rate add primary key (state_code, category)');
  await t.sql(`delete from migration_history where name in ('0008-prices', '0009-one-draft')`);
  return migrate(t.database.adminUrl, 'billing', migrations);
};

/** A second draft of a policy, as every month had one. */
const secondDraft = async (draftId: string): Promise<void> => {
  await t.sql('drop index invoice_draft');
  await t.sql(
    `insert into invoice select (json_populate_record(i, json_build_object(
       'id', gen_random_uuid(), 'invoice_reference', i.invoice_reference || '-OLD', 'period_start', '2026-10-01',
       'period_end', '2026-10-31', 'subtotal', 0, 'tax', 0, 'total', 0, 'subtotals_by_category', '{}'::json))).*
     from invoice i where id = $1`,
    [draftId],
  );
};

const read = async (id: string) => (await t.http.get(`/api/invoice/${id}`)).body;

test('what was billed keeps its price, and comes back as it was', async () => {
  const policyId = t.policies.add();
  const { body: november } = await t.generate(policyId);
  await t.move(november.id, 'SENT');
  expect(await migrateAgain()).toEqual(['0008-prices', '0009-one-draft']);
  expect(await read(november.id)).toEqual((await t.move(november.id, 'SENT')).body);
  t.policies.change(policyId, { policy: { ratePerNight: 9 } });
  expect((await t.generate(policyId)).body).toMatchObject({ total: 0, lineItems: [] });
  t.policies.change(policyId, { enrollments: [{ unenrolledDate: '2026-11-21' }] });
  const { body: credit } = await t.generate(policyId);
  expect(credit.lineItems).toMatchObject([{ quantity: -10, amount: -42.5, correctsInvoiceId: november.id }]);
});

test('the tax of an invoice is shared out to its lines, and its rates hold from the first day', async () => {
  await t.sql(`insert into tax_rate values ('FL', 'INSURANCE_PREMIUM', 5)`);
  const enrollments = ['a', 'b', 'c'].map((propertyId) => ({ propertyId }));
  const policyId = t.policies.add({ enrollments });
  const { body } = await t.generate(policyId);
  expect(body.tax).toBe(14.18);
  await t.move(body.id, 'SENT');
  await migrateAgain();
  const { lineItems, tax } = await read(body.id);
  expect([tax, lineItems.map((line: { tax: number }) => line.tax)]).toEqual([14.18, [4.73, 4.73, 4.72]]);
  expect((await t.http.get('/api/tax-rate')).body).toEqual([
    { stateCode: 'FL', category: 'INSURANCE_PREMIUM', effectiveFrom: '1900-01-01', percent: 5 },
  ]);
  await t.sql('delete from tax_rate');
});

test('of several drafts the newest stays with the manual lines of all, and no night is lost', async () => {
  const policyId = t.policies.add();
  const { body: sent } = await t.generate(policyId);
  await t.move(sent.id, 'SENT');
  t.policies.change(policyId, { enrollments: [{ unenrolledDate: '2026-11-21' }] });
  const { body: older } = await t.generate(policyId);
  await t.http.post(`/api/invoice/${older.id}/line-items`, {
    description: 'Older',
    amountPennies: 100,
    category: 'ADJUSTMENT',
  });
  // The draft with the credit is the older one: another, without lines, is newer.
  await secondDraft(older.id);
  await t.sql(
    `update invoice set id = 'ffffffff-ffff-7fff-8fff-ffffffffffff' where invoice_reference like '%-OLD' and organization_policy_id = $1`,
    [policyId],
  );
  await migrateAgain();
  const { body: invoices } = await t.http.get(`/api/invoice?organizationPolicyId=${policyId}`);
  expect(invoices.map(({ status, total }: { status: string; total: number }) => [status, total])).toEqual([
    ['SENT', 127.5],
    ['VOID', -42.5],
    ['DRAFT', 1],
  ]);
  const { body: refreshed } = await t.generate(policyId);
  expect(refreshed).toMatchObject({ id: 'ffffffff-ffff-7fff-8fff-ffffffffffff', total: -41.5 });
  expect(refreshed.lineItems.map((line: { description: string }) => line.description)).toEqual([
    'Credit: Beach House, 10 nights in 2026-11',
    'Older',
  ]);
});
