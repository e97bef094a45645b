import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { isDatabaseUnavailable } from '@staycover/change';
import { newId } from '@staycover/kernel';
import { eventually } from '@staycover/testing';
import { type Billing, startBilling } from './testing/billing.ts';

let t: Billing;

beforeAll(async () => {
  t = await startBilling();
});

afterAll(() => t.stop());

type Answer = { status: number; body: { id: string; status: string } };

/** Asks again while the service is too busy, as clients do. */
const untilAnswered = async (ask: () => Promise<Answer>): Promise<Answer> => {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
  }
};

/** Runs again while there is no connection, as the schedule does. */
const untilRun = async (run: () => Promise<unknown>): Promise<unknown> => {
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }
};

test('50 runs, payments and generations at once over cancelled policies credit each night once', async () => {
  const organizationId = `org-${newId()}`;
  const policies = Array.from({ length: 8 }, () => t.policies.add({ policy: { organizationId } }));
  for (const policyId of policies) {
    await t.hearPolicy(policyId);
    const { body } = await t.generate(policyId);
    await t.move(body.id, 'SENT');
  }
  for (const policyId of policies) {
    t.policies.change(policyId, { policy: { status: 'CANCELLED' }, coverageEndsOn: '2026-11-10' });
    await t.hearPolicy(policyId);
  }
  const payment = { organizationId, currency: 'USD', amountPennies: 3_000 };
  await Promise.all([
    ...Array.from({ length: 10 }, () => untilRun(t.credit)),
    ...Array.from({ length: 10 }, () => untilRun(t.dun)),
    ...Array.from({ length: 14 }, () => untilAnswered(() => t.http.post('/api/payment', payment))),
    ...policies.flatMap((policyId) => Array.from({ length: 2 }, () => untilAnswered(() => t.generate(policyId)))),
  ]);
  await t.credit();
  await t.dun();

  // A generation that was faster than the runs has made the credit note, which a person sends.
  const drafts = `select id from invoice where organization_id = $1 and status = 'DRAFT' and total <> 0`;
  for (const { id } of await t.sql<{ id: string }>(drafts, [organizationId])) await t.move(id, 'SENT');
  await t.dun();

  const { body } = await t.http.get(`/api/account/${organizationId}`);
  expect(body.balances).toMatchObject([{ balance: (8 * 3_825 - 14 * 3_000) / 100, due: 0 }]);
  const [sums] = await t.sql<{ credited: string; doubled: string; waiting: string }>(
    `select
       (select sum(total) from invoice where organization_id = $1 and total < 0) as credited,
       (select count(*) from (select source_id, target_id from allocation a join invoice i on i.id = a.target_id
          where i.organization_id = $1 and i.total > 0 group by 1, 2 having sum(a.amount) > max(i.total)) as twice) as doubled,
       (select count(*) from account_to_allocate where organization_id = $1) as waiting`,
    [organizationId],
  );
  expect(sums).toEqual({ credited: `${-8 * 8_925}`, doubled: '0', waiting: '0' });
});

test('50 payments, credits and generations at once on one account neither deadlock nor allocate twice', async () => {
  const organizationId = `org-${newId()}`;
  const policies = Array.from({ length: 5 }, () => t.policies.add({ policy: { organizationId } }));
  const invoices: string[] = [];
  for (const policyId of policies) {
    const { body } = await t.generate(policyId);
    await t.move(body.id, 'SENT');
    invoices.push(body.id);
  }
  for (const policyId of policies) t.policies.change(policyId, { enrollments: [{ unenrolledDate: '2026-11-21' }] });

  const pay = (_: unknown, i: number) => {
    const body = { organizationId, currency: 'USD', amountPennies: 1000 + i, invoiceIds: [invoices[i % 5]] };
    return untilAnswered(() => t.http.post('/api/payment', body, { 'Idempotency-Key': `${organizationId}-${i}` }));
  };
  const credit = async (policyId: string) => {
    const { body } = await untilAnswered(() => t.generate(policyId));
    return untilAnswered(() => t.move(body.id, 'SENT'));
  };
  const answers = await Promise.all([
    ...Array.from({ length: 35 }, pay),
    ...policies.map(credit),
    ...policies.map((policyId) => untilAnswered(() => t.generate(policyId))),
    ...invoices.map((id) => untilAnswered(() => t.move(id, 'PAST_DUE'))),
  ]);
  for (const { status } of answers) expect([200, 201, 409]).toContain(status);
  await t.dun();

  const paid = 35 * 1000 + (34 * 35) / 2;
  const [sums] = await t.sql<{ paid: string; held: string; faults: number }>(
    `select
       (select sum(amount) from payment where organization_id = $1) as paid,
       (select sum(unallocated) from payment where organization_id = $1) as held,
       (select count(*) from payment p where organization_id = $1 and amount - unallocated <>
         (select coalesce(sum(amount), 0) from allocation where source_id = p.id))::int
       + (select count(*) from invoice i where organization_id = $1 and total > 0 and amount_paid + amount_credited <>
         (select coalesce(sum(amount), 0) from allocation where target_id = i.id))::int
       + (select count(*) from invoice i where organization_id = $1 and status <> 'DRAFT' and
         total - amount_paid - amount_credited <>
         (select sum(amount) from ar_posting where item_id = i.id and account = 'RECEIVABLE'))::int as faults`,
    [organizationId],
  );
  expect(sums).toEqual({ paid: `${paid}`, held: '0', faults: 0 });
  const { body } = await t.http.get(`/api/account/${organizationId}`);
  expect(body.balances).toMatchObject([{ balance: (5 * 12_750 - 5 * 4250 - paid) / 100, held: 0 }]);
  const [database] = await t.sql<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  expect(database).toEqual({ deadlocks: '0' });
});

const manualLine = { description: 'Discount', amountPennies: -100, category: 'ADJUSTMENT' };

// What is derived from nights that somebody frees at the same time would be billed twice, or never.
test.each<[string, string[], (id: string) => ReturnType<Billing['move']>]>([
  ['sends a draft', [], (id) => t.move(id, 'SENT')],
  ['voids a draft', [], (id) => t.move(id, 'VOID')],
  ['voids an invoice', ['SENT'], (id) => t.move(id, 'VOID')],
  ['pays an invoice', ['SENT'], (id) => t.move(id, 'PAID')],
  ['adds a line', [], (id) => t.http.post(`/api/invoice/${id}/line-items`, manualLine)],
])('whoever %s waits for who derives its policy', async (_name, states, ask) => {
  const { id, organizationPolicyId } = await t.invoiceIn(...states);
  await t.sql('begin');
  await t.sql('select from billing_account where policy_id = $1 for update', [organizationPolicyId]);
  expect(await waitsFor(() => ask(id))).toEqual([true, 200]);
});

test.each<[string, number, (invoice: { id: string; organizationId: string }) => ReturnType<Billing['move']>]>([
  [
    'receives a payment',
    201,
    ({ id, organizationId }) =>
      t.http.post('/api/payment', { organizationId, currency: 'USD', amountPennies: 100, invoiceIds: [id] }),
  ],
  ['pays an invoice', 200, ({ id }) => t.move(id, 'PAID')],
  ['voids an invoice', 200, ({ id }) => t.move(id, 'VOID')],
])('whoever %s waits for who allocates on its account', async (_name, expected, ask) => {
  const invoice = await t.invoiceIn('SENT');
  await holdAccount(invoice);
  expect(await waitsFor(() => ask(invoice))).toEqual([true, expected]);
});

test('a refund that is too late for its caller is not stored: another may have been asked for since', async () => {
  const { id, organizationId } = await t.invoiceIn('SENT');
  const asked = { organizationId, currency: 'USD', amountPennies: 1000, invoiceIds: [id] };
  const path = `/api/payment/${(await t.http.post('/api/payment', asked)).body.id}`;
  await holdAccount({ organizationId });
  const refund = () => t.http.post(`${path}/refunds`, { amountPennies: 100 }, { 'x-answer-within-ms': '100' });
  expect((await waitsFor(refund, 150))[1]).toBe(503);
  expect((await t.http.get(path)).body.refunds).toEqual([]);
});

const holdAccount = async ({ organizationId }: { organizationId: string }): Promise<void> => {
  await t.sql('begin');
  await t.sql(
    `insert into receivable_account (organization_id, currency) values ($1, 'USD')
    on conflict (organization_id, currency) do update set currency = excluded.currency`,
    [organizationId],
  );
};

const WAITS = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Whether what is asked waits until the lock that is held is given back, so many milliseconds later, and its answer. */
const waitsFor = async (ask: () => ReturnType<Billing['move']>, heldMs = 0) => {
  const answer = ask();
  let isAnswered = false;
  void answer.then(() => (isAnswered = true));
  await eventually('it waits, or was answered', async () => isAnswered || (await t.sql(WAITS)).length > 0);
  const [waited, since] = [!isAnswered, performance.now()];
  await eventually('it was held so long', () => performance.now() > since + heldMs);
  await t.sql('commit');
  return [waited, (await answer).status];
};
