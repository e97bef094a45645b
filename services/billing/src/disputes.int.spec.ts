import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type PaidBilling, startPaidBilling } from './testing/paid-billing.ts';

let t: PaidBilling;

beforeAll(async () => {
  t = await startPaidBilling();
});

beforeEach(() => t.clock.set('2026-11-20T09:30:00Z'));

afterAll(() => t.stop());

/** An invoice of 127.50 that Stripe has collected, of an organization of its own. */
const paid = async () => {
  const { organizationId, id, theirs } = await t.sentAlone();
  theirs.status = 'paid';
  const disputeId = `dp_${id}`;
  return {
    id,
    organizationId,
    theirs,
    disputeId,
    collect: () => t.hears('invoice.paid', theirs),
    hears: (type: string, status: string, changes: object = {}) =>
      t.deliver(
        t.stripe.event(`charge.dispute.${type}`, {
          object: 'dispute',
          id: disputeId,
          amount: 12_750,
          currency: 'usd',
          payment_intent: theirs.intent!.id,
          charge: `ch_${theirs.id}`,
          status,
          ...changes,
        }),
      ),
    payment: async () => (await t.http.get(`/api/payment?organizationId=${organizationId}`)).body[0],
    balances: async () => (await t.http.get(`/api/account/${organizationId}`)).body.balances[0],
  };
};

const countDisputes = async (paymentId: string) =>
  (await t.announced(paymentId)).filter((name) => name === 'payment-disputed').length;

test('a dispute that is open takes nothing back yet, and keeps from dunning', async () => {
  const one = await paid();
  await one.collect();
  await one.hears('created', 'needs_response');
  await one.hears('funds_withdrawn', 'under_review');
  expect(await t.read(one.id)).toMatchObject({ status: 'PAID', amountDisputed: 127.5, amountDue: 0 });
  const payment = await one.payment();
  expect(payment).toMatchObject({ status: 'DISPUTED', disputed: 127.5 });
  expect(await one.balances()).toMatchObject({ disputed: 127.5, due: 0 });
  expect(await countDisputes(payment.id)).toBe(1);
});

test('one that came before its payment is taken up with that, also when all of it is held', async () => {
  const one = await paid();
  const { organizationId } = one;
  const transfer = { organizationId, currency: 'USD', amountPennies: 12_750, invoiceIds: [one.id] };
  await t.http.post('/api/payment', transfer);
  await one.hears('created', 'needs_response');
  await one.collect();
  const payments = (await t.http.get(`/api/payment?organizationId=${organizationId}`)).body;
  expect(payments).toEqual(expect.arrayContaining([expect.objectContaining({ status: 'DISPUTED', disputed: 127.5 })]));
  const { body: next } = await t.generate(t.policies.add({ policy: { organizationId } }));
  await t.move(next.id, 'SENT');
  expect(await t.read(next.id)).toMatchObject({ status: 'SENT', amountDue: 127.5 });
});

test('the account has all of it, also what of the payment is held', async () => {
  const one = await paid();
  await t.http.post('/api/payment', {
    organizationId: one.organizationId,
    currency: 'USD',
    amountPennies: 2_250,
    invoiceIds: [one.id],
  });
  await one.collect();
  await one.hears('created', 'needs_response');
  expect(await t.read(one.id)).toMatchObject({ amountDisputed: 105 });
  expect(await one.balances()).toMatchObject({ disputed: 127.5, held: 22.5 });
});

test('given that a refund is asked for, which fails, then all that is disputed counts', async () => {
  const one = await paid();
  await one.collect();
  const { id } = await one.payment();
  const asked = await t.http.post(`/api/payment/${id}/refunds`, { amountPennies: 10_000 });
  await one.hears('created', 'needs_response');
  expect(await one.payment()).toMatchObject({ status: 'RECEIVED', disputed: 0 });
  const failed = {
    object: 'refund',
    id: `re_${one.id}`,
    amount: 10_000,
    currency: 'usd',
    status: 'failed',
    payment_intent: one.theirs.intent!.id,
    metadata: { refundId: asked.body.refunds[0].id },
  };
  await t.deliver(t.stripe.event('refund.failed', failed));
  expect(await one.payment()).toMatchObject({ status: 'DISPUTED', disputed: 127.5 });
});

test('given a part that was refunded, then one in another currency is one of the rest', async () => {
  const one = await paid();
  await one.collect();
  const refund = { object: 'refund', id: `re_${one.id}`, amount: 6_000, currency: 'usd', status: 'succeeded' };
  await t.deliver(t.stripe.event('refund.created', { ...refund, payment_intent: one.theirs.intent!.id }));
  await one.hears('created', 'needs_response', { amount: 5_800, currency: 'eur' });
  expect(await one.payment()).toMatchObject({ status: 'DISPUTED', disputed: 67.5 });
});

test('given that it is won, then all is as before', async () => {
  const one = await paid();
  await one.collect();
  await one.hears('created', 'needs_response');
  await one.hears('closed', 'won');
  await one.hears('funds_reinstated', 'won');
  expect(await t.read(one.id)).toMatchObject({ status: 'PAID', amountDisputed: 0 });
  expect(await one.payment()).toMatchObject({ status: 'RECEIVED', disputed: 0, lost: 0 });
  expect((await t.announced(one.id)).includes('reserve-split-reversed')).toBe(false);
});

test('given that it is lost, then the invoice is past due, its splits fall, and it is not charged automatically', async () => {
  const one = await paid();
  await one.collect();
  await one.hears('created', 'needs_response');
  await one.hears('closed', 'lost');
  await one.hears('closed', 'lost');
  expect(await t.read(one.id)).toMatchObject({
    status: 'PAST_DUE',
    amountDue: 127.5,
    lastFailureReason: 'dispute_lost',
    nextRetryAt: null,
  });
  expect(await one.payment()).toMatchObject({ status: 'REVERSED', lost: 127.5 });
  const announced = await t.announced(one.id);
  expect(announced.filter((name) => name === 'reserve-split-reversed')).toHaveLength(1);
  await t.deliver(
    t.stripe.event('payment_method.attached', { object: 'payment_method', id: 'pm_1', customer: one.theirs.customer }),
  );
  t.clock.advance({ days: 60 });
  await t.dun();
  expect(await t.read(one.id)).toMatchObject({ status: 'PAST_DUE', nextRetryAt: null });
  expect(t.stripe.charges).not.toContain(one.theirs.id);
});

test('given that it is lost, then won on appeal, then the payment counts again', async () => {
  const one = await paid();
  await one.collect();
  await one.hears('created', 'needs_response');
  await one.hears('closed', 'lost');
  await one.hears('updated', 'appeal_under_review');
  expect(await t.read(one.id)).toMatchObject({ status: 'PAST_DUE', amountDue: 127.5 });
  await one.hears('closed', 'won');
  await one.hears('closed', 'lost');
  expect(await t.read(one.id)).toMatchObject({ status: 'PAID', lastFailureReason: null });
  expect(await one.payment()).toMatchObject({ status: 'RECEIVED', lost: 0, reversalReason: null });
});

test.each(['won', 'lost'])(
  'what is heard of one that is %s before it is heard that it is open has the same end',
  async (end) => {
    const one = await paid();
    await one.collect();
    await one.hears('closed', end);
    await one.hears('created', 'needs_response');
    expect(await one.payment()).toMatchObject({ status: end === 'won' ? 'RECEIVED' : 'REVERSED', disputed: 0 });
  },
);

test('one that is heard of before the payment waits for it', async () => {
  const one = await paid();
  await one.hears('created', 'needs_response');
  expect(await t.readEventOutcomes(one.id)).toEqual(['PENDING']);
  await one.collect();
  expect([(await one.payment()).status, await t.readEventOutcomes(one.id)]).toEqual(['DISPUTED', ['DONE', 'DONE']]);
});

test.each(['needs_response', 'lost'])(
  'one of a second payment (%s) that has not come yet waits for it',
  async (end) => {
    const one = await paid();
    const intent = `pi_part_${one.id}`;
    Object.assign(one.theirs, { status: 'open', partly: [{ intent, amount: 3_000 }] });
    await one.hears(end === 'lost' ? 'closed' : 'created', end, { payment_intent: intent, amount: 3_000 });
    expect(await t.readEventOutcomes(one.id)).toEqual(['PENDING']);
    await t.hearsPayment(one.theirs, intent);
    expect(await t.readEventOutcomes(one.id)).toEqual(['DONE', 'DONE']);
    expect((await one.payment()).status).toBe(end === 'lost' ? 'REVERSED' : 'DISPUTED');
  },
);

test('one of a payment that the provider does not say the invoice of comes again', async () => {
  const one = await paid();
  const intent = `pi_part_${one.id}`;
  Object.assign(one.theirs, { status: 'open', partly: [{ intent, amount: 3_000 }] });
  t.stripe.failNext(/invoice_payments/, 'drop');
  const hear = () => one.hears('created', 'needs_response', { payment_intent: intent, amount: 3_000 });
  expect((await hear()).status).toBe(503);
  expect((await hear()).status).toBe(200);
  await t.hearsPayment(one.theirs, intent);
  expect(await one.payment()).toMatchObject({ status: 'DISPUTED', disputed: 30 });
});

test('each of several counts once, whatever is heard of it again', async () => {
  const one = await paid();
  await one.collect();
  const first = { id: `${one.disputeId}_1`, amount: 2_750 };
  const second = { id: `${one.disputeId}_2`, amount: 1_000 };
  await one.hears('created', 'needs_response', first);
  await one.hears('created', 'needs_response', second);
  expect(await one.payment()).toMatchObject({ status: 'DISPUTED', disputed: 37.5, lost: 0 });
  await one.hears('closed', 'lost', first);
  expect(await one.payment()).toMatchObject({ status: 'DISPUTED', disputed: 10, lost: 27.5 });
  await one.hears('closed', 'won', second);
  await one.hears('funds_withdrawn', 'under_review', first);
  await one.hears('closed', 'lost', first);
  expect(await one.payment()).toMatchObject({ status: 'RECEIVED', disputed: 0, lost: 27.5 });
  expect(await t.read(one.id)).toMatchObject({ status: 'PAST_DUE', amountDue: 27.5, amountDisputed: 0 });
});

test.each(['needs_response', 'lost'])(
  'one (%s) of a payment that a person has reversed is left to an operator',
  async (status) => {
    const one = await paid();
    await one.collect();
    await t.http.post(`/api/payment/${(await one.payment()).id}/reverse`, { reason: 'charged by mistake' });
    await one.hears('created', status);
    expect(await t.readEventOutcomes(one.id)).toEqual(['DONE', 'CONFLICT']);
    expect(await one.payment()).toMatchObject({ status: 'REVERSED', disputed: 0, lost: 0 });
  },
);

test.each(['needs_response', 'lost'])(
  'one (%s) of more than is left takes back what is left, and the rest is left to an operator',
  async (status) => {
    const one = await paid();
    await one.collect();
    const refund = { object: 'refund', id: `re_${one.id}`, amount: 4_250, currency: 'usd', status: 'succeeded' };
    await t.deliver(t.stripe.event('refund.created', { ...refund, payment_intent: one.theirs.intent!.id }));
    await one.hears('created', status);
    await one.hears('closed', 'lost');
    expect(await t.readEventOutcomes(one.id)).toEqual(['DONE', 'DONE', 'CONFLICT', 'DONE']);
    expect(await one.payment()).toMatchObject({ disputed: 0, lost: 85 });
  },
);

test('one of a part that is won on appeal, after a person has reversed the rest, is left to an operator', async () => {
  const one = await paid();
  await one.collect();
  await one.hears('created', 'needs_response', { amount: 2_750 });
  await one.hears('closed', 'lost', { amount: 2_750 });
  await t.http.post(`/api/payment/${(await one.payment()).id}/reverse`, { reason: 'charged by mistake' });
  await one.hears('closed', 'won', { amount: 2_750 });
  expect((await t.readEventOutcomes(one.id)).at(-1)).toBe('CONFLICT');
});

test('one of a part leaves the rest', async () => {
  const one = await paid();
  await one.collect();
  await one.hears('created', 'needs_response', { amount: 2_750 });
  expect(await t.read(one.id)).toMatchObject({ status: 'PAID', amountDisputed: 27.5 });
  await one.hears('closed', 'lost', { amount: 2_750 });
  expect(await t.read(one.id)).toMatchObject({ status: 'PAST_DUE', amountDue: 27.5 });
  expect(await one.payment()).toMatchObject({ status: 'RECEIVED', lost: 27.5 });
});

test('one in another currency is one of the whole payment', async () => {
  const one = await paid();
  await one.collect();
  await one.hears('created', 'needs_response', { amount: 11_000, currency: 'eur' });
  expect(await one.payment()).toMatchObject({ status: 'DISPUTED', disputed: 127.5 });
});

test.each(['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented', 'of_tomorrow'])(
  'an inquiry (%s) moves no money',
  async (status) => {
    const one = await paid();
    await one.collect();
    await one.hears('created', status);
    expect(await one.payment()).toMatchObject({ status: 'RECEIVED', disputed: 0 });
  },
);

test.each([
  ['no amount', { amount: null }],
  ['an amount of text', { amount: '12' }],
  ['no currency', { currency: null }],
  ['a foreign intent', { payment_intent: 'pi_foreign' }],
  ['no intent', { payment_intent: null }],
])('one with %s is answered and moves nothing', async (_what, changes) => {
  const one = await paid();
  await one.collect();
  expect((await one.hears('created', 'needs_response', changes)).status).toBe(200);
  expect(await one.payment()).toMatchObject({ status: 'RECEIVED', disputed: 0 });
});
