import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrate } from '@staycover/db';
import { migrations } from './db/migrations/index.ts';
import { type PaidBilling, startPaidBilling } from './testing/paid-billing.ts';

let t: PaidBilling;

beforeAll(async () => {
  t = await startPaidBilling();
});

afterAll(() => t.stop());

const NEW = ['0013-follow-up', '0014-waiting'];

/** Makes the schema what it was before anything was followed up. */
const forget = async (): Promise<void> => {
  await t.sql('drop table mirrored_allocation, account_to_allocate');
  await t.sql('alter table collection_attempt drop column takes');
  await t.sql('drop index billing_calendar_waiting');
  await t.sql('alter table billing_calendar drop column derived_version');
  for (const name of NEW) await t.sql('delete from migration_history where name = $1', [name]);
};

test('what was credited, held or changed before is followed up after the upgrade, once', async () => {
  const { invoice, theirs } = await t.sentInvoice();
  await t.hearPolicy(invoice.organizationPolicyId);
  const { organizationId } = invoice;
  await t.http.post('/api/payment', {
    organizationId,
    currency: 'USD',
    amountPennies: 5_000,
    invoiceIds: [invoice.id],
  });
  const other = await t.sentInvoice();
  await t.hearPolicy(other.invoice.organizationPolicyId);
  other.theirs.status = 'paid';
  await t.hears('invoice.paid', other.theirs);
  await t.sql(`update billing_calendar set version = version + 1, status = 'CANCELLED' where policy_id = $1`, [
    invoice.organizationPolicyId,
  ]);
  t.policies.change(invoice.organizationPolicyId, { policy: { status: 'CANCELLED' }, coverageEndsOn: '2026-11-10' });
  await forget();

  expect(await migrate(t.database.adminUrl, 'billing', migrations)).toEqual(NEW);
  const mirrored = await t.sql('select invoice_id, state from mirrored_allocation');
  expect(mirrored).toEqual([{ invoice_id: invoice.id, state: 'PENDING' }]);
  await t.dun();
  await t.dun();
  expect(theirs.attached).toMatchObject([{ amount: 5_000 }]);
  expect(await t.read(invoice.id)).toMatchObject({ status: 'PAID', amountPaid: 50, amountCredited: 77.5 });
  expect(theirs.status).toBe('paid');
});

test('the upgrade can be begun again', async () => {
  await t.sql(`delete from migration_history where name = '0014-waiting'`);
  expect(await migrate(t.database.adminUrl, 'billing', migrations)).toEqual(['0014-waiting']);
});
