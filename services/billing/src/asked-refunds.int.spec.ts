import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type PaidBilling, startPaidBilling } from './testing/paid-billing.ts';

let t: PaidBilling;

beforeAll(async () => {
  t = await startPaidBilling();
});

beforeEach(async () => {
  t.stripe.forgetFaults();
  await t.sql(`update payment_refund set status = 'FAILED' where status = 'PENDING'`);
});

afterAll(() => t.stop());

/** A refund of a payment by Stripe that is to be asked for there. */
const askedFor = async () => {
  const { organizationId, theirs } = await t.sentAlone();
  theirs.status = 'paid';
  await t.hears('invoice.paid', theirs);
  const [payment] = (await t.http.get(`/api/payment?organizationId=${organizationId}`)).body;
  const { body } = await t.http.post(`/api/payment/${payment.id}/refunds`, { amountPennies: 3_333 });
  const intent = theirs.intent!.id;
  return {
    id: body.refunds[0].id as string,
    theirs,
    asked: () =>
      t.stripe.requests.filter((one) => one.path === '/v1/refunds' && one.form['payment_intent'] === intent).length,
    read: async () => (await t.http.get(`/api/payment/${payment.id}`)).body.refunds[0].status,
  };
};

test('given a refund for which Stripe does not answer, then no other is asked for in that round, and it waits behind them', async () => {
  const [first, second] = [await askedFor(), await askedFor()];
  t.stripe.failNext(/GET \/v1\/refunds/, 'drop', 'drop');
  await t.dun();
  expect([first.asked() > 0, second.asked()]).toEqual([true, 0]);
  const before = first.asked();
  await t.dun();
  expect([first.asked(), second.asked() > 0]).toEqual([before, true]);
  await t.loseLeases();
  await t.dun();
  expect([await first.read(), await second.read()]).toEqual(['DONE', 'DONE']);
});

test('given a refund that its bank holds, then it is asked for later each time', async () => {
  const { id, theirs, asked, read } = await askedFor();
  const held = { id: `re_${id}`, charge: `ch_${theirs.id}`, amount: 3_333, currency: 'usd', status: 'pending' };
  t.stripe.refunds.push({ ...held, metadata: { refundId: id } } as never);
  const wait = async () => {
    const [row] = await t.sql<{ minutes: number }>(
      'select ceil(extract(epoch from busy_until - now()) / 60)::int as minutes from asked_refund where refund_id = $1',
      [id],
    );
    return row!.minutes;
  };
  const waits: number[] = [];
  for (let round = 1; round <= 4; round++) {
    await t.loseLeases();
    await t.dun();
    await t.dun();
    waits.push(await wait());
  }
  expect([waits, asked()]).toEqual([[1, 2, 3, 4], 4]);
  await t.sql('update asked_refund set attempts = 5000 where refund_id = $1', [id]);
  await t.loseLeases();
  await t.dun();
  expect([await wait(), await read()]).toEqual([60, 'PENDING']);
  Object.assign(t.stripe.refunds.at(-1)!, { status: 'succeeded' });
  await t.loseLeases();
  await t.dun();
  expect(await read()).toBe('DONE');
});

test('given more refunds than a round has room for, then the others have the next one', async () => {
  const { id, read } = await askedFor();
  await t.sql(
    `insert into payment_refund select r.* from payment_refund o, generate_series(1, 100) as n,
       jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'amount', 1, 'note', n)) as r where o.id = $1`,
    [id],
  );
  await t.dun();
  const asked = async () =>
    (
      await t.sql(
        `select from asked_refund a join payment_refund r on r.id = a.refund_id
         where r.payment_id = (select payment_id from payment_refund where id = $1)`,
        [id],
      )
    ).length;
  expect(await asked()).toBe(100);
  await t.dun();
  expect([await asked(), await read()]).toEqual([101, 'DONE']);
});
