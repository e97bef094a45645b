import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type PaidBilling, startPaidBilling } from './testing/paid-billing.ts';
import { openAmount, type StripeInvoice } from './testing/stripe-objects.ts';

let t: PaidBilling;

beforeAll(async () => {
  t = await startPaidBilling();
});

beforeEach(() => {
  t.stripe.forgetFaults();
  t.clock.set('2026-11-20T09:30:00Z');
  // What other cases have left is not due.
  return t.sql(`update invoice set due_date = null, next_retry_at = null where status in ('SENT', 'PAST_DUE')`);
});

afterAll(() => t.stop());

type Sent = Awaited<ReturnType<PaidBilling['sentAlone']>>;

const pay = ({ organizationId, id }: Sent, amountPennies: number, currency = 'USD') =>
  t.http.post('/api/payment', { organizationId, currency, amountPennies, invoiceIds: [id] });

const remaining = (theirs: StripeInvoice) => openAmount(t.stripe, theirs);
const creditNotesFor = ({ theirs }: Sent) => t.stripe.creditNotes.filter(({ invoice }) => invoice === theirs.id);

describe('what reduces an invoice here', () => {
  test('by a credit is a credit note at the provider, once', async () => {
    const one = await t.sentAlone();
    await t.creditTenNights(one);
    expect(await t.dun()).toMatchObject({ errors: 0 });
    await t.dun();
    expect([remaining(one.theirs), creditNotesFor(one).length]).toEqual([8_500, 1]);
    expect(await t.read(one.id)).toMatchObject({ status: 'SENT', amountDue: 85 });
  });

  test('by money that came otherwise is a payment outside of the provider, once', async () => {
    const one = await t.sentAlone();
    await pay(one, 5_000);
    await t.dun();
    await t.dun();
    expect([remaining(one.theirs), one.theirs.attached]).toMatchObject([7_750, [{ amount: 5_000 }]]);
  });

  test('in whole settles it there, which brings no second payment here', async () => {
    const one = await t.sentAlone();
    await t.creditTenNights(one);
    await pay(one, 8_500);
    await t.dun();
    expect(one.theirs.status).toBe('paid');
    await t.hears('invoice.paid', one.theirs);
    const { body: payments } = await t.http.get(`/api/payment?organizationId=${one.organizationId}`);
    expect(payments).toMatchObject([{ amount: 85, unallocated: 0, method: 'MANUAL' }]);
    expect((await t.read(one.id)).status).toBe('PAID');
  });

  test('and is taken back does not come to life by the settled invoice there', async () => {
    const one = await t.sentAlone();
    const { body: payment } = await pay(one, 12_750);
    await t.dun();
    await t.http.post(`/api/payment/${payment.id}/reverse`, { reason: 'bounced' });
    await t.hears('invoice.paid', one.theirs);
    expect(await t.read(one.id)).toMatchObject({ status: 'SENT', amountDue: 127.5 });
  });

  test('and settles it there without an answer brings no second payment here', async () => {
    const one = await t.sentAlone();
    const { body: bounced } = await pay(one, 5_000);
    await t.dun();
    await t.http.post(`/api/payment/${bounced.id}/reverse`, { reason: 'bounced' });
    await pay(one, 10_000);
    t.stripe.failNext(/attach_payment$/, 'lose');
    await t.dun();
    expect(one.theirs.status).toBe('paid');
    await t.hears('invoice.paid', one.theirs);
    const { body: payments } = await t.http.get(`/api/payment?organizationId=${one.organizationId}`);
    expect(payments).toMatchObject([
      { method: 'MANUAL', amount: 50, status: 'REVERSED' },
      { method: 'MANUAL', amount: 100 },
    ]);
    expect(await t.read(one.id)).toMatchObject({ status: 'SENT', amountDue: 27.5 });
  });

  test('and is taken back before it was made there is not made', async () => {
    const one = await t.sentAlone();
    const { body: payment } = await pay(one, 5_000);
    await t.http.post(`/api/payment/${payment.id}/reverse`, { reason: 'bounced' });
    await t.dun();
    expect([remaining(one.theirs), one.theirs.attached]).toEqual([12_750, []]);
  });

  test('waits while a payment there is under way, and takes no more than is left', async () => {
    const one = await t.sentAlone();
    one.theirs.intent!.status = 'processing';
    await t.creditTenNights(one);
    await t.dun();
    expect(creditNotesFor(one)).toEqual([]);
    one.theirs.status = 'paid';
    await t.hears('invoice.paid', one.theirs);
    await t.dun();
    expect(creditNotesFor(one)).toEqual([]);
    const { body: payments } = await t.http.get(`/api/payment?organizationId=${one.organizationId}`);
    expect(payments).toMatchObject([{ amount: 127.5, unallocated: 42.5, method: 'PROVIDER' }]);
  });

  test('is made when a held credit meets an invoice that goes out', async () => {
    const organizationId = `org-${crypto.randomUUID()}`;
    await t.knowPayer(organizationId, `${organizationId}@acme.example`);
    await t.http.post('/api/payment', { organizationId, currency: 'USD', amountPennies: 2_750 });
    const { body } = await t.generate(t.policies.add({ policy: { organizationId } }));
    await t.send(body.id);
    expect(remaining(t.stripe.findInvoice(body.id))).toBe(10_000);
  });

  test.each([
    ['POST /v1/credit_notes', 'lose'],
    ['POST /v1/credit_notes', 'hang'],
    ['POST /v1/credit_notes', 'drop'],
    ['POST /v1/credit_notes', 'limit'],
    ['POST /v1/credit_notes', 'error'],
    ['GET /v1/invoices/', 'nonsense'],
  ] as const)('is repeated after %s (%s) until it is done, once, also when keys are forgotten', async (path, fault) => {
    const one = await t.sentAlone();
    await t.creditTenNights(one);
    t.stripe.failNext(new RegExp(path), fault);
    expect(await t.dun()).toMatchObject({ errors: 1 });
    if (fault !== 'error') t.stripe.forgetKeys();
    await t.dun();
    expect([remaining(one.theirs), creditNotesFor(one).length]).toEqual([8_500, 1]);
  });

  test.each(['report_payment', 'attach_payment'])('is repeated after %s was lost, once', async (path) => {
    const one = await t.sentAlone();
    await pay(one, 5_000);
    t.stripe.failNext(new RegExp(path), 'lose');
    await t.dun();
    t.stripe.forgetKeys();
    await t.dun();
    expect([remaining(one.theirs), one.theirs.attached.length]).toEqual([7_750, 1]);
  });
});

test('what a dispute took back of it, and an appeal gave again, is made at the provider once', async () => {
  const one = await t.sentAlone();
  const { body: draft } = await t.generate(t.policies.add({ policy: { organizationId: one.organizationId } }));
  expect((await t.send(draft.id)).status).toBe(200);
  const other = t.stripe.findInvoice(draft.id);
  await pay(one, 2_250);
  one.theirs.status = 'paid';
  await t.hears('invoice.paid', one.theirs);
  await t.dun();
  expect(remaining(other)).toBe(10_500);
  const dispute = { object: 'dispute', id: `dp_${one.id}`, amount: 12_750, currency: 'usd' };
  const hears = (status: string) =>
    t.deliver(t.stripe.event('charge.dispute.closed', { ...dispute, status, payment_intent: one.theirs.intent!.id }));
  await hears('lost');
  expect(await t.read(draft.id)).toMatchObject({ amountDue: 127.5 });
  await hears('won');
  await t.dun();
  expect([(await t.read(draft.id)).amountDue, remaining(other)]).toEqual([105, 10_500]);
});

describe('collecting what was paid or credited in part', () => {
  test('charges the rest, and takes it in as what it was', async () => {
    const one = await t.sentAlone();
    one.customer.card = 'ok';
    await t.creditTenNights(one);
    await pay(one, 1_500);
    t.clock.set('2026-12-21T06:00:00Z');
    expect(await t.dun()).toMatchObject({ errors: 0 });
    expect(await t.read(one.id)).toMatchObject({ status: 'PAID', amountPaid: 85, amountCredited: 42.5 });
    const { body: payments } = await t.http.get(`/api/payment?organizationId=${one.organizationId}`);
    expect(payments).toMatchObject([{ amount: 15 }, { amount: 70, method: 'PROVIDER', unallocated: 0 }]);
  });

  test('never charges a stale amount: while the credit cannot be made, nothing is asked for', async () => {
    const one = await t.sentAlone();
    one.customer.card = 'ok';
    await t.creditTenNights(one);
    t.clock.set('2026-12-21T06:00:00Z');
    t.stripe.failNext(/credit_notes/, 'error', 'error', 'error');
    await t.dun();
    expect([t.stripe.charges.includes(one.theirs.id), (await t.read(one.id)).status]).toEqual([false, 'PAST_DUE']);
    t.stripe.forgetFaults();
    await t.loseLeases();
    t.clock.advance({ days: 1 });
    await t.dun();
    expect(await t.read(one.id)).toMatchObject({ status: 'PAID', amountPaid: 85, amountCredited: 42.5 });
  });

  test('charges what is due again after its due date, where the provider still asks for it', async () => {
    const one = await t.sentAlone();
    one.customer.card = 'ok';
    const { body: payment } = await pay(one, 12_750);
    t.clock.set('2026-12-21T06:00:00Z');
    await t.http.post(`/api/payment/${payment.id}/reverse`, { reason: 'bounced' });
    expect(await t.read(one.id)).toMatchObject({ status: 'PAST_DUE', nextRetryAt: '2026-12-21T06:00:00.000Z' });
    expect(await t.dun()).toMatchObject({ paid: 1, errors: 0 });
    expect(await t.read(one.id)).toMatchObject({ status: 'PAID', amountPaid: 127.5, nextRetryAt: null });
    await t.dun();
    expect(t.stripe.charges.filter((id) => id === one.theirs.id)).toHaveLength(1);
  });

  test.each(['before', 'after'])(
    'asks no more where it is settled there, and due here again %s its due date',
    async (when) => {
      const one = await t.sentAlone();
      const { body: payment } = await pay(one, 12_750);
      await t.dun();
      if (when === 'after') t.clock.set('2026-12-21T06:00:00Z');
      await t.http.post(`/api/payment/${payment.id}/reverse`, { reason: 'bounced' });
      t.clock.set('2026-12-21T06:00:00Z');
      await t.dun();
      expect(await t.read(one.id)).toMatchObject({
        status: 'PAST_DUE',
        amountDue: 127.5,
        lastFailureReason: 'settled_at_provider',
        nextRetryAt: null,
      });
    },
  );

  test.each([
    ['was PAID by hand', (one: Sent) => t.move(one.id, 'PAID')],
    [
      'came by transfer after it was given up',
      async (one: Sent) => {
        await t.move(one.id, 'UNCOLLECTIBLE');
        await t.dun();
        await pay(one, 12_750);
      },
    ],
    [
      'came by transfer, and was marked as paid there before the transfer was taken there,',
      async (one: Sent) => {
        await pay(one, 12_750);
        await t.hears('invoice.paid', Object.assign(one.theirs, { status: 'paid', paidOutOfBand: true }));
      },
    ],
    [
      'somebody has marked as paid there',
      (one: Sent) => t.hears('invoice.paid', Object.assign(one.theirs, { status: 'paid', paidOutOfBand: true })),
    ],
  ])('given that what %s is taken back, then it stays due, however often it is looked at', async (_what, settle) => {
    const one = await t.sentAlone();
    await settle(one);
    await t.dun();
    const { body: payments } = await t.http.get(`/api/payment?invoiceId=${one.id}`);
    expect(payments).toMatchObject([{ amount: 127.5 }]);
    await t.http.post(`/api/payment/${payments[0].id}/reverse`, { reason: 'bounced' });
    t.clock.set('2026-12-21T06:00:00Z');
    await t.dun();
    await t.hears('invoice.paid', one.theirs);
    expect(await t.read(one.id)).toMatchObject({ status: 'PAST_DUE', amountDue: 127.5 });
  });

  test('given a part in smaller coins than the provider takes, and the rest PAID by hand, then that part stays due when it bounces', async () => {
    const one = await t.sentAlone('KWD');
    const { body: small } = await pay(one, 1_119, 'KWD');
    await t.dun();
    expect([one.theirs.attached, remaining(one.theirs)]).toMatchObject([[{ amount: 1_110 }], 126_390]);
    expect((await t.move(one.id, 'PAID')).body).toMatchObject({ status: 'PAID', amountPaid: 127.5 });
    await t.http.post(`/api/payment/${small.id}/reverse`, { reason: 'bounced' });
    await t.hears('invoice.paid', one.theirs);
    expect(await t.read(one.id)).toMatchObject({ status: 'SENT', amountDue: 1.119 });
  });

  test('given parts in smaller coins than the provider takes, then charges the rest in its steps, and holds what is too much', async () => {
    const one = await t.sentAlone('KWD');
    one.customer.card = 'ok';
    for (const part of [1_119, 2_006]) await pay(one, part, 'KWD');
    t.clock.set('2026-12-21T06:00:00Z');
    expect(await t.dun()).toMatchObject({ paid: 1, errors: 0 });
    expect(await t.read(one.id)).toMatchObject({ status: 'PAID', amountPaid: 127.5 });
    const { body: payments } = await t.http.get(`/api/payment?organizationId=${one.organizationId}`);
    expect(payments).toMatchObject([
      { amount: 1.119 },
      { amount: 2.006 },
      { amount: 124.39, method: 'PROVIDER', unallocated: 0.015 },
    ]);
  });

  test('given a part payment, then VOID is refused, and nothing is voided there', async () => {
    const one = await t.sentAlone();
    await pay(one, 5_000);
    const { status, body } = await t.move(one.id, 'VOID');
    expect([status, body.type.split('/').at(-1)]).toEqual([409, 'invoice-has-payments']);
    expect(one.theirs.status).toBe('open');
  });

  test.each([
    ['all', 12_750, [{ method: 'PROVIDER', amount: 127.5 }]],
    [
      'a part',
      5_000,
      [
        { method: 'PROVIDER', amount: 50 },
        { method: 'MANUAL', amount: 77.5 },
      ],
    ],
  ])('PAID by hand takes in %s that was paid there and is not heard of yet', async (_what, amount, expected) => {
    const one = await t.sentAlone();
    const intent = `pi_${one.theirs.id}`;
    one.theirs.partly = [{ intent, amount }];
    if (remaining(one.theirs) === 0) one.theirs.status = 'paid';
    expect((await t.move(one.id, 'PAID')).body).toMatchObject({ status: 'PAID', amountPaid: 127.5 });
    await t.hearsPayment(one.theirs, intent);
    await t.hears('invoice.paid', one.theirs);
    const { body: payments } = await t.http.get(`/api/payment?organizationId=${one.organizationId}`);
    expect(payments).toHaveLength(expected.length);
    expect(payments).toMatchObject(expected);
  });

  test.each([
    ['PAID', 'paid'],
    ['VOID', 'void'],
  ])('%s by hand is refused while a payment there is under way, and no longer than that', async (status, there) => {
    const one = await t.sentAlone();
    one.theirs.intent!.status = 'processing';
    expect((await t.move(one.id, status)).status).toBe(502);
    one.theirs.intent!.status = 'requires_payment_method';
    expect(await t.move(one.id, status)).toMatchObject({ status: 200, body: { status } });
    expect(one.theirs.status).toBe(there);
  });

  test('PAID by hand takes the credit there first', async () => {
    const one = await t.sentAlone();
    await t.creditTenNights(one);
    expect((await t.move(one.id, 'PAID')).body).toMatchObject({ status: 'PAID', amountPaid: 85 });
    expect([one.theirs.status, creditNotesFor(one).length]).toEqual(['paid', 1]);
  });
});

describe('what is given up here', () => {
  const givenUp = async () => {
    const one = await t.sentAlone();
    await t.move(one.id, 'PAST_DUE');
    return one;
  };
  const giveUp = ({ id }: Sent) => t.move(id, 'UNCOLLECTIBLE');

  test('is given up there, behind what has reduced it', async () => {
    const one = await givenUp();
    await pay(one, 5_000);
    expect((await giveUp(one)).body).toMatchObject({ status: 'UNCOLLECTIBLE', amountWrittenOff: 77.5 });
    expect([one.theirs.status, one.theirs.attached]).toMatchObject(['uncollectible', [{ amount: 5_000 }]]);
  });

  test.each(['lose', 'drop', 'error', 'limit'] as const)('is given up there in the end, once (%s)', async (fault) => {
    const one = await givenUp();
    t.stripe.failNext(/mark_uncollectible/, fault);
    expect((await giveUp(one)).status).toBe(200);
    for (let round = 0; round < 2; round++) {
      await t.loseLeases();
      if (fault !== 'error') t.stripe.forgetKeys();
      await t.dun();
    }
    expect(one.theirs.status).toBe('uncollectible');
    expect(await t.sql('select from mirrored_write_off where invoice_id = $1', [one.id])).toEqual([]);
  });

  test('is left there as it is where it was paid meanwhile', async () => {
    const one = await givenUp();
    t.stripe.failNext(/mark_uncollectible/, 'drop');
    await giveUp(one);
    one.theirs.status = 'paid';
    await t.loseLeases();
    await t.dun();
    expect(one.theirs.status).toBe('paid');
    await t.hears('invoice.paid', one.theirs);
    expect(await t.read(one.id)).toMatchObject({ status: 'PAID', amountPaid: 127.5, amountWrittenOff: 0 });
  });

  test('and comes after all closes it there', async () => {
    const one = await givenUp();
    await giveUp(one);
    expect((await t.move(one.id, 'PAID')).body).toMatchObject({ status: 'PAID', amountWrittenOff: 0 });
    expect(one.theirs.status).toBe('paid');
  });
});

describe('what the provider takes in', () => {
  test('of a part is a payment, once an intent, and the rest stays due', async () => {
    const one = await t.sentAlone();
    const intent = { id: `pi_${one.theirs.id}`, status: 'succeeded', error: null };
    one.theirs.partly = [{ intent: intent.id, amount: 3_000 }];
    const event = { object: 'invoice_payment', invoice: one.theirs.id, status: 'paid', amount_paid: 3_000 };
    const payment = { type: 'payment_intent', payment_intent: intent.id };
    await t.deliver(t.stripe.event('invoice_payment.paid', { ...event, payment }));
    await t.deliver(t.stripe.event('invoice_payment.paid', { ...event, payment }));
    expect(await t.read(one.id)).toMatchObject({ status: 'SENT', amountDue: 97.5, amountPaid: 30 });
    one.theirs.status = 'paid';
    await t.hears('invoice.paid', one.theirs);
    expect(await t.read(one.id)).toMatchObject({ status: 'PAID', amountPaid: 127.5 });
    const { body: payments } = await t.http.get(`/api/payment?organizationId=${one.organizationId}`);
    expect(payments.map(({ amount }: { amount: number }) => amount)).toEqual([30, 97.5]);
  });

  test('in many parts is all taken in, however many come with the invoice', async () => {
    const one = await t.sentAlone();
    one.theirs.partly = Array.from({ length: 120 }, (_, i) => ({ intent: `pi_${i}_${one.theirs.id}`, amount: 100 }));
    one.theirs.status = 'paid';
    await t.hears('invoice.paid', one.theirs);
    expect(await t.read(one.id)).toMatchObject({ status: 'PAID', amountPaid: 127.5 });
    const { body: payments } = await t.http.get(`/api/payment?organizationId=${one.organizationId}&limit=200`);
    expect(payments).toHaveLength(121);
    expect(
      payments.filter(({ paymentProviderIntentId: intent }: { paymentProviderIntentId: unknown }) => !intent),
    ).toEqual([]);
  });

  test('of a part while the sending is under way is looked at there once, and taken in behind the sending', async () => {
    const organizationId = `org-${crypto.randomUUID()}`;
    await t.knowPayer(organizationId, `${organizationId}@acme.example`);
    const { body } = await t.generate(t.policies.add({ policy: { organizationId } }));
    const { arrived, release } = t.stripe.hold(/POST .*\/send$/);
    const sending = t.send(body.id);
    await arrived;
    const theirs = t.stripe.findInvoice(body.id);
    theirs.partly = [{ intent: `pi_${theirs.id}`, amount: 3_000 }];
    const looks = () => t.stripe.requests.filter((one) => one.path === `/v1/invoices/${theirs.id}`).length;
    const before = looks();
    await t.hearsPayment(theirs, `pi_${theirs.id}`);
    expect(looks() - before).toBe(1);
    release();
    expect((await sending).status).toBe(200);
    expect(await t.read(body.id)).toMatchObject({ status: 'SENT', amountPaid: 30 });
  });

  test('beyond what is due is held', async () => {
    const one = await t.sentAlone();
    one.theirs.status = 'paid';
    await t.creditTenNights(one);
    await t.hears('invoice.paid', one.theirs);
    const { body } = await t.http.get(`/api/account/${one.organizationId}`);
    expect(body.balances).toMatchObject([{ due: 0, held: 42.5, balance: -42.5 }]);
  });

  test('out of band there is what is still due here', async () => {
    const one = await t.sentAlone();
    Object.assign(one.theirs, { status: 'paid', paidOutOfBand: true });
    await t.creditTenNights(one);
    await t.hears('invoice.paid', one.theirs);
    expect(await t.read(one.id)).toMatchObject({ status: 'PAID', amountPaid: 85, amountCredited: 42.5 });
  });

  test('out of band there is no more than what was left there', async () => {
    const one = await t.sentAlone();
    const { body: bounced } = await pay(one, 5_000);
    await t.dun();
    await t.http.post(`/api/payment/${bounced.id}/reverse`, { reason: 'bounced' });
    await t.hears('invoice.paid', Object.assign(one.theirs, { status: 'paid', paidOutOfBand: true }));
    expect(await t.read(one.id)).toMatchObject({ status: 'SENT', amountPaid: 77.5, amountDue: 50 });
  });

  test('of a part, with the rest marked as paid there, is both', async () => {
    const one = await t.sentAlone();
    one.theirs.partly = [{ intent: `pi_${one.theirs.id}`, amount: 7_000 }];
    await t.hearsPayment(one.theirs, `pi_${one.theirs.id}`);
    Object.assign(one.theirs, { status: 'paid', paidOutOfBand: true });
    await t.hears('invoice.paid', one.theirs);
    expect(await t.read(one.id)).toMatchObject({ status: 'PAID', amountPaid: 127.5 });
  });

  test('for what was void before leaves the reports of the month in which it was voided as they are', async () => {
    const one = await t.sentAlone();
    await t.sql('update invoice set payment_provider_intent_id = null where id = $1', [one.id]);
    const { body: before } = await t.move(one.id, 'VOID');
    const bordereau = async () =>
      (await t.http.get(`/api/report/premium-bordereau?organizationId=${one.organizationId}&month=2026-11`)).body;
    const november = await bordereau();
    expect(november).toMatchObject([{ type: 'PREMIUM' }, { type: 'VOID', transactionDate: '2026-11-20' }]);
    t.clock.set('2026-12-02T09:30:00Z');
    one.theirs.status = 'paid';
    await t.hears('invoice.paid', one.theirs);
    expect([await bordereau(), await t.read(one.id)]).toEqual([november, before]);
  });

  test('for what is void here is held, and left to an operator', async () => {
    const one = await t.sentAlone();
    await t.move(one.id, 'VOID');
    one.theirs.status = 'paid';
    await t.hears('invoice.paid', one.theirs);
    const { body } = await t.http.get(`/api/account/${one.organizationId}`);
    expect(body.balances).toMatchObject([{ held: 127.5 }]);
    expect(await t.readEventOutcomes(one.id)).toEqual(['CONFLICT']);
  });
});
