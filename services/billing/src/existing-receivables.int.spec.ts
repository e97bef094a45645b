import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrate } from '@staycover/db';
import { newId } from '@staycover/kernel';
import { migrations } from './db/migrations/index.ts';
import { type Billing, startBilling } from './testing/billing.ts';

let t: Billing;

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

const invoiceIn = async (organizationId: string, ...states: string[]) => {
  const { body } = await t.generate(t.policies.add({ policy: { organizationId } }));
  for (const state of states) await t.move(body.id, state);
  return body.id as string;
};

/** The balances of an organization's ledger. */
const readLedger = (organizationId: string) =>
  t.sql(
    `select account, sum(amount)::text as balance from ar_posting where organization_id = $1 group by 1 order by 1`,
    [organizationId],
  );

test('invoices from before accounts get theirs, once, and go on as before', async () => {
  const organizationId = `org-${newId()}`;
  const sent = await invoiceIn(organizationId, 'SENT');
  const paid = await invoiceIn(organizationId, 'SENT', 'PAID');
  const refunded = await invoiceIn(organizationId, 'SENT', 'PAID');
  const lost = await invoiceIn(organizationId, 'SENT', 'PAST_DUE', 'UNCOLLECTIBLE');
  const draft = await invoiceIn(organizationId);
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
  expect(await readLedger(organizationId)).toEqual([
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

/** So many more invoices like one, with its lines. */
const copies = async (id: string, count: number): Promise<void> => {
  const copyRow = (row: string, ids: Record<string, string>) => {
    const members = Object.entries(ids).flatMap(([column, value]) => [`'${column}'`, value]);
    return `select (json_populate_record(${row}, json_build_object(${members.join(', ')}))).*`;
  };
  const other = (column: string) => `md5(concat(${column}, n))`;
  const invoice = { id: other('i.id'), invoice_reference: `concat(i.invoice_reference, '-', n)` };
  const line = { id: other('l.id'), invoice_id: other('l.invoice_id'), origin_id: other('l.id') };
  const each = 'cross join generate_series(1, $2::int) as n where';
  await t.sql(`insert into invoice ${copyRow('i', invoice)} from invoice i ${each} i.id = $1`, [id, count]);
  await t.sql(`insert into invoice_line ${copyRow('l', line)} from invoice_line l ${each} l.invoice_id = $1`, [
    id,
    count,
  ]);
};

/** Lets the migration fail at the invoice that has this place among all; returns what lets it go on. */
const failAt = async (place: number): Promise<() => Promise<unknown>> => {
  const [invoice] = await t.sql<{ id: string }>(
    `select id from invoice where status not in ('DRAFT', 'VOID') order by id offset $1 limit 1`,
    [place - 1],
  );
  await t.sql(
    `create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`,
  );
  await t.sql(`create trigger cut_off before insert on ar_posting for each row when (new.item_id = '${invoice!.id}')
    execute function cut_off()`);
  return () => t.sql('drop function cut_off cascade');
};

test('thousands are taken over a thousand at a time, and a run that was cut off goes on where it was', async () => {
  const organizationId = `org-${newId()}`;
  for (const states of [['SENT'], ['SENT', 'PAID'], ['SENT', 'PAST_DUE', 'UNCOLLECTIBLE']])
    await copies(await invoiceIn(organizationId, ...states), 799);
  await forgetAccounts();
  const billed = () => t.sql(`select count(*)::int as n from ar_posting where account = 'BILLED'`);

  const goOn = await failAt(2_100);
  await expect(migrateAgain()).rejects.toThrow('cut off');
  expect(await billed()).toEqual([{ n: 2_000 }]);
  await goOn();
  expect(await migrateAgain()).toEqual(['0012-existing-receivables']);

  expect(await readLedger(organizationId)).toEqual([
    { account: 'BILLED', balance: `${-2_400 * 12_750}` },
    { account: 'CASH', balance: `${800 * 12_750}` },
    { account: 'RECEIVABLE', balance: `${800 * 12_750}` },
    { account: 'WRITTEN_OFF', balance: `${800 * 12_750}` },
  ]);
  const faults = await t.sql(
    `select i.id, i.status from invoice i
     left join payment p on p.invoice_ids = jsonb_build_array(i.id)
     left join allocation a on a.source_id = p.id and a.target_id = i.id and a.amount = p.amount
     where i.organization_id = $1
       and (i.amount_paid, i.amount_written_off, p.amount, a.amount) is distinct from
         (case i.status when 'PAID' then i.total else 0 end, case i.status when 'UNCOLLECTIBLE' then i.total else 0 end,
          case i.status when 'PAID' then i.total end, case i.status when 'PAID' then i.total end)`,
    [organizationId],
  );
  expect(faults).toEqual([]);
  const { body } = await t.http.get(`/api/account/${organizationId}`);
  expect(body.balances).toMatchObject([{ due: 800 * 127.5, held: 0, openRefunds: 0 }]);
  const off = await t.sql(`select tgrelid::regclass from pg_trigger where tgname = 'audit_change' and tgenabled = 'D'`);
  expect(off).toEqual([]);
});
