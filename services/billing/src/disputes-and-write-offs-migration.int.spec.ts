import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrate } from '@staycover/db';
import { migrations } from './db/migrations/index.ts';
import { type PaidBilling, startPaidBilling } from './testing/paid-billing.ts';

let t: PaidBilling;

beforeAll(async () => {
  t = await startPaidBilling();
});

afterAll(() => t.stop());

const NEW = ['0017-disputes', '0018-write-offs'];

/** A paid invoice of which a bank is asked to take back 27.50. */
const disputed = async () => {
  const { invoice, theirs } = await t.sentInvoice();
  theirs.status = 'paid';
  await t.hears('invoice.paid', theirs);
  const id = `dp_${invoice.id}`;
  const dispute = { object: 'dispute', id, amount: 2_750, currency: 'usd', payment_intent: theirs.intent!.id };
  const hears = (type: string, status: string) =>
    t.deliver(t.stripe.event(`charge.dispute.${type}`, { ...dispute, status }));
  await hears('created', 'needs_response');
  return { id, invoiceId: invoice.id as string, hears };
};

const findPayment = async (invoiceId: string) => (await t.http.get(`/api/payment?invoiceId=${invoiceId}`)).body[0];

/** Makes the rows what the release before has stored: a payment knows the last of its disputes. */
const forget = async (): Promise<void> => {
  await t.sql(`update payment set dispute_id = disputes -> 0 ->> 'id',
    disputed_on = case disputes -> 0 ->> 'outcome' when 'OPEN' then disputes -> 0 -> 'on' else '{}' end`);
  await t.sql('alter table payment drop column disputes, alter column disputed_on drop default');
  await t.sql('drop table mirrored_write_off');
  await t.sql('delete from migration_history where name = any($1)', [NEW]);
};

test('given disputes from before the upgrade, then one that is open ends once, and none that has ended begins again', async () => {
  const [open, won, lost] = [await disputed(), await disputed(), await disputed()];
  await won.hears('closed', 'won');
  await lost.hears('closed', 'lost');
  await forget();

  expect(await migrate(t.database.adminUrl, 'billing', migrations)).toEqual(NEW);
  for (const one of [open, won, lost]) await one.hears('funds_withdrawn', 'under_review');
  expect(await findPayment(open.invoiceId)).toMatchObject({ status: 'DISPUTED', disputed: 27.5, lost: 0 });
  expect(await findPayment(won.invoiceId)).toMatchObject({ status: 'RECEIVED', disputed: 0, lost: 0 });
  expect(await findPayment(lost.invoiceId)).toMatchObject({ status: 'RECEIVED', disputed: 0, lost: 27.5 });
  for (let again = 0; again < 2; again++) await open.hears('closed', 'lost');
  expect(await findPayment(open.invoiceId)).toMatchObject({ status: 'RECEIVED', disputed: 0, lost: 27.5 });
  expect(await t.read(open.invoiceId)).toMatchObject({ status: 'PAST_DUE', amountDue: 27.5, amountDisputed: 0 });
});

test('given an invoice that was given up before the upgrade, then it is given up at Stripe, too', async () => {
  const { invoice, theirs } = await t.sentInvoice();
  await t.move(invoice.id, 'PAST_DUE');
  t.stripe.failNext(/mark_uncollectible/, 'drop');
  await t.move(invoice.id, 'UNCOLLECTIBLE');
  await forget();
  await migrate(t.database.adminUrl, 'billing', migrations);
  await t.dun();
  expect(theirs.status).toBe('uncollectible');
});

test('the upgrade can be begun again', async () => {
  await t.sql('delete from migration_history where name = any($1)', [NEW]);
  expect(await migrate(t.database.adminUrl, 'billing', migrations)).toEqual(NEW);
});
