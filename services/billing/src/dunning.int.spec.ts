import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type PaidBilling, startPaidBilling } from './testing/paid-billing.ts';
import type { Customer } from './testing/stripe-objects.ts';

let t: PaidBilling;

beforeAll(async () => {
  t = await startPaidBilling();
});

beforeEach(async () => {
  t.stripe.forgetFaults();
  t.clock.set('2026-11-20T09:30:00Z');
  await t.sql(`update invoice set due_date = null, next_retry_at = null where status in ('SENT', 'PAST_DUE')`);
});

afterAll(() => t.stop());

/** A sent invoice of a customer with a card that answers so; a day after its due date. */
const overdue = async (card: Customer['card']) => {
  const { invoice, theirs } = await t.sentInvoice();
  const customer = t.stripe.customers.get(theirs.customer)!;
  customer.card = card;
  t.clock.set('2026-12-21T06:00:00Z');
  return {
    id: invoice.id as string,
    theirs,
    customer,
    charged: () => t.stripe.charges.filter((id) => id === theirs.id).length,
  };
};

const inDays = (days: number) => t.clock.advance({ days });

test('an invoice is past due the day after its due date, once, by hand or by provider', async () => {
  const { id: byHand } = await t.invoiceIn('SENT');
  t.clock.set('2026-12-20T23:59:00Z');
  expect(await t.dun()).toMatchObject({ pastDue: 0 });
  t.clock.set('2026-12-21T00:00:00Z');
  expect(await t.dun()).toMatchObject({ pastDue: 1, errors: 0 });
  const marked = await t.read(byHand);
  expect(marked).toMatchObject({ status: 'PAST_DUE', nextRetryAt: null });
  inDays(300);
  expect(await t.dun()).toMatchObject({ pastDue: 0, failed: 0 });
  expect(await t.read(byHand)).toEqual(marked);
});

test('splits that were published when an invoice was sent are taken back when they are to follow its money', async () => {
  const { id } = await t.invoiceIn('SENT');
  // As RESERVE_SPLIT_ON=SENT leaves it, before the setting is changed.
  await t.sql('update invoice set splits_published = total, reserve_splits_published_at = sent_at where id = $1', [id]);
  t.clock.set('2026-12-21T00:00:00Z');
  await t.dun();
  await t.move(id, 'PAID');
  expect(await t.announced(id)).toEqual([
    'invoice-generated',
    'invoice-sent',
    'invoice-past-due',
    'reserve-split-reversed',
    'invoice-paid',
    'reserve-split',
  ]);
});

test('given a card, then the money is taken once, and PAID clears everything', async () => {
  const { id, charged } = await overdue('ok');
  expect(await t.dun()).toMatchObject({ pastDue: 1, paid: 1 });
  expect(await t.read(id)).toMatchObject({
    status: 'PAID',
    paidDate: '2026-12-21',
    nextRetryAt: null,
    retryAttempt: 0,
  });
  inDays(30);
  await t.dun();
  expect(charged()).toBe(1);
  expect(await t.announced(id)).toEqual([
    'invoice-generated',
    'invoice-sent',
    'invoice-past-due',
    'invoice-paid',
    'reserve-split',
  ]);
});

test('given soft declines, then retries follow after 3, 5 and 7 days, and then the suspension', async () => {
  const { id } = await overdue('insufficient_funds');
  const dates = [];
  for (const days of [3, 5, 7]) {
    await t.dun();
    const { retryAttempt, nextRetryAt, lastFailureReason } = await t.read(id);
    dates.push([retryAttempt, nextRetryAt.slice(0, 10), lastFailureReason]);
    t.clock.advance({ minutes: days * 1_440 - 1 });
    expect(await t.dun()).toMatchObject({ failed: 0 });
    t.clock.advance({ minutes: 1 });
  }
  expect(dates).toEqual([
    [1, '2026-12-24', 'insufficient_funds'],
    [2, '2026-12-29', 'insufficient_funds'],
    [3, '2027-01-05', 'insufficient_funds'],
  ]);
  await t.dun();
  expect(await t.read(id)).toMatchObject({
    status: 'SUSPENDED',
    retryAttempt: 3,
    suspendedAt: '2027-01-05T06:00:00.000Z',
    nextRetryAt: null,
  });
  const requests = t.stripe.requests.length;
  inDays(100);
  await t.dun();
  expect(t.stripe.requests.length).toBe(requests);
});

test('given a clock that jumps over everything, then it is caught up step by step', async () => {
  const { id, theirs } = await overdue('insufficient_funds');
  inDays(200);
  await t.dun();
  await t.dun();
  expect(await t.read(id)).toMatchObject({ status: 'PAST_DUE', retryAttempt: 1 });
  expect(t.stripe.requests.filter(({ path }) => path === `/v1/invoices/${theirs.id}/pay`)).toHaveLength(1);
});

test('given no payment method, then the customer is reminded, and suspended in the end', async () => {
  const { id, theirs } = await overdue(null);
  for (const days of [3, 5, 7, 0]) {
    await t.dun();
    inDays(days);
  }
  expect(await t.read(id)).toMatchObject({ status: 'SUSPENDED', lastFailureReason: 'no_payment_method' });
  expect(t.stripe.emails.filter((sent) => sent === theirs.id)).toHaveLength(1 + 4);
});

test.each(['insufficient_funds', 'lost_card'])(
  'made past due by hand before its due date, it is charged only after that, whatever the customer tries (%s)',
  async (decline) => {
    const { id, theirs, customer } = await t.sentAlone();
    theirs.intent!.error = { code: 'card_declined', decline_code: decline };
    await t.hears('invoice.payment_failed', theirs);
    await t.move(id, 'PAST_DUE');
    customer.card = 'ok';
    await t.deliver(
      t.stripe.event('payment_method.attached', { object: 'payment_method', id: 'pm_2', customer: customer.id }),
    );
    t.clock.set('2026-12-20T23:55:00Z');
    expect(await t.dun()).toMatchObject({ paid: 0 });
    expect(t.stripe.charges).not.toContain(theirs.id);
    t.clock.set('2026-12-21T00:00:00Z');
    await t.dun();
    expect(await t.read(id)).toMatchObject({ status: 'PAID', paidDate: '2026-12-21' });
  },
);

test.each([
  ['lost_card', 'lost_card'],
  ['402 expired_card', 'expired_card'],
  ['authentication_required', 'authentication_required'],
  ['400 invoice_payment_intent_requires_action', 'invoice_payment_intent_requires_action'],
  ['402 payment_intent_authentication_failure', 'payment_intent_authentication_failure'],
])('given a hard decline (%s), then it rests until the payment method changes', async (card, reason) => {
  const { id, customer, charged } = await overdue(card);
  await t.dun();
  expect(await t.read(id)).toMatchObject({
    status: 'PAST_DUE',
    retryAttempt: 0,
    nextRetryAt: null,
    lastFailureReason: reason,
  });
  inDays(60);
  expect(await t.dun()).toMatchObject({ failed: 0 });
  customer.card = 'ok';
  await t.deliver(
    t.stripe.event('payment_method.attached', { object: 'payment_method', id: 'pm_1', customer: customer.id }),
  );
  await t.dun();
  expect([(await t.read(id)).status, charged()]).toEqual(['PAID', 1]);
});

test('given a card that the provider does not charge for this invoice, then the reason is there for a person, until there is another', async () => {
  const { id, theirs, customer, charged } = await overdue('of_another_currency');
  expect(await t.dun()).toMatchObject({ failed: 1, outages: 0, errors: 0 });
  const refused = { status: 'PAST_DUE', lastFailureReason: 'payment_method_currency_mismatch', nextRetryAt: null };
  expect(await t.read(id)).toMatchObject(refused);
  inDays(60);
  await t.dun();
  expect(t.stripe.requests.filter(({ path }) => path === `/v1/invoices/${theirs.id}/pay`)).toHaveLength(1);
  customer.card = 'ok';
  await t.deliver(
    t.stripe.event('payment_method.attached', { object: 'payment_method', id: 'pm_3', customer: customer.id }),
  );
  await t.dun();
  expect([(await t.read(id)).status, charged()]).toEqual(['PAID', 1]);
});

const chargeKeys = ({ id }: { id: string }) =>
  t.stripe.requests.filter(({ path }) => path === `/v1/invoices/${id}/pay`).map(({ key }) => key);

test('a charge that is refused counts, each under a key of its own, until the suspension', async () => {
  const reason = 'payment_method_not_available';
  const { id, theirs } = await overdue(`400 ${reason}`);
  for (const [attempt, days] of [3, 5, 7].entries()) {
    expect(await t.dun()).toMatchObject({ failed: 1, outages: 0, errors: 0 });
    const nextRetryAt = t
      .clock()
      .add({ hours: days * 24 })
      .toString({ smallestUnit: 'millisecond' });
    expect(await t.read(id)).toMatchObject({ retryAttempt: attempt + 1, lastFailureReason: reason, nextRetryAt });
    inDays(days);
  }
  await t.dun();
  expect(await t.read(id)).toMatchObject({ status: 'SUSPENDED', retryAttempt: 3, lastFailureReason: reason });
  expect(new Set(chargeKeys(theirs)).size).toBe(4);
});

test('given a charge that was refused, when the customer has another card by the next one, then that is charged', async () => {
  const { id, customer, charged } = await overdue('400 payment_method_not_available');
  await t.dun();
  customer.card = 'ok';
  inDays(3);
  expect(await t.dun()).toMatchObject({ paid: 1 });
  expect([(await t.read(id)).status, charged()]).toEqual(['PAID', 1]);
});

test.each([
  ['was paid', { status: 'paid' }, { paid: 1 }, { status: 'PAID' }],
  ['was voided', { status: 'void' }, { paid: 1 }, { status: 'VOID' }],
  [
    'is being paid',
    { intent: { id: 'pi_of_another', status: 'processing', error: null } },
    { pending: 1 },
    { status: 'PAST_DUE', retryAttempt: 0, lastFailureReason: null },
  ],
])('a charge that is refused as the invoice %s meanwhile is no failure', async (_what, change, run, ours) => {
  const { id, theirs } = await overdue('400 payment_intent_unexpected_state');
  const held = t.stripe.hold(/pay$/);
  const running = t.dun();
  await held.arrived;
  Object.assign(theirs, change);
  held.release();
  expect(await running).toMatchObject({ failed: 0, outages: 0, ...run });
  expect(await t.read(id)).toMatchObject(ours);
});

test('given a charge that was refused, when it is not known what became of the invoice, then it counts once that is', async () => {
  const { id, theirs } = await overdue('400 payment_method_not_available');
  const held = t.stripe.hold(/pay$/);
  const running = t.dun();
  await held.arrived;
  t.stripe.failNext(/GET \/v1\/invoices\//, 'drop');
  held.release();
  expect(await running).toMatchObject({ failed: 0, outages: 1 });
  t.clock.advance({ minutes: 5 });
  expect(await t.dun()).toMatchObject({ failed: 1, outages: 0 });
  expect(await t.read(id)).toMatchObject({ retryAttempt: 1, lastFailureReason: 'payment_method_not_available' });
  expect(new Set(chargeKeys(theirs)).size).toBe(1);
});

test.each(['400', '400 parameter_unknown', '400 capability_not_active', '400 payment_intent_invalid_parameter'])(
  'a refusal of how we ask (%s) is an outage, for which no customer is suspended',
  async (card) => {
    const { id } = await overdue(card);
    expect(await t.dun()).toMatchObject({ failed: 0, outages: 1 });
    expect(await t.read(id)).toMatchObject({ retryAttempt: 0, lastFailureReason: null });
  },
);

test.each(['limit', 'forbidden'] as const)('a charge that Stripe does not look at (%s) is an outage', async (fault) => {
  const { id, charged } = await overdue('ok');
  t.stripe.failNext(/pay$/, fault);
  expect(await t.dun()).toMatchObject({ failed: 0, outages: 1 });
  expect(await t.read(id)).toMatchObject({ retryAttempt: 0, lastFailureReason: null });
  t.clock.advance({ minutes: 5 });
  expect(await t.dun()).toMatchObject({ paid: 1 });
  expect(charged()).toBe(1);
});

test.each([null, 'ok'])(
  'given a rest below what the provider charges (card: %s), then it is for a person',
  async (card) => {
    const { id, organizationId, theirs, customer } = await t.sentAlone();
    customer.card = card;
    await t.http.post('/api/payment', { organizationId, currency: 'USD', amountPennies: 12_730, invoiceIds: [id] });
    t.clock.set('2026-12-21T06:00:00Z');
    expect(await t.dun()).toMatchObject({ pastDue: 1, failed: 1, outages: 0, errors: 0 });
    expect(await t.read(id)).toMatchObject({
      status: 'PAST_DUE',
      amountDue: 0.2,
      lastFailureReason: 'amount_too_small',
      nextRetryAt: null,
    });
    expect(await t.announced(id)).toContain('invoice-payment-failed');
    inDays(60);
    await t.dun();
    expect(t.stripe.requests.filter(({ path }) => path === `/v1/invoices/${theirs.id}/pay`)).toEqual([]);
    expect(t.stripe.emails.filter((sent) => sent === theirs.id)).toHaveLength(1);
  },
);

test('given that the account holds money that cannot be given to it yet, then nothing is charged before that is done', async () => {
  const organizationId = `org-${crypto.randomUUID()}`;
  await t.knowPayer(organizationId, `${organizationId}@acme.example`);
  await t.http.post('/api/payment', { organizationId, currency: 'USD', amountPennies: 2_750 });
  await t.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
  await t.sql('create trigger refuse before insert on allocation for each row execute function refuse()');
  const { body: draft } = await t.generate(t.policies.add({ policy: { organizationId } }));
  expect((await t.send(draft.id)).status).toBe(200);
  const theirs = t.stripe.findInvoice(draft.id);
  t.stripe.customers.get(theirs.customer)!.card = 'ok';
  t.clock.set('2026-12-21T06:00:00Z');
  const refused = await t.dun();
  await t.sql('drop trigger refuse on allocation');
  expect(refused).toMatchObject({ pastDue: 1, paid: 0 });
  expect(t.stripe.charges).not.toContain(theirs.id);
  await t.loseLeases();
  t.clock.advance({ minutes: 5 });
  expect(await t.dun()).toMatchObject({ paid: 1, errors: 0 });
  const { body: payments } = await t.http.get(`/api/payment?organizationId=${organizationId}`);
  expect(payments).toMatchObject([{ amount: 27.5 }, { amount: 100, method: 'PROVIDER' }]);
});

test.each(['drop', 'error', 'limit', 'forbidden', 'nonsense'] as const)(
  'an outage (%s) is not counted, and tried again after 5 minutes',
  async (fault) => {
    const { id, charged } = await overdue('ok');
    t.stripe.failNext(/GET \/v1\/invoices\//, ...Array(10).fill(fault));
    await t.dun();
    expect(await t.read(id)).toMatchObject({
      status: 'PAST_DUE',
      retryAttempt: 0,
      lastRetryAt: null,
      nextRetryAt: '2026-12-21T06:05:00.000Z',
    });
    for (let outage = 0; outage < 8; outage++) {
      t.clock.advance({ minutes: 5 });
      await t.dun();
    }
    expect(await t.read(id)).toMatchObject({
      status: 'PAST_DUE',
      retryAttempt: 0,
      nextRetryAt: '2026-12-22T06:40:00.000Z',
    });
    t.stripe.forgetFaults();
    inDays(1);
    await t.dun();
    expect([(await t.read(id)).status, charged()]).toEqual(['PAID', 1]);
  },
);

test.each(['lose', 'hang', 'drop', 'error'] as const)(
  'a charge of unknown outcome (%s) is reconciled before any other',
  async (fault) => {
    const { id, charged } = await overdue('ok');
    t.stripe.failNext(/pay$/, fault);
    expect(await t.dun()).toMatchObject({ outages: 1 });
    expect((await t.read(id)).status).toBe('PAST_DUE');
    t.clock.advance({ minutes: 5 });
    await t.dun();
    expect([(await t.read(id)).status, charged()]).toEqual(['PAID', 1]);
  },
);

test.each([
  ['it is read', /GET \/v1\/invoices\//],
  ['it is charged', /pay$/],
])('given an earlier decline, then an outage while %s is not taken for another one', async (_when, request) => {
  const { id, customer, charged } = await overdue('insufficient_funds');
  await t.dun();
  customer.card = 'ok';
  inDays(3);
  t.stripe.failNext(request, 'drop');
  expect(await t.dun()).toMatchObject({ outages: 1 });
  t.clock.advance({ minutes: 5 });
  expect(await t.dun()).toMatchObject({ paid: 1, failed: 0 });
  expect([(await t.read(id)).status, charged()]).toEqual(['PAID', 1]);
});

test('a decline with a lost response is counted once, and not charged for again', async () => {
  const { id, theirs, customer } = await overdue('insufficient_funds');
  t.stripe.failNext(/pay$/, 'lose');
  expect(await t.dun()).toMatchObject({ outages: 1 });
  customer.card = 'ok';
  t.clock.advance({ minutes: 5 });
  expect(await t.dun()).toMatchObject({ failed: 1 });
  expect([await t.read(id), theirs.status]).toMatchObject([{ status: 'PAST_DUE', retryAttempt: 1 }, 'open']);
});

test('a payment under way is waited for', async () => {
  const { id, theirs, customer, charged } = await overdue('processing');
  await t.dun();
  customer.card = 'ok';
  inDays(1);
  expect(await t.dun()).toMatchObject({ pending: 1 });
  expect(charged()).toBe(0);
  theirs.status = 'paid';
  inDays(1);
  await t.dun();
  expect((await t.read(id)).status).toBe('PAID');
});

type Overdue = Awaited<ReturnType<typeof overdue>>;

/** The bank returns a debit that was under way. */
const returned = ({ theirs }: Overdue, code = 'insufficient_funds') =>
  Object.assign(theirs.intent!, { status: 'requires_payment_method', error: { code } });

test.each(['reports', 'does not report'])(
  'a debit that its bank returns counts once, where Stripe %s it',
  async (does) => {
    const one = await overdue('processing');
    await t.dun();
    inDays(1);
    expect(await t.dun()).toMatchObject({ pending: 1 });
    returned(one);
    if (does === 'reports') for (const _ of ['first', 'repeated']) await t.hears('invoice.payment_failed', one.theirs);
    inDays(1);
    expect(await t.dun()).toMatchObject({ failed: does === 'reports' ? 0 : 1 });
    const counted = { status: 'PAST_DUE', retryAttempt: 1, lastFailureReason: 'insufficient_funds' };
    expect(await t.read(one.id)).toMatchObject(counted);
    one.customer.card = 'ok';
    inDays(1);
    expect(await t.dun()).toMatchObject({ paid: 0, failed: 0 });
    inDays(2);
    expect([await t.dun(), one.charged()]).toMatchObject([{ paid: 1 }, 1]);
  },
);

test('given an outage while a debit is under way, then its return counts all the same', async () => {
  const one = await overdue('processing');
  await t.dun();
  inDays(1);
  t.stripe.failNext(new RegExp(`GET /v1/invoices/${one.theirs.id}`), 'error', 'error', 'error');
  expect(await t.dun()).toMatchObject({ outages: 1 });
  t.stripe.forgetFaults();
  returned(one);
  inDays(1);
  expect(await t.dun()).toMatchObject({ failed: 1 });
  expect(await t.read(one.id)).toMatchObject({ status: 'PAST_DUE', retryAttempt: 1 });
  expect(one.charged()).toBe(0);
});

test('debits that are returned each time suspend the invoice after the last retry', async () => {
  const one = await overdue('processing');
  for (const days of [3, 5, 7, 0]) {
    expect(await t.dun()).toMatchObject({ pending: 1 });
    returned(one);
    await t.hears('invoice.payment_failed', one.theirs);
    inDays(days);
  }
  expect(await t.read(one.id)).toMatchObject({ status: 'SUSPENDED', retryAttempt: 3 });
});

test('given a debit from an account that is closed, then nothing is charged until there is another payment method', async () => {
  const one = await overdue('processing');
  await t.dun();
  returned(one, 'account_closed');
  await t.hears('invoice.payment_failed', one.theirs);
  inDays(30);
  expect(await t.dun()).toMatchObject({ paid: 0, failed: 0, pending: 0 });
  one.customer.card = 'ok';
  await t.deliver(
    t.stripe.event('payment_method.attached', { object: 'payment_method', id: 'pm_9', customer: one.customer.id }),
  );
  await t.dun();
  expect(one.charged()).toBe(1);
});

test('given a retry, when the customer tries a card that is blocked, then the one on file is charged at its time', async () => {
  const { id, theirs, customer, charged } = await overdue('insufficient_funds');
  await t.dun();
  theirs.intent!.error = { code: 'expired_card' };
  await t.hears('invoice.payment_failed', theirs);
  expect(await t.read(id)).toMatchObject({ retryAttempt: 1, lastFailureReason: 'expired_card' });
  customer.card = 'ok';
  inDays(3);
  expect(await t.dun()).toMatchObject({ paid: 1 });
  expect([(await t.read(id)).status, charged()]).toEqual(['PAID', 1]);
});

test('the echo of a charge of ours is not a second failure', async () => {
  const { id, theirs } = await overdue('insufficient_funds');
  await t.dun();
  const { key } = t.stripe.requests.findLast(({ path }) => path === `/v1/invoices/${theirs.id}/pay`)!;
  await t.hears('invoice.payment_failed', theirs, { key: key! });
  expect(await t.read(id)).toMatchObject({ retryAttempt: 1 });
});

test('given that the customer paid meanwhile, then nothing is charged, with or without the event', async () => {
  const { id, theirs, charged } = await overdue('ok');
  theirs.status = 'paid';
  expect(await t.dun()).toMatchObject({ paid: 1 });
  expect([(await t.read(id)).status, charged()]).toEqual(['PAID', 0]);
});

test('given a part that was paid there, the event of which is lost, then it is booked, and the rest is charged', async () => {
  const { id, theirs, charged } = await overdue('ok');
  theirs.partly = [{ intent: `pi_${theirs.id}`, amount: 5_000 }];
  await t.dun();
  expect(await t.read(id)).toMatchObject({ status: 'PAST_DUE', amountPaid: 50, amountDue: 77.5 });
  inDays(1);
  await t.dun();
  expect(charged()).toBe(1);
  expect(await t.read(id)).toMatchObject({ status: 'PAID', amountPaid: 127.5 });
  const { body: payments } = await t.http.get(`/api/payment?invoiceId=${id}`);
  expect(payments).toMatchObject([{ amount: 50 }, { amount: 77.5 }]);
});

test('given a payment that a person has reversed, of an invoice that is closed there, then it is for a person', async () => {
  const { id, theirs, charged } = await overdue('ok');
  await t.dun();
  expect([(await t.read(id)).status, charged()]).toEqual(['PAID', 1]);
  const [payment] = (await t.http.get(`/api/payment?invoiceId=${id}`)).body;
  await t.http.post(`/api/payment/${payment.id}/reverse`, { reason: 'Returned' });
  expect(await t.dun()).toMatchObject({ failed: 1, paid: 0 });
  const resting = { status: 'PAST_DUE', amountDue: 127.5, lastFailureReason: 'settled_at_provider', nextRetryAt: null };
  expect(await t.read(id)).toMatchObject(resting);
  const { version } = await t.read(id);
  inDays(30);
  expect(await t.dun()).toMatchObject({ failed: 0 });
  expect([(await t.read(id)).version, theirs.status, charged()]).toEqual([version, 'paid', 1]);
});

test('given that it is settled by hand while the provider is asked, then nothing is charged', async () => {
  const { id, theirs, charged } = await overdue('ok');
  const held = t.stripe.hold(/GET \/v1\/invoices\//);
  const running = t.dun();
  await held.arrived;
  await t.sql(`update invoice set status = 'PAID' where id = $1`, [id]);
  held.release();
  await running;
  expect([theirs.status, charged()]).toEqual(['open', 0]);
});

test('an event of the provider that cannot be taken up stops no collecting', async () => {
  const { id } = await overdue('ok');
  await t.sql(
    `insert into provider_event (provider, event_id, type, body, received_at, outcome) values ('stripe', 'evt_broken', 'invoice.paid', 'x', now(), 'PENDING')`,
  );
  expect(await t.dun()).toMatchObject({ errors: 1, paid: 1 });
  expect((await t.read(id)).status).toBe('PAID');
  await t.sql(`delete from provider_event where event_id = 'evt_broken'`);
});

test('two runners at once charge once', async () => {
  const { id, charged } = await overdue('ok');
  await Promise.all([t.dun(), t.dun(), t.dun()]);
  expect([(await t.read(id)).status, charged()]).toEqual(['PAID', 1]);
});

test('given that a runner died in the middle, when its lease has run out, then another finds out', async () => {
  const { id, charged } = await overdue('ok');
  t.stripe.failNext(/pay$/, 'lose');
  await t.dun();
  await t.sql(`update invoice set next_retry_at = '2026-12-21T06:00:00Z' where id = $1`, [id]);
  await t.sql(`update collection_attempt set busy_until = now() + interval '2 minutes' where invoice_id = $1`, [id]);
  expect(await t.dun()).toMatchObject({ paid: 0 });
  await t.loseLeases();
  await t.dun();
  expect([(await t.read(id)).status, charged()]).toEqual(['PAID', 1]);
});
