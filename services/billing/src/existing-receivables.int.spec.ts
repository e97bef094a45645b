import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrate } from '@staycover/db';
import { newId } from '@staycover/kernel';
import { migrations } from './db/migrations/index.ts';
import { type Billing, startBilling } from './testing/billing.ts';

let t: Billing;
const organizationId = `org-${newId()}`;

beforeAll(async () => {
  t = await startBilling();
});

afterAll(() => t.stop());

const read = async (id: string) => (await t.http.get(`/api/invoice/${id}`)).body;

/** Runs the migration as on a schema that was there before it. */
const migrateAgain = async (): Promise<string[]> => {
  await t.sql(`delete from migration_history where name = '0012-existing-receivables'`);
  return migrate(t.database.adminUrl, 'billing', migrations);
};

/** Makes the service forget what it has kept since accounts are there. */
const forgetAccounts = async (): Promise<void> => {
  await t.sql(`alter table ar_posting disable trigger all`);
  for (const table of ['ar_posting', 'allocation', 'payment_refund', 'payment', 'receivable_account'])
    await t.sql(`delete from ${table}`);
  await t.sql(`alter table ar_posting enable trigger all`);
  await t.sql(`update invoice set amount_paid = 0, amount_credited = 0, amount_written_off = 0, amount_refunded = 0,
    splits_published = 0`);
};

const invoiceIn = async (...states: string[]) => {
  const { body } = await t.generate(t.policies.add({ policy: { organizationId } }));
  for (const state of states) await t.move(body.id, state);
  return body.id as string;
};

test('invoices from before accounts get theirs, once, and go on as before', async () => {
  const sent = await invoiceIn('SENT');
  const paid = await invoiceIn('SENT', 'PAID');
  const refunded = await invoiceIn('SENT', 'PAID');
  const lost = await invoiceIn('SENT', 'PAST_DUE', 'UNCOLLECTIBLE');
  const draft = await invoiceIn();
  await t.sql(`insert into refund values ($1, 're_1', 3333, now())`, [refunded]);
  await forgetAccounts();
  await t.sql('update invoice set refunded = 3333 where id = $1', [refunded]);

  expect(await migrateAgain()).toEqual(['0012-existing-receivables']);
  const state = async () => [
    await t.sql('select * from ar_posting order by entry_id, line'),
    await t.sql('select id, payment_reference from payment order by id'),
    (await t.http.get(`/api/account/${organizationId}`)).body,
    await Promise.all([sent, paid, refunded, lost, draft].map(read)),
  ];
  const before = await state();
  await migrateAgain();
  expect(await state()).toEqual(before);

  expect(await read(sent)).toMatchObject({ status: 'SENT', amountDue: 127.5 });
  expect(await read(paid)).toMatchObject({ status: 'PAID', amountPaid: 127.5, amountDue: 0 });
  expect(await read(refunded)).toMatchObject({ status: 'PAID', amountPaid: 127.5, amountRefunded: 33.33 });
  expect(await read(lost)).toMatchObject({ status: 'UNCOLLECTIBLE', amountWrittenOff: 127.5, amountDue: 0 });
  expect(await read(draft)).toMatchObject({ status: 'DRAFT', amountDue: 127.5 });
  const { body: account } = await t.http.get(`/api/account/${organizationId}`);
  expect(account.balances).toMatchObject([{ due: 127.5, openRefunds: 33.33, held: 0, balance: 160.83 }]);
  const ledger = await t.sql(`select account, sum(amount)::text as balance from ar_posting group by 1 order by 1`);
  expect(ledger).toEqual([
    { account: 'BILLED', balance: '-51000' },
    { account: 'CASH', balance: '22167' },
    { account: 'RECEIVABLE', balance: '16083' },
    { account: 'WRITTEN_OFF', balance: '12750' },
  ]);

  const [payment] = (await t.http.get(`/api/payment?invoiceId=${refunded}`)).body;
  expect(payment.refunds).toMatchObject([{ amount: 33.33, providerRefundId: 're_1', open: 33.33 }]);
  const back = await t.http.post(`/api/payment/${payment.id}/refunds`, { amountPennies: 9417 });
  expect(back.body.refunds[1]).toMatchObject({ amount: 94.17, open: 94.17 });
  const rows = await t.sql<{ cents: string }>(
    `select sum((payload::jsonb #>> '{data,totalCents}')::int) as cents from outbox
     where aggregate_id = $1 and subject like '%.reserve-split-reversed%'`,
    [refunded],
  );
  expect(rows).toEqual([{ cents: '-9417' }]);
});
