import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@staycover/kernel';
import { Stripe } from 'stripe';
import { type PaidBilling, startPaidBilling } from './testing/paid-billing.ts';
import { toStripeInvoice } from './testing/stripe-double.ts';
import { newId as newStripeId } from './testing/stripe-objects.ts';

let t: PaidBilling;

beforeAll(async () => {
  t = await startPaidBilling();
});

beforeEach(() => t.stripe.forgetFaults());

afterAll(() => t.stop());

const readStatus = async (id: string) => (await t.read(id)).status;

describe('an event', () => {
  test.each([
    ['invoice.paid', 'paid', 'PAID'],
    ['invoice.voided', 'void', 'VOID'],
    ['invoice.marked_uncollectible', 'uncollectible', 'UNCOLLECTIBLE'],
  ] as const)('%s makes the invoice %s ours', async (type, theirStatus, ours) => {
    const { invoice, theirs } = await t.sentInvoice();
    theirs.status = theirStatus;
    const answer = await t.hears(type, theirs);
    expect([answer.status, answer.body]).toEqual([200, { received: true, duplicate: false }]);
    expect(await readStatus(invoice.id)).toBe(ours);
    expect(await t.readEventOutcomes(invoice.id)).toEqual(['DONE']);
  });

  test.each([
    ['PAID', 'paid'],
    ['VOID', 'void'],
  ] as const)('of Stripe giving an invoice up comes too late where it is %s by now', async (ours, theirStatus) => {
    const { invoice, theirs } = await t.sentInvoice();
    theirs.status = theirStatus;
    await t.hears(`invoice.${theirStatus === 'paid' ? 'paid' : 'voided'}`, theirs);
    await t.hears('invoice.marked_uncollectible', { ...theirs, status: 'uncollectible' });
    expect([await readStatus(invoice.id), await t.readEventOutcomes(invoice.id)]).toEqual([ours, ['DONE', 'DONE']]);
  });

  test.each([
    ['days before it is heard of', '2026-12-31T23:00:00Z', false, '2026-12-31'],
    ['days before it is heard of, by being marked so there', '2026-12-31T23:00:00Z', true, '2026-12-31'],
    ['before the invoice went out', '2026-11-01T12:00:00Z', false, '2026-11-20'],
    ['by a clock that is ahead', '2027-01-03T00:00:00Z', false, '2027-01-02'],
  ])(
    'of what was paid %s dates the payment and the invoice, and is booked today',
    async (_when, paidAt, outside, day) => {
      const before = t.clock();
      try {
        const { invoice, theirs } = await t.sentInvoice();
        t.clock.set('2027-01-02T08:00:00Z');
        Object.assign(theirs, { status: 'paid', paidOutOfBand: outside, paidAt });
        await t.hears('invoice.paid', theirs);
        expect(await t.read(invoice.id)).toMatchObject({ status: 'PAID', paidDate: day });
        const [payment] = (await t.http.get(`/api/payment?invoiceId=${invoice.id}`)).body;
        expect(payment).toMatchObject({ method: 'PROVIDER', receivedOn: day });
        const posted = await t.sql('select distinct posted_on::text as day from ar_posting where item_id = $1', [
          payment.id,
        ]);
        expect(posted).toEqual([{ day: '2027-01-02' }]);
      } finally {
        t.clock.set(before.toString());
      }
    },
  );

  test('of a payment for an invoice of another account or mode is ignored', async () => {
    const answer = await t.hearsPayment({ id: 'in_of_another_account' }, 'pi_of_another_account');
    expect(answer.status).toBe(200);
    const [kept] = await t.sql(`select outcome from provider_event order by received_at desc limit 1`);
    expect(kept).toEqual({ outcome: 'IGNORED' });
  });

  test('is kept as it came', async () => {
    const { theirs } = await t.sentInvoice();
    theirs.status = 'paid';
    const event = t.stripe.event('invoice.paid', { object: 'invoice', ...theirs, lines: [] }, { id: 'evt_kept' });
    await t.deliver(event);
    const [row] = await t.sql<{ body: Buffer }>(`select body from provider_event where event_id = 'evt_kept'`);
    expect(row!.body.toString()).toBe(event.payload);
  });

  test('has its effect once, however often and at once it comes', async () => {
    const { invoice, theirs } = await t.sentInvoice();
    const events = Array.from({ length: 5 }, () =>
      t.hears('invoice.payment_failed', theirs, { id: `evt_${invoice.id}` }),
    );
    const answers = await Promise.all(events);
    expect(answers.filter(({ body }) => body.duplicate === false)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await t.read(invoice.id)).toMatchObject({ retryAttempt: 1, lastFailureReason: 'payment_failed' });
  });

  test('that was kept and then interrupted has its effect when it comes again', async () => {
    const { invoice, theirs } = await t.sentInvoice();
    theirs.status = 'paid';
    const event = t.stripe.event('invoice.paid', toStripeInvoice(theirs), { id: `evt_${invoice.id}` });
    const kept = `insert into provider_event (provider, event_id, type, body, received_at, outcome) values ('stripe', $1, 'invoice.paid', $2, now(), 'PENDING')`;
    await t.sql(kept, [`evt_${invoice.id}`, Buffer.from(event.payload)]);
    expect((await t.deliver(event)).body).toEqual({ received: true, duplicate: true });
    expect([await readStatus(invoice.id), await t.readEventOutcomes(invoice.id)]).toEqual(['PAID', ['DONE']]);
    expect((await t.deliver(event)).body).toEqual({ received: true, duplicate: true });
  });

  test('is taken up behind any number that never can be', async () => {
    const { invoice, theirs } = await t.sentInvoice();
    theirs.status = 'paid';
    const kept = `insert into provider_event (provider, event_id, type, body, received_at, outcome)
      select 'stripe', $1 || n, 'invoice.paid', $2, now() + $3::interval, 'PENDING' from generate_series(1, $4::int) n`;
    await t.sql(kept, ['evt_broken', Buffer.from('{'), '-1 hour', 250]);
    const { payload } = t.stripe.event('invoice.paid', toStripeInvoice(theirs), { id: 'evt_behind1' });
    await t.sql(kept, ['evt_behind', Buffer.from(payload), '0', 1]);
    expect(await t.dun()).toMatchObject({ events: 1, errors: 250 });
    expect(await readStatus(invoice.id)).toBe('PAID');
    await t.sql(`delete from provider_event where event_id like 'evt_broken%'`);
  });

  test('of a payment that failed schedules a retry and records the reason', async () => {
    const { invoice, theirs } = await t.sentInvoice();
    theirs.intent!.error = { code: 'card_declined', decline_code: 'insufficient_funds' };
    await t.hears('invoice.payment_failed', theirs);
    expect(await t.read(invoice.id)).toMatchObject({
      status: 'SENT',
      retryAttempt: 1,
      lastFailureReason: 'insufficient_funds',
      nextRetryAt: '2026-11-23T09:30:00.000Z',
    });
    expect(await t.announced(invoice.id)).toContain('invoice-payment-failed');
  });

  test('that comes late or in the wrong order changes nothing', async () => {
    const { invoice, theirs } = await t.sentInvoice();
    const failed = t.stripe.event('invoice.payment_failed', { object: 'invoice', ...theirs, lines: [] });
    theirs.status = 'paid';
    await t.hears('invoice.paid', theirs);
    expect((await t.deliver(failed)).status).toBe(200);
    expect(await t.read(invoice.id)).toMatchObject({ status: 'PAID', retryAttempt: 0, lastFailureReason: null });
  });

  test('of a failure results in PAID when the provider has it paid meanwhile', async () => {
    const { invoice, theirs } = await t.sentInvoice();
    const failed = t.stripe.event('invoice.payment_failed', { object: 'invoice', ...theirs, lines: [] });
    theirs.status = 'paid';
    await t.deliver(failed);
    expect(await readStatus(invoice.id)).toBe('PAID');
  });

  test('that contradicts ours is left to an operator', async () => {
    const { invoice, theirs } = await t.sentInvoice();
    await t.move(invoice.id, 'VOID');
    theirs.status = 'paid';
    expect((await t.hears('invoice.paid', theirs)).status).toBe(200);
    expect([await readStatus(invoice.id), await t.readEventOutcomes(invoice.id)]).toEqual(['VOID', ['CONFLICT']]);
  });

  test('that is here before our commit waits for it', async () => {
    const draft = await t.invoiceIn();
    const held = t.stripe.hold(/send$/);
    const sending = t.send(draft.id);
    await held.arrived;
    const theirs = t.stripe.findInvoice(draft.id);
    theirs.status = 'paid';
    expect((await t.hears('invoice.paid', theirs)).status).toBe(200);
    expect([await readStatus(draft.id), await t.readEventOutcomes(draft.id)]).toEqual(['DRAFT', ['PENDING']]);
    held.release();
    await sending;
    expect([await readStatus(draft.id), await t.readEventOutcomes(draft.id)]).toEqual(['PAID', ['DONE']]);
  });

  test.each([
    ['an unknown invoice', { object: 'invoice', id: 'in_unknown', status: 'paid', metadata: { invoiceId: newId() } }],
    ['an invoice without metadata', { object: 'invoice', id: 'in_foreign', status: 'paid' }],
    [
      'an invoice with a broken id',
      { object: 'invoice', id: 'in_broken', status: 'paid', metadata: { invoiceId: "1' or '1'='1" } },
    ],
    ['something else', { object: 'product', id: 'prod_1' }],
  ])('about %s is kept, answered and ignored', async (_what, object) => {
    const id = `evt_${newId()}`;
    const answer = await t.deliver(t.stripe.event('invoice.paid', object, { id }));
    expect([answer.status, answer.body.duplicate]).toEqual([200, false]);
    expect(await t.sql(`select outcome from provider_event where event_id = '${id}'`)).toEqual([
      { outcome: 'IGNORED' },
    ]);
  });

  test('about an earlier sending of the invoice does nothing to this one', async () => {
    const { invoice, theirs } = await t.sentInvoice();
    await t.hears('invoice.voided', { ...theirs, id: 'in_earlier', status: 'void' });
    expect([await readStatus(invoice.id), await t.readEventOutcomes(invoice.id)]).toEqual(['SENT', ['IGNORED']]);
  });

  test.each(['by the provider', 'by hand'])(
    'of money for another sending of an invoice that was sent %s is left to an operator',
    async (channel) => {
      const { invoice, theirs } = await t.sentInvoice();
      const { id } = channel === 'by hand' ? await t.invoiceIn('SENT') : invoice;
      const other = {
        ...theirs,
        id: newStripeId('in'),
        status: 'paid' as const,
        metadata: { invoiceId: id },
        intent: { ...theirs.intent!, id: newStripeId('pi') },
      };
      t.stripe.invoices.set(other.id, other);
      await t.hears('invoice.paid', other);
      await t.hearsPayment(other, other.intent.id);
      expect(await t.readEventOutcomes(id)).toEqual(['CONFLICT', 'CONFLICT']);
      expect(await t.read(id)).toMatchObject({ status: 'SENT', amountDue: 127.5 });
      const details = await t.sql('select distinct detail from provider_event where invoice_id = $1', [id]);
      expect(details).toEqual([{ detail: `${other.id} is paid, which is another sending than the one known here` }]);
    },
  );
});

describe('a refund', () => {
  const paid = async () => {
    const { invoice, theirs } = await t.sentInvoice();
    theirs.status = 'paid';
    return { invoice, theirs };
  };
  const readRefunded = async (id: string) =>
    (await t.sql<{ refunded: string }>('select amount_refunded as refunded from invoice where id = $1', [id]))[0]!
      .refunded;
  const refund = (intent: string, changes = {}) => ({
    object: 'refund',
    id: `re_${newId()}`,
    amount: 3333,
    currency: 'usd',
    status: 'succeeded',
    payment_intent: intent,
    charge: 'ch_1',
    ...changes,
  });

  test('takes reserve splits back pro rata, once, under whichever event it comes', async () => {
    const { invoice, theirs } = await paid();
    await t.hears('invoice.paid', theirs);
    const one = refund(theirs.intent!.id, { charge: `ch_${invoice.id}` });
    await t.deliver(t.stripe.event('refund.created', one));
    await t.deliver(t.stripe.event('charge.refund.updated', one));
    t.stripe.refunds.push(one as never);
    await t.deliver(
      t.stripe.event('charge.refunded', { object: 'charge', id: one.charge, payment_intent: theirs.intent!.id }),
    );
    expect(await readRefunded(invoice.id)).toBe('3333');
    expect((await t.announced(invoice.id)).filter((name) => name === 'reserve-split-reversed')).toHaveLength(1);
    expect(await readStatus(invoice.id)).toBe('PAID');
  });

  test('that comes before the payment waits for it', async () => {
    const { invoice, theirs } = await paid();
    await t.deliver(t.stripe.event('refund.created', refund(theirs.intent!.id)));
    expect(await t.readEventOutcomes(invoice.id)).toEqual(['PENDING']);
    await t.hears('invoice.paid', theirs);
    expect([await readRefunded(invoice.id), await t.readEventOutcomes(invoice.id)]).toEqual(['3333', ['DONE', 'DONE']]);
  });

  test.each([6_000, 12_750])('that is heard before the failure of one of %d counts in full', async (amount) => {
    const { invoice, theirs } = await paid();
    await t.hears('invoice.paid', theirs);
    const first = refund(theirs.intent!.id, { amount });
    const second = refund(theirs.intent!.id, { amount: 10_000 });
    for (const one of [first, second]) await t.deliver(t.stripe.event('refund.created', one));
    expect(await t.readEventOutcomes(invoice.id)).toEqual(['DONE', 'DONE', 'PENDING']);
    await t.deliver(t.stripe.event('refund.failed', { ...first, status: 'failed' }));
    expect(await t.readEventOutcomes(invoice.id)).toEqual(['DONE', 'DONE', 'DONE', 'DONE']);
    const [payment] = (await t.http.get(`/api/payment?invoiceId=${invoice.id}`)).body;
    expect(payment.refunds).toMatchObject([{ status: 'FAILED' }, { amount: 100, status: 'DONE' }]);
    expect(await readRefunded(invoice.id)).toBe('10000');
  });

  test.each(['needs_response', 'lost'])('that is heard before a dispute (%s) is won counts in full', async (status) => {
    const { invoice, theirs } = await paid();
    await t.hears('invoice.paid', theirs);
    const dispute = {
      object: 'dispute',
      id: `dp_${invoice.id}`,
      amount: 12_750,
      currency: 'usd',
      payment_intent: theirs.intent!.id,
    };
    await t.deliver(t.stripe.event('charge.dispute.created', { ...dispute, status }));
    await t.deliver(t.stripe.event('refund.created', refund(theirs.intent!.id)));
    expect(await t.readEventOutcomes(invoice.id)).toEqual(['DONE', 'DONE', 'PENDING']);
    await t.deliver(t.stripe.event('charge.dispute.closed', { ...dispute, status: 'won' }));
    expect(await readRefunded(invoice.id)).toBe('3333');
  });

  test('is one of as many as there are, page by page', async () => {
    const { invoice, theirs } = await paid();
    await t.hears('invoice.paid', theirs);
    const charge = `ch_${theirs.id}`;
    for (let i = 0; i < 101; i++)
      t.stripe.refunds.push(refund(theirs.intent!.id, { id: `re_${i}_${theirs.id}`, charge, amount: 100 }) as never);
    await t.deliver(
      t.stripe.event('charge.refunded', { object: 'charge', id: charge, payment_intent: theirs.intent!.id }),
    );
    expect(await readRefunded(invoice.id)).toBe('10100');
  });

  test('of a payment that a person has reversed is left to an operator', async () => {
    const { invoice, theirs } = await paid();
    await t.hears('invoice.paid', theirs);
    const [payment] = (await t.http.get(`/api/payment?invoiceId=${invoice.id}`)).body;
    await t.http.post(`/api/payment/${payment.id}/reverse`, { reason: 'charged by mistake' });
    expect((await t.deliver(t.stripe.event('refund.created', refund(theirs.intent!.id)))).status).toBe(200);
    expect(await t.readEventOutcomes(invoice.id)).toEqual(['DONE', 'CONFLICT']);
    expect((await t.http.get(`/api/payment/${payment.id}`)).body).toMatchObject({ status: 'REVERSED', refunds: [] });
  });

  test('that we ask for is made at Stripe once, and its events find it again', async () => {
    const { invoice, theirs } = await t.sentInvoice();
    theirs.status = 'paid';
    await t.hears('invoice.paid', theirs);
    const [payment] = (await t.http.get(`/api/payment?invoiceId=${invoice.id}`)).body;
    expect(payment).toMatchObject({ method: 'PROVIDER', amount: 127.5, paymentProviderIntentId: theirs.intent!.id });
    const asked = await t.http.post(`/api/payment/${payment.id}/refunds`, { amountPennies: 3333 });
    expect(asked.body.refunds).toMatchObject([{ amount: 33.33, status: 'PENDING' }]);
    t.stripe.failNext(/POST \/v1\/refunds/, 'limit');
    for (let round = 1; round <= 3; round++) {
      await t.loseLeases();
      await t.dun();
    }
    const made = t.stripe.refunds.filter(({ metadata }) => metadata?.['refundId'] === asked.body.refunds[0].id);
    expect(made).toMatchObject([{ amount: 3333 }]);
    await t.deliver(
      t.stripe.event('refund.updated', { object: 'refund', payment_intent: theirs.intent!.id, ...made[0]! }),
    );
    const { refunds } = (await t.http.get(`/api/payment/${payment.id}`)).body;
    expect(refunds).toMatchObject([{ amount: 33.33, status: 'DONE', providerRefundId: made[0]!.id }]);
    expect(await readRefunded(invoice.id)).toBe('3333');
  });

  test('that we ask for is made once, also where it is under way for longer than Stripe keeps our key', async () => {
    const { invoice, theirs } = await paid();
    await t.hears('invoice.paid', theirs);
    const [payment] = (await t.http.get(`/api/payment?invoiceId=${invoice.id}`)).body;
    const asked = await t.http.post(`/api/payment/${payment.id}/refunds`, { amountPennies: 3333 });
    const read = async () => (await t.http.get(`/api/payment/${payment.id}`)).body.refunds;
    const made = () => t.stripe.refunds.filter(({ metadata }) => metadata?.['refundId'] === asked.body.refunds[0].id);
    t.stripe.failNext(/POST \/v1\/refunds/, 'lose');
    await t.dun();
    made()[0]!.status = 'pending';
    t.stripe.forgetKeys();
    await t.loseLeases();
    await t.dun();
    expect([await read(), made()]).toMatchObject([[{ status: 'PENDING' }], [{ amount: 3333 }]]);
    t.stripe.failNext(/GET \/v1\/refunds/, 'forbidden');
    await t.loseLeases();
    await t.dun();
    expect(await read()).toMatchObject([{ status: 'PENDING' }]);
    made()[0]!.status = 'succeeded';
    await t.loseLeases();
    await t.dun();
    expect([await read(), made()]).toMatchObject([
      [{ status: 'DONE', providerRefundId: made()[0]!.id }],
      [{ amount: 3333 }],
    ]);
    expect(await readRefunded(invoice.id)).toBe('3333');
  });

  test('made at Stripe of what a refund that we have yet to ask for would take counts in full', async () => {
    const { invoice, theirs } = await paid();
    await t.hears('invoice.paid', theirs);
    const [payment] = (await t.http.get(`/api/payment?invoiceId=${invoice.id}`)).body;
    await t.http.post(`/api/payment/${payment.id}/refunds`, { amountPennies: 10_000 });
    const one = refund(theirs.intent!.id, { charge: `ch_${theirs.id}`, amount: 6_000 });
    t.stripe.refunds.push(one as never);
    await t.deliver(t.stripe.event('refund.created', one));
    expect(await t.dun()).toMatchObject({ events: 1 });
    expect((await t.http.get(`/api/payment/${payment.id}`)).body.refunds).toMatchObject([
      { amount: 100, status: 'FAILED' },
      { amount: 60, status: 'DONE' },
    ]);
    expect(await readRefunded(invoice.id)).toBe('6000');
  });

  test('that we ask for of an amount that Stripe does not take has failed', async () => {
    const { body } = await t.generate(t.policies.add({ policy: { currency: 'KWD' } }));
    await t.send(body.id);
    const theirs = t.stripe.findInvoice(body.id);
    theirs.status = 'paid';
    await t.hears('invoice.paid', theirs);
    const [payment] = (await t.http.get(`/api/payment?invoiceId=${body.id}`)).body;
    expect((await t.http.post(`/api/payment/${payment.id}/refunds`, { amountPennies: 1_005 })).status).toBe(201);
    expect(await t.dun()).toMatchObject({ errors: 0 });
    const { refunds } = (await t.http.get(`/api/payment/${payment.id}`)).body;
    expect(refunds).toMatchObject([{ amount: 1.005, status: 'FAILED' }]);
    expect(await readRefunded(body.id)).toBe('0');
  });

  const payByCheck = async ({ id, organizationId }: { id: string; organizationId: string }) => {
    const payment = { organizationId, currency: 'USD', amountPennies: 5_000, method: 'CHECK', invoiceIds: [id] };
    const { status, body } = await t.http.post('/api/payment', payment);
    expect(status).toBe(201);
    return body.id as string;
  };
  const listRefunds = async (id: string) => (await t.http.get(`/api/payment/${id}`)).body.refunds;

  test('of a payment that has not come yet waits for it, whatever else has paid the invoice', async () => {
    const { invoice, theirs } = await t.sentInvoice();
    const check = await payByCheck(invoice);
    theirs.status = 'paid';
    await t.deliver(t.stripe.event('refund.created', refund(theirs.intent!.id)));
    expect(await t.readEventOutcomes(invoice.id)).toEqual(['PENDING']);
    await t.hears('invoice.paid', theirs);
    const payments = (await t.http.get(`/api/payment?invoiceId=${invoice.id}`)).body;
    const { id } = payments.find(({ method }: { method: string }) => method === 'PROVIDER');
    expect(await listRefunds(id)).toMatchObject([{ amount: 33.33, status: 'DONE' }]);
    expect(await listRefunds(check)).toEqual([]);
  });

  test.each(['refund.created', 'charge.refunded'])(
    'of a second payment that has not come yet waits for it (%s)',
    async (type) => {
      const { invoice, theirs } = await t.sentInvoice();
      const intent = `pi_part_${invoice.id}`;
      const one = refund(intent, { charge: `ch_part_${invoice.id}`, amount: 1_000 });
      theirs.partly = [{ intent, amount: 3_000 }];
      t.stripe.refunds.push(one as never);
      const charge = { object: 'charge', id: one.charge, payment_intent: intent };
      await t.deliver(t.stripe.event(type, type === 'charge.refunded' ? charge : one));
      expect(await t.readEventOutcomes(invoice.id)).toEqual(['PENDING']);
      await t.hearsPayment(theirs, intent);
      const payments = (await t.http.get(`/api/payment?invoiceId=${invoice.id}`)).body;
      expect(payments).toMatchObject([{ amount: 30, refunds: [{ amount: 10, status: 'DONE' }] }]);
    },
  );

  test('of an intent that its payment does not name is one of that payment', async () => {
    const { invoice, theirs } = await t.sentInvoice();
    await t.hears('invoice.paid', Object.assign(theirs, { status: 'paid', paidOutOfBand: true }));
    await t.deliver(t.stripe.event('refund.created', refund(theirs.intent!.id)));
    const [payment] = (await t.http.get(`/api/payment?invoiceId=${invoice.id}`)).body;
    expect(payment).toMatchObject({ method: 'PROVIDER', paymentProviderIntentId: null, refunds: [{ amount: 33.33 }] });
  });

  test('of no intent is one of the newest payment of the invoice', async () => {
    const { invoice } = await t.sentInvoice();
    const [older, newer] = [await payByCheck(invoice), await payByCheck(invoice)];
    const ofInvoice = refund('', { payment_intent: null, metadata: { invoiceId: invoice.id } });
    await t.deliver(t.stripe.event('refund.created', ofInvoice));
    expect(await listRefunds(newer)).toMatchObject([{ amount: 33.33, status: 'DONE' }]);
    expect(await listRefunds(older)).toEqual([]);
  });

  test.each(['failed', 'canceled'])('that was made at Stripe and is %s later is taken back', async (status) => {
    const { invoice, theirs } = await paid();
    await t.hears('invoice.paid', theirs);
    const one = refund(theirs.intent!.id);
    await t.deliver(t.stripe.event('refund.created', one));
    expect(await readRefunded(invoice.id)).toBe('3333');
    await t.deliver(t.stripe.event('refund.failed', { ...one, status }));
    await t.deliver(t.stripe.event('charge.refund.updated', { ...one, status }));
    const [payment] = (await t.http.get(`/api/payment?invoiceId=${invoice.id}`)).body;
    expect(payment.refunds).toMatchObject([{ amount: 33.33, status: 'FAILED' }]);
    expect(await readRefunded(invoice.id)).toBe('0');
  });

  test.each(['failed', 'canceled'])('that is %s before it is heard that it was made is none', async (status) => {
    const { invoice, theirs } = await paid();
    const one = refund(theirs.intent!.id);
    await t.hears('invoice.paid', theirs);
    await t.deliver(t.stripe.event('refund.failed', { ...one, status }));
    await t.deliver(t.stripe.event('refund.created', one));
    const [payment] = (await t.http.get(`/api/payment?invoiceId=${invoice.id}`)).body;
    expect(payment.refunds).toMatchObject([{ amount: 33.33, status: 'FAILED', providerRefundId: one.id }]);
    expect(await readRefunded(invoice.id)).toBe('0');
    expect(await t.announced(invoice.id)).not.toContain('reserve-split-reversed');
  });

  test('that failed, all of which is heard of before the payment, is none', async () => {
    const { invoice, theirs } = await paid();
    const one = refund(theirs.intent!.id);
    await t.deliver(t.stripe.event('refund.failed', { ...one, status: 'failed' }));
    await t.deliver(t.stripe.event('refund.created', one));
    await t.hears('invoice.paid', theirs);
    expect(await t.readEventOutcomes(invoice.id)).toEqual(['DONE', 'DONE', 'DONE']);
    expect(await readRefunded(invoice.id)).toBe('0');
  });

  test('that we ask for and that fails before it is heard that it was made is taken back', async () => {
    const { invoice, theirs } = await paid();
    await t.hears('invoice.paid', theirs);
    const [payment] = (await t.http.get(`/api/payment?invoiceId=${invoice.id}`)).body;
    const asked = await t.http.post(`/api/payment/${payment.id}/refunds`, { amountPennies: 3333 });
    const one = refund(theirs.intent!.id, { metadata: { refundId: asked.body.refunds[0].id } });
    await t.deliver(t.stripe.event('refund.failed', { ...one, status: 'failed' }));
    await t.deliver(t.stripe.event('refund.updated', one));
    expect(await listRefunds(payment.id)).toMatchObject([{ amount: 33.33, status: 'FAILED' }]);
    expect(await readRefunded(invoice.id)).toBe('0');
  });

  test('of goodwill that fails voids its credit note: asked for again, it is given once', async () => {
    const { organizationId, theirs } = await t.sentAlone();
    theirs.status = 'paid';
    await t.hears('invoice.paid', theirs);
    const [payment] = (await t.http.get(`/api/payment?organizationId=${organizationId}`)).body;
    const ask = () => t.http.post(`/api/payment/${payment.id}/refunds`, { amountPennies: 2_000, reason: 'GOODWILL' });
    const refundId = (await ask()).body.refunds[0].id;
    const failed = refund(theirs.intent!.id, { amount: 2_000, status: 'failed', metadata: { refundId } });
    await t.deliver(t.stripe.event('refund.failed', failed));
    await ask();
    expect((await t.http.get(`/api/invoice?organizationId=${organizationId}`)).body).toMatchObject([
      { total: 127.5, status: 'PAID' },
      { total: -20, status: 'VOID', paidDate: null },
      { total: -20, status: 'PAID' },
    ]);
    const { balances } = (await t.http.get(`/api/account/${organizationId}`)).body;
    expect(balances).toMatchObject([{ due: 0, held: 0, balance: 0 }]);
  });

  test.each(['pending', 'failed', 'canceled'])('that is %s is none yet', async (status) => {
    const { invoice, theirs } = await paid();
    await t.hears('invoice.paid', theirs);
    await t.deliver(t.stripe.event('refund.created', refund(theirs.intent!.id, { status })));
    expect(await readRefunded(invoice.id)).toBe('0');
  });

  test('in what is no currency has nothing to say', async () => {
    const { theirs } = await t.sentInvoice();
    await t.hears('invoice.paid', { ...theirs, status: 'paid' });
    const { status } = await t.deliver(
      t.stripe.event('refund.created', refund(theirs.intent!.id, { currency: 'usdc' })),
    );
    expect(status).toBe(200);
  });

  test('waits while the provider cannot say which they are', async () => {
    const { invoice, theirs } = await paid();
    await t.hears('invoice.paid', theirs);
    const one = refund(theirs.intent!.id, { charge: `ch_${invoice.id}` });
    t.stripe.refunds.push(one as never);
    t.stripe.failNext(/refunds/, 'drop');
    await t.deliver(
      t.stripe.event('charge.refunded', { object: 'charge', id: one.charge, payment_intent: theirs.intent!.id }),
    );
    expect(await readRefunded(invoice.id)).toBe('0');
    await t.dun();
    expect(await readRefunded(invoice.id)).toBe('3333');
  });
});

describe('a webhook', () => {
  const event = () => t.stripe.event('invoice.paid', { object: 'invoice', id: 'in_1' });
  const statusAndSlug = ({ status, body }: { status: number; body: { type: string } }) => [
    status,
    body.type.split('/').at(-1),
  ];
  const signed = (payload: string, secret: string, secondsAgo = 0) =>
    Stripe.webhooks.generateTestHeaderString({
      payload,
      secret,
      timestamp: Math.floor(Date.now() / 1_000) - secondsAgo,
    });
  const kept = async () => (await t.sql('select from provider_event')).length;

  test.each<[string, (sent: ReturnType<typeof event>) => { payload: string; headers: Record<string, string> }]>([
    ['no signature', ({ payload, headers }) => ({ payload, headers: { 'content-type': headers['content-type']! } })],
    [
      'a signature of ten minutes ago',
      ({ payload, headers }) => ({
        payload,
        headers: { ...headers, 'stripe-signature': signed(payload, 'whsec_of_last_year', 600) },
      }),
    ],
    [
      'a broken signature',
      ({ payload, headers }) => ({ payload, headers: { ...headers, 'stripe-signature': 't=1,v1=0' } }),
    ],
    ['another body', ({ payload, headers }) => ({ payload: `${payload} `, headers })],
    [
      'the signature of another secret',
      () => t.stripe.event('invoice.paid', { object: 'invoice' }, { secret: 'whsec_of_somebody_else' }),
    ],
  ])('with %s is refused and not kept', async (_what, change) => {
    const before = await kept();
    expect(statusAndSlug(await t.deliver(change(event()) as never))).toEqual([401, 'unauthenticated']);
    expect(await kept()).toBe(before);
  });

  test.each([
    ['an empty signature', 't=1,v1='],
    ['a signature outside ASCII', `t=1,v1=${'é'.repeat(64)}`],
  ])('about a paid invoice, with %s, pays nothing', async (_what, signature) => {
    const { invoice, theirs } = await t.sentInvoice();
    const { payload } = t.stripe.event('invoice.paid', { ...toStripeInvoice(theirs), status: 'paid' });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    expect(statusAndSlug(await t.deliver({ payload, headers }))).toEqual([401, 'unauthenticated']);
    expect([await readStatus(invoice.id), await t.readEventOutcomes(invoice.id)]).toEqual(['SENT', []]);
  });

  test('is taken under any of the secrets while they rotate', async () => {
    const old = t.stripe.event('invoice.paid', { object: 'invoice', id: 'in_1' }, { secret: 'whsec_of_last_year' });
    expect((await t.deliver(old)).status).toBe(200);
  });

  const object = {};
  test.each([
    ['that breaks off', '{'],
    ['that is a list', '[]'],
    ['that is a number', '7'],
    ['that is empty text', '""'],
    ['that is null', 'null'],
    ['without members', '{}'],
    ['without an object', '{"id":"evt_1","type":"x"}'],
    ['with a number as id', JSON.stringify({ id: 7, type: 'x', data: { object } })],
    ['with a NUL in its id', JSON.stringify({ id: 'evt\0', type: 'x', data: { object } })],
    ['with an id that is too long', JSON.stringify({ id: 'e'.repeat(256), type: 'x', data: { object } })],
    ['with a NUL in its type', JSON.stringify({ id: 'evt_1', type: '\0', data: { object } })],
  ])('with a signed body %s is malformed', async (_what, payload) => {
    const headers = { 'stripe-signature': signed(payload, 'whsec_of_last_year') };
    expect(statusAndSlug(await t.http.raw('POST', '/api/webhook/payment/stripe', payload, headers))).toEqual([
      400,
      'malformed-json',
    ]);
  });

  test.each(['paypal', '__proto__', 'constructor'])('of %s is not found', async (provider) => {
    expect(statusAndSlug(await t.http.raw('POST', `/api/webhook/payment/${provider}`, '{}'))).toEqual([
      404,
      'not-found',
    ]);
  });
});
