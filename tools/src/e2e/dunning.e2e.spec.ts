import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import {
  type StripeDouble,
  startStripeDouble,
  toStripeInvoice,
  WEBHOOK_SECRET,
} from '@staycover/billing-service/stripe-double';
import { billingEvents } from '@staycover/events';
import { type Answer, eventually, httpClient } from '@staycover/testing';
import pg from 'pg';
import { startTestPlatform, type TestPlatform } from '../testing/platform.ts';

jest.setTimeout(240_000);

/** The card of each organization's customer at Stripe, which decides the outcome of its invoices. */
const CARDS = { prompt: 'ok', broke: 'insufficient_funds', cardless: null, stolen: 'stolen_card' } as const;
type Customer = keyof typeof CARDS;
const customers = Object.keys(CARDS) as Customer[];

let stripe: StripeDouble;
let platform: TestPlatform;
let database: pg.Client;
const policies = {} as Record<Customer, string>;

beforeAll(async () => {
  stripe = await startStripeDouble();
  platform = await startTestPlatform({
    sandbox: true,
    env: {
      STRIPE_API_KEY: 'sk_test_1',
      STRIPE_API_BASE: stripe.url,
      STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
      SUSPEND_COVER_ON_INVOICE_SUSPENDED: 'true',
    },
  });
  database = new pg.Client({ connectionString: platform.databases['billing'] });
  await database.connect();
});

afterAll(async () => {
  await database?.end();
  await platform?.stop();
  await stripe?.stop();
});

const call = async (method: string, path: string, body?: unknown): Promise<Answer['body']> => {
  const json = { 'content-type': 'application/json' };
  const http = httpClient(platform.gatewayUrl, { documented: !path.startsWith('/sandbox') });
  const answer = await http.raw(
    method,
    path,
    body === undefined ? undefined : JSON.stringify(body),
    body === undefined ? {} : json,
  );
  if (answer.status < 300) return answer.body;
  throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
};

const advance = (advanceDays: number) => call('POST', '/sandbox/clock', { advanceDays });
const today = async () =>
  Temporal.Instant.from((await call('GET', '/sandbox/clock')).now)
    .toZonedDateTimeISO('UTC')
    .toPlainDate();
const listInvoices = (customer: Customer) =>
  call('GET', `/api/invoice?organizationId=${customer}`) as Promise<Answer['body'][]>;
const oldest = async (customer: Customer) => (await listInvoices(customer))[0]!;

const at = async (day: Temporal.PlainDate): Promise<void> => {
  const { days } = (await today()).until(day);
  if (days > 0) await advance(days);
};

/** Before the first daily schedule of a day, a retry of that day may wait for it. */
const past = (day: Temporal.PlainDate): Promise<void> => at(day.add({ days: 1 }));

/** Sends Stripe's webhook about an invoice, with the invoice as Stripe has it. */
const sendWebhook = async (type: string, theirs: object): Promise<number> => {
  const { payload, headers } = stripe.event(type, theirs);
  return (await httpClient(platform.gatewayUrl).raw('POST', '/api/webhook/payment/stripe', payload, headers)).status;
};

describe('given customers with cards that answer differently', () => {
  let sentOn: Temporal.PlainDate;
  let dueDate: Temporal.PlainDate;

  test('when their terms begin, then invoices come about and go out by themselves', async () => {
    for (const customer of customers) {
      const deal = {
        crmDealId: 'D',
        organizationId: customer,
        signatoryEmail: `${customer}@example.com`,
        legalBusinessName: customer,
        baseRatePerNight: 10,
      };
      const property = { propertyId: 'p', propertyName: 'House', state: 'FL' };
      const { id } = await call('POST', '/api/webhook/crm/deal-closed', {
        ...deal,
        policy: { lossFundRatePerNight: 3, enrolledProperties: [property] },
      });
      const [policy] = await eventually('the policy', async () => {
        const found = await call('GET', `/api/policy?contractId=${id}`);
        return found.length > 0 && found;
      });
      await call('PATCH', `/api/policy/${policy.id}/status`, { status: 'ACTIVE' });
      policies[customer] = policy.id;
    }
    await advance(1);
    sentOn = await today();
    for (const customer of customers) {
      const invoice = await oldest(customer);
      expect(invoice).toMatchObject({ status: 'SENT', paymentProviderInvoiceId: expect.stringMatching(/^in_/) });
      dueDate = Temporal.PlainDate.from(invoice.dueDate);
      stripe.customers.get(stripe.findInvoice(invoice.id).customer)!.card = CARDS[customer];
    }
    expect(dueDate.equals(sentOn.add({ days: 30 })) || dueDate.equals(sentOn.add({ days: 29 }))).toBe(true);
    expect(stripe.emails).toHaveLength(customers.length);
  });

  test('when the due date is over, then what has a good card is paid, and the rest is past due', async () => {
    await at(dueDate);
    expect((await oldest('broke')).status).toBe('SENT');
    await at(dueDate.add({ days: 1 }));
    expect(await oldest('prompt')).toMatchObject({ status: 'PAID', reserveSplitsPublishedAt: expect.any(String) });
    expect(await oldest('broke')).toMatchObject({
      status: 'PAST_DUE',
      retryAttempt: 1,
      lastFailureReason: expect.any(String),
    });
    expect(await oldest('cardless')).toMatchObject({
      status: 'PAST_DUE',
      retryAttempt: 1,
      lastFailureReason: 'no_payment_method',
    });
    expect(await oldest('stolen')).toMatchObject({ status: 'PAST_DUE', retryAttempt: 0, nextRetryAt: null });
  });

  test.each([
    [4, 2],
    [9, 3],
  ])('and %i days after it, retry %i', async (days, retryAttempt) => {
    await at(dueDate.add({ days: days - 1 }));
    expect(await oldest('broke')).toMatchObject({ status: 'PAST_DUE', retryAttempt: retryAttempt - 1 });
    await past(dueDate.add({ days }));
    expect(await oldest('broke')).toMatchObject({ status: 'PAST_DUE', retryAttempt });
    expect((await oldest('stolen')).retryAttempt).toBe(0);
  });

  test('and 16 days after it, the invoice is suspended, and so is the cover', async () => {
    await at(dueDate.add({ days: 15 }));
    expect((await oldest('broke')).status).toBe('PAST_DUE');
    await past(dueDate.add({ days: 16 }));
    expect(await oldest('broke')).toMatchObject({
      status: 'SUSPENDED',
      suspendedAt: expect.any(String),
      nextRetryAt: null,
    });
    expect(await call('GET', `/api/policy/${policies.broke}`)).toMatchObject({ status: 'SUSPENDED' });
    expect(await call('GET', `/api/policy/${policies.stolen}`)).toMatchObject({ status: 'ACTIVE' });
  });

  test('when money comes after all, then everything is cleared, once, despite repeated webhooks', async () => {
    // Of a term that begins just before the end of a month, the second invoice is suspended on the same day.
    const suspended = async () => (await listInvoices('broke')).filter(({ status }) => status === 'SUSPENDED');
    for (const { id } of await suspended()) {
      const theirs = stripe.findInvoice(id);
      theirs.status = 'paid';
      const paid = toStripeInvoice(theirs);
      expect([await sendWebhook('invoice.paid', paid), await sendWebhook('invoice.paid', paid)]).toEqual([200, 200]);
    }
    await eventually('the payment', async () => (await suspended()).length === 0);
    expect(await oldest('broke')).toMatchObject({
      status: 'PAID',
      lastFailureReason: null,
      nextRetryAt: null,
      suspendedAt: null,
    });
    const cover = () => call('GET', `/api/policy/${policies.broke}`);
    await eventually('the cover is back', async () => (await cover()).status === 'ACTIVE');
  });

  test('then every cent adds up', async () => {
    await advance(1);
    const all = (await Promise.all(customers.map(listInvoices))).flat();
    const cents = (amount: number) => Math.round(amount * 100);
    const collected = all.reduce((total, { amountPaid }) => total + cents(amountPaid), 0);
    expect(collected).toBeGreaterThan(0);
    const { rows: splits } = await database.query(
      `select coalesce(sum((payload::json->'data'->>'totalCents')::bigint), 0)::int as cents from billing.outbox where subject like $1`,
      [`${billingEvents.reserveSplit.subjectPrefix}.%`],
    );
    // What a credit took from an invoice is split twice, with opposite signs: money is what remains.
    expect(splits[0].cents).toBe(collected);
    const { rows: ledger } = await database.query('select coalesce(sum(amount), 0)::int as sum from claims.posting');
    expect(ledger[0].sum).toBe(0);
    const charged = all.filter(({ paymentProviderInvoiceId }) => stripe.charges.includes(paymentProviderInvoiceId));
    expect(new Set(stripe.charges).size).toBe(stripe.charges.length);
    expect(charged.every(({ status }) => status === 'PAID')).toBe(true);
  });
});
