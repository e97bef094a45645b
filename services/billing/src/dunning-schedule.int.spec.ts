import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@staycover/testing';
import { type PaidBilling, startPaidBilling } from './testing/paid-billing.ts';

let t: PaidBilling;

beforeAll(async () => {
  t = await startPaidBilling({}, { DUNNING: 'on' });
  // Here the schedule itself is what is tried.
  t.service.scheduler.pause(0);
});

afterAll(() => t.stop());

test('given a schedule, when the due date is over, then the invoice is collected without anybody asking', async () => {
  const { invoice, theirs } = await t.sentInvoice();
  t.stripe.customers.get(theirs.customer)!.card = 'ok';
  t.clock.set('2026-12-21T06:00:00Z');
  await eventually('the payment', async () => (await t.read(invoice.id)).status === 'PAID');
  expect(t.stripe.charges).toEqual([theirs.id]);
});
