import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Work } from '@staycover/change';
import { type Actor, newId } from '@staycover/kernel';
import { countRowsRead } from '@staycover/testing';
import { type AccountKey, holdsAnything, newestPolicy } from './db/accounts.ts';
import { listPayments, takenOutside } from './db/payments.ts';
import { readBalances, receivableBefore } from './db/statements.ts';
import { type Billing, startBilling } from './testing/billing.ts';
import { countingStatements } from './testing/statements.ts';

let t: Billing;
let organizationId: string;

beforeAll(async () => {
  t = await startBilling();
});

beforeEach(() => {
  organizationId = `org-${newId()}`;
});

afterAll(() => t.stop());

const account = async () => (await t.http.get(`/api/account/${organizationId}`)).body.balances[0];

const pay = (amountPennies: number, ...invoiceIds: string[]) => t.pay(organizationId, amountPennies, ...invoiceIds);

const sent = (policyId = t.policies.add({ policy: { organizationId } })) => t.sent(policyId);

/** As if that many other invoices like this had been sent, each a day later than the one before. */
const sendOthers = async (invoiceId: string, count: number) => {
  await t.sql(
    `insert into invoice select r.* from invoice i, generate_series(1, $2::int) as n,
       jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'due_date', i.due_date + n,
         'invoice_reference', i.invoice_reference || '-' || n)) as r
     where i.id = $1`,
    [invoiceId, count],
  );
  await t.sql(
    `insert into invoice_line select r.* from invoice_line l
     cross join (select gen_random_uuid() as line, other.id from invoice i
       join invoice other on other.organization_policy_id = i.organization_policy_id where i.id = $1 and other.id <> $1) as o
     cross join lateral jsonb_populate_record(l,
       jsonb_build_object('id', o.line, 'origin_id', o.line, 'invoice_id', o.id)) as r
     where l.invoice_id = $1`,
    [invoiceId],
  );
};

/** What was paid of the organization's invoices, in the order in which they are due. */
const paid = () =>
  t.sql<{ days: number; paid: string }>(
    `select due_date - min(due_date) over () as days, amount_paid::text as paid from invoice
     where organization_id = $1 order by due_date`,
    [organizationId],
  );

const isNoted = async () =>
  (await t.sql('select from account_to_allocate where organization_id = $1', [organizationId])).length > 0;

describe('an account with more invoices than a transaction pays', () => {
  test('given a payment of three, then the first three are paid, and the others are not read', async () => {
    const invoice = await sent();
    await sendOthers(invoice.id, 620);
    const { statements, mostRows } = await countingStatements(t.service.platform.database, async () => {
      expect((await pay(3 * 12_750)).body).toMatchObject({ unallocated: 0 });
    });
    expect(statements).toBeLessThan(60);
    expect(mostRows).toBeLessThanOrEqual(500);
    expect((await paid()).filter((one) => one.paid !== '0')).toEqual(
      [0, 1, 2].map((days) => ({ days, paid: '12750' })),
    );
  });

  test('given an invoice that is void or given up, then no other is read', async () => {
    const invoice = await sent();
    await sendOthers(invoice.id, 620);
    await t.move(invoice.id, 'PAST_DUE');
    const { mostRows } = await countingStatements(t.service.platform.database, async () => {
      expect((await t.move(invoice.id, 'UNCOLLECTIBLE')).body).toMatchObject({ amountWrittenOff: 127.5 });
      expect((await t.move(invoice.id, 'VOID')).body).toMatchObject({ status: 'VOID' });
    });
    expect(mostRows).toBeLessThan(20);
  });

  test('given a credited invoice that is due first, then as it is void the next one has its credit', async () => {
    const policyId = t.policies.add({ policy: { organizationId } });
    const [first, next] = [await sent(policyId), await sent()];
    t.policies.change(policyId, { enrollments: [{ unenrolledDate: '2026-11-21' }] });
    await sent(policyId);
    const credited = async ({ id }: { id: string }) => (await t.http.get(`/api/invoice/${id}`)).body.amountCredited;
    expect([await credited(first), await credited(next)]).toEqual([42.5, 0]);
    await t.move(first.id, 'VOID');
    expect([await credited(first), await credited(next)]).toEqual([0, 42.5]);
  });

  test('given a payment of all, then what it does not pay at once is held, and the next runs pay it', async () => {
    const invoice = await sent();
    await sendOthers(invoice.id, 620);
    await t.dun();
    const { statements } = await countingStatements(t.service.platform.database, async () => {
      expect((await pay(622 * 12_750)).body).toMatchObject({ unallocated: 122 * 127.5 });
    });
    expect(statements).toBeLessThan(60);
    expect((await paid()).map((one) => one.paid !== '0')).toEqual(Array.from({ length: 621 }, (_, i) => i < 500));
    expect(await isNoted()).toBe(true);
    await t.dun();
    await t.dun();
    expect(await isNoted()).toBe(false);
    expect(await account()).toMatchObject({ due: 0, held: 127.5 });
  });

  test('given a payment of more than a statement stores, when it is reversed, then all of it is due again', async () => {
    const invoice = await sent();
    await sendOthers(invoice.id, 620);
    const { body } = await pay(621 * 12_750);
    await t.dun();
    expect(await account()).toMatchObject({ due: 0, held: 0 });
    await t.sql(`create function refuse_many() returns trigger language plpgsql as $$
      begin if (select count(*) from changed) > 500 then raise 'too many'; end if; return null; end $$`);
    await t.sql(`create trigger refuse_many after update on invoice referencing new table as changed
      for each statement execute function refuse_many()`);
    const { status } = await t.http.post(`/api/payment/${body.id}/reverse`, { reason: 'Returned' });
    await t.sql('drop trigger refuse_many on invoice');
    expect(status).toBe(200);
    expect(await account()).toMatchObject({ due: 621 * 127.5, held: 0, balance: 621 * 127.5 });
  });
});

describe('an account that holds more credits than a transaction uses', () => {
  /** As many credits of 42.50 before a first one, for the next run to give to what is due. */
  const hold = async (count: number) => {
    const policyId = t.policies.add({ policy: { organizationId } });
    const { id } = await sent(policyId);
    await pay(12_750, id);
    t.policies.change(policyId, { enrollments: [{ unenrolledDate: '2026-11-21' }] });
    const credit = await sent(policyId);
    await t.sql(
      `insert into invoice select r.* from invoice i, generate_series(1, $2::int) as n,
         jsonb_populate_record(i, jsonb_build_object('id', '00000000' || substr(gen_random_uuid()::text, 9), 'status', 'SENT', 'amount_credited', 0,
           'invoice_reference', i.invoice_reference || '-' || n)) as r
       where i.id = $1`,
      [credit.id, count],
    );
    await t.sql(`insert into account_to_allocate (invoice_id, organization_id, currency) values ($1, $2, 'USD')`, [
      credit.id,
      organizationId,
    ]);
  };

  test('given that nothing is due, then no more are read, and no run looks for the others', async () => {
    await hold(1_200);
    const { mostRows } = await countingStatements(t.service.platform.database, () => t.dun());
    expect(mostRows).toBeLessThanOrEqual(500);
    expect(await isNoted()).toBe(false);
    expect(await account()).toMatchObject({ due: 0, held: 1_201 * 42.5 });
  });

  test('given that more is due than these are, then the next runs use the others, and the last one ends it', async () => {
    await sendOthers((await sent()).id, 299);
    await hold(620);
    await t.dun();
    expect(await account()).toMatchObject({ due: 300 * 127.5 - 501 * 42.5, held: 120 * 42.5 });
    expect(await isNoted()).toBe(true);
    await t.dun();
    expect(await account()).toMatchObject({ due: 300 * 127.5 - 621 * 42.5, held: 0 });
    expect(await isNoted()).toBe(false);
  });

  test('given a refund out of goodwill, then its own credit meets it', async () => {
    await hold(620);
    const [payment] = (await t.http.get(`/api/payment?organizationId=${organizationId}`)).body;
    const refund = { amountPennies: 400, reason: 'GOODWILL' };
    const { status, body } = await t.http.post(`/api/payment/${payment.id}/refunds`, refund);
    expect([status, body.refunds]).toMatchObject([201, [{ amount: 4, reason: 'GOODWILL', open: 0 }]]);
  });
});

describe('an account that holds more payments than a transaction uses', () => {
  /** A payment of three invoices, and as many of a cent behind one of a cent; returns the first. */
  const hold = async (count: number): Promise<string> => {
    await sendOthers((await sent()).id, 2);
    const { body } = await pay(3 * 12_750);
    const { body: cent } = await pay(1);
    await t.sql(
      `insert into payment select r.* from payment p, generate_series(1, $2::int) as n,
         jsonb_populate_record(p, jsonb_build_object('id', 'ffffffff' || substr(gen_random_uuid()::text, 9),
           'payment_reference', p.payment_reference || '-' || n)) as r
       where p.id = $1`,
      [cent.id, count],
    );
    return body.id;
  };

  test('given that nothing is due, then no more are read with a payment, and no run looks for the others', async () => {
    await hold(1_200);
    const { mostRows } = await countingStatements(t.service.platform.database, async () => {
      expect((await pay(1)).status).toBe(201);
      await t.dun();
    });
    expect(mostRows).toBeLessThanOrEqual(500);
    expect(await isNoted()).toBe(false);
  });

  test('given the reversal of what had paid all, then the oldest pay at once, and the next runs use the others', async () => {
    const first = await hold(1_200);
    expect((await t.http.post(`/api/payment/${first}/reverse`, { reason: 'Returned' })).status).toBe(200);
    expect(await account()).toMatchObject({ due: 3 * 127.5 - 5, held: 7.01 });
    for (const { held, noted } of [
      { held: 2.01, noted: true },
      { held: 0, noted: false },
    ]) {
      expect(await isNoted()).toBe(true);
      await t.dun();
      expect(await account()).toMatchObject({ due: 3 * 127.5 - 12.01 + held, held });
      expect(await isNoted()).toBe(noted);
    }
  });
});

const countRead = (read: (on: Work) => Promise<unknown>): Promise<number> =>
  countRowsRead(t.service.platform.database, read);

describe('what is asked of an account does not grow with it', () => {
  const actor: Actor = { id: 'dana', organizations: '*', roles: ['read'] };
  const OPEN = 500;
  const MANY = 6_000;
  let large: AccountKey;

  beforeAll(async () => {
    organizationId = `org-${newId()}`;
    large = { organizationId, currency: 'USD' };
    const [open, settled] = [await sent(), await sent()];
    const { body } = await pay(12_750, settled.id);
    await sendOthers(open.id, OPEN);
    await sendOthers(settled.id, MANY);
    await t.sql(
      `insert into payment select r.* from payment p, generate_series(1, $2::int) as n,
         jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'method', 'PROVIDER',
           'payment_reference', p.payment_reference || '-' || n, 'invoice_ids', jsonb_build_array(gen_random_uuid()))) as r
       where p.id = $1`,
      [body.id, MANY],
    );
    await t.sql(
      `insert into ar_posting select e.id, leg.line, $1, 'USD', leg.account, e.id, null, leg.amount, '2026-10-01'
       from (select gen_random_uuid() as id from generate_series(1, $2::int)) as e
       cross join (values (0, 'CASH', 100), (1, 'RECEIVABLE', -100)) as leg (line, account, amount)`,
      [organizationId, MANY],
    );
    await t.sql('analyze invoice, payment, allocation, ar_posting');
  });

  test.each<[string, number, (work: Work) => Promise<unknown>]>([
    ['whether it holds anything', 10, (work) => holdsAnything(work, large)],
    ['balances, beside what is open', 6 * OPEN, (work) => readBalances(work, large.organizationId, '2026-11-20')],
    // Counts of others are few: they may be scanned, too.
    ['what was owed before a day', 500, (work) => receivableBefore(work, large, '2026-11-20')],
    ['the policy of its newest invoice', 10, (work) => newestPolicy(work, large, newId())],
    ['what came outside for an invoice', 10, (work) => takenOutside(work, { id: newId() })],
    [
      'the payments of an invoice',
      20,
      (work) => listPayments(work, actor, { ...large, invoiceId: newId() }, { limit: 11 }),
    ],
  ])('%s', async (_what, most, read) => {
    expect(await countRead(read)).toBeLessThanOrEqual(most);
  });

  test('what was owed before a day is the sum of the postings before it', async () => {
    for (const day of ['2026-10-01', '2026-10-02', '2026-11-01', '2026-11-20', '2026-11-21', '2026-12-01']) {
      const [row] = await t.sql<{ owed: string }>(
        `select coalesce(sum(amount), 0) as owed from ar_posting
         where organization_id = $1 and account = 'RECEIVABLE' and posted_on < $2`,
        [large.organizationId, day],
      );
      expect([day, await receivableBefore(t.service.platform.database, large, day)]).toEqual([day, BigInt(row!.owed)]);
    }
  });

  test.each([
    ['2026-09-30', 'ask for fewer days'],
    ['2026-10-01', 'read /api/account/'],
  ])('a statement from %s of too many postings is refused: %s', async (from, instead) => {
    const path = `/api/account/${large.organizationId}/statement?currency=USD&from=${from}&to=2026-10-01`;
    const { status, body } = await t.http.get(path);
    expect([status, body.errors[0].detail]).toEqual([400, expect.stringContaining(instead)]);
  });
});
