import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type PaidBilling, startPaidBilling } from './testing/paid-billing.ts';
import type { StripeInvoice } from './testing/stripe-objects.ts';

let t: PaidBilling;

beforeAll(async () => {
  t = await startPaidBilling();
});

beforeEach(() => t.clock.set('2026-11-20T09:30:00Z'));

afterAll(() => t.stop());

type Sent = Awaited<ReturnType<PaidBilling['sentAlone']>>;

const creditNotesFor = ({ theirs }: Sent) => t.stripe.creditNotes.filter(({ invoice }) => invoice === theirs.id);

/** Somebody credits so much in Stripe's dashboard. */
const creditThere = (one: Sent, amount: number) =>
  t.deliver(t.stripe.event('credit_note.created', t.stripe.credit(one.theirs, amount)));
const payThere = (one: Sent, how: Partial<StripeInvoice> = {}) =>
  t.hears('invoice.paid', Object.assign(one.theirs, { status: 'paid', ...how }));
const readPayments = async ({ organizationId }: Sent) =>
  (await t.http.get(`/api/payment?organizationId=${organizationId}`)).body;

test.each([
  ['paid', {}],
  ['marked as paid', { paidOutOfBand: true }],
])(
  'what is credited only at the provider is no money, and left to an operator: what is left there, and is %s, is the payment',
  async (_what, how) => {
    const one = await t.sentAlone();
    await creditThere(one, 4_250);
    await payThere(one, how);
    expect(await readPayments(one)).toMatchObject([{ amount: 85, method: 'PROVIDER' }]);
    expect(await t.read(one.id)).toMatchObject({ status: 'SENT', amountPaid: 85, amountCredited: 0, amountDue: 42.5 });
    expect(await t.readEventOutcomes(one.id)).toEqual(['CONFLICT', 'CONFLICT']);
  },
);

test('an invoice that is credited in whole only there is not paid', async () => {
  const one = await t.sentAlone();
  t.stripe.credit(one.theirs, 12_750);
  await t.hears('invoice.paid', one.theirs);
  t.clock.set('2026-12-21T06:00:00Z');
  await t.dun();
  expect(await readPayments(one)).toEqual([]);
  expect(await t.read(one.id)).toMatchObject({ status: 'PAST_DUE', amountDue: 127.5 });
  expect(await t.readEventOutcomes(one.id)).toEqual(['CONFLICT']);
});

test('a credit note there keeps from charging, until it is void', async () => {
  const one = await t.sentAlone();
  one.customer.card = 'ok';
  await creditThere(one, 4_250);
  t.clock.set('2026-12-21T06:00:00Z');
  await t.dun();
  expect(await t.read(one.id)).toMatchObject({ status: 'PAST_DUE', amountDue: 127.5 });
  const [note] = creditNotesFor(one);
  await t.deliver(
    t.stripe.event('credit_note.voided', { object: 'credit_note', ...Object.assign(note!, { status: 'void' }) }),
  );
  expect(await t.readEventOutcomes(one.id)).toEqual(['CONFLICT', 'DONE']);
  t.clock.advance({ days: 1 });
  await t.dun();
  expect(await t.read(one.id)).toMatchObject({ status: 'PAID', amountPaid: 127.5 });
});

test('given a credit note there, then a credit here settles what was paid, and a refund that waited for the payment is made', async () => {
  const one = await t.sentAlone();
  t.stripe.credit(one.theirs, 4_250);
  const refund = { object: 'refund', id: `re_${one.id}`, amount: 1_000, currency: 'usd', status: 'succeeded' };
  await t.deliver(t.stripe.event('refund.created', { ...refund, payment_intent: one.theirs.intent!.id }));
  await payThere(one);
  expect(await t.readEventOutcomes(one.id)).toEqual(['DONE', 'CONFLICT']);
  await t.creditTenNights(one);
  await t.dun();
  await t.hears('invoice.paid', one.theirs);
  expect(await t.read(one.id)).toMatchObject({ status: 'PAID', amountPaid: 85, amountCredited: 42.5 });
  expect((await t.readEventOutcomes(one.id)).at(-1)).toBe('DONE');
});

test('a credit note of ours is no difference, beside one that is', async () => {
  const one = await t.sentAlone();
  await t.creditTenNights(one);
  await t.dun();
  const [ours] = creditNotesFor(one);
  await t.deliver(t.stripe.event('credit_note.created', { object: 'credit_note', ...ours! }));
  await creditThere(one, 2_000);
  await payThere(one);
  expect(await t.read(one.id)).toMatchObject({ status: 'SENT', amountPaid: 65, amountDue: 20 });
  expect(await t.readEventOutcomes(one.id)).toEqual(['DONE', 'CONFLICT', 'CONFLICT']);
});

test('a credit note of ours that is void there is left to an operator as well', async () => {
  const one = await t.sentAlone();
  await t.creditTenNights(one);
  await t.dun();
  const [ours] = creditNotesFor(one);
  await t.deliver(
    t.stripe.event('credit_note.voided', { object: 'credit_note', ...Object.assign(ours!, { status: 'void' }) }),
  );
  expect(await t.readEventOutcomes(one.id)).toEqual(['CONFLICT']);
});
