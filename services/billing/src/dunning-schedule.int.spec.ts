import { afterEach, expect, test } from '@jest/globals';
import { eventually } from '@staycover/testing';
import { type PaidBilling, startPaidBilling } from './testing/paid-billing.ts';

let t: PaidBilling;

afterEach(() => t.stop());

test('given a schedule, when the due date is over, then the invoice is collected without anybody asking', async () => {
  t = await startPaidBilling({}, { DUNNING: 'on' });
  // Here the schedule itself is what is tried.
  t.service.scheduler.pause(0);
  const { invoice, theirs } = await t.sentInvoice();
  t.stripe.customers.get(theirs.customer)!.card = 'ok';
  t.clock.set('2026-12-21T06:00:00Z');
  await eventually('the payment', async () => (await t.read(invoice.id)).status === 'PAID');
  expect(t.stripe.charges).toEqual([theirs.id]);
});

test('given no dunning, and that Stripe did not answer when its event came, then the event is taken up all the same', async () => {
  t = await startPaidBilling({}, { DUNNING: 'off' });
  const { invoice, theirs } = await t.sentInvoice();
  theirs.status = 'paid';
  t.stripe.failNext(/GET \/v1\/invoices\//, 'drop');
  expect((await t.hears('invoice.paid', theirs)).status).toBe(200);
  expect((await t.read(invoice.id)).status).toBe('SENT');
  t.service.scheduler.pause(0);
  t.clock.advance({ minutes: 5 });
  await eventually('the payment', async () => (await t.read(invoice.id)).status === 'PAID');
});
