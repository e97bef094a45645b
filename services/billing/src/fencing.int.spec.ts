import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type PaidBilling, startPaidBilling } from './testing/paid-billing.ts';

let t: PaidBilling;

beforeAll(async () => {
  t = await startPaidBilling({}, { STRIPE_TIMEOUT_MS: 20_000 });
});

beforeEach(async () => {
  t.stripe.forgetFaults();
  t.clock.set('2026-11-20T09:30:00Z');
  await t.sql(`update invoice set due_date = null, next_retry_at = null where status in ('SENT', 'PAST_DUE')`);
});

afterAll(() => t.stop());

const statusAndSlug = ({ status, body }: { status: number; body: { type: string } }) => [
  status,
  body.type.split('/').at(-1),
];

const addLine = (invoiceId: string) => {
  const line = { description: 'Late', amountPennies: 100, category: 'SERVICE_FEE' };
  return t.http.post(`/api/invoice/${invoiceId}/line-items`, line);
};

const overdue = async (card: string) => {
  const { invoice, theirs } = await t.sentInvoice();
  t.stripe.customers.get(theirs.customer)!.card = card;
  t.clock.set('2026-12-21T06:00:00Z');
  return { id: invoice.id as string, theirs };
};

describe('given a worker that was away for longer than its lease, so that another took over', () => {
  test.each(['POST /v1/invoices$', 'add_lines', 'finalize', 'send$'])(
    'then what is refused to it at %s takes nothing back that the other has sent',
    async (path) => {
      const draft = await t.invoiceIn();
      const held = t.stripe.hold(new RegExp(path), 'forbidden');
      const away = t.send(draft.id);
      await held.arrived;
      await t.loseLeases();
      const taken = await t.send(draft.id);
      held.release();
      expect([taken.status, (await away).status >= 400]).toEqual([200, true]);
      expect((await t.read(draft.id)).status).toBe('SENT');
      expect(t.stripe.findInvoice(draft.id).status).toBe('open');
      const its = [...t.stripe.invoices.values()].filter(({ metadata }) => metadata['invoiceId'] === draft.id);
      expect(its).toHaveLength(1);
    },
  );

  test('then it neither thaws what the other is sending nor answers for it', async () => {
    const draft = await t.invoiceIn();
    const first = t.stripe.hold(/finalize/);
    const away = t.send(draft.id);
    await first.arrived;
    await t.loseLeases();
    const second = t.stripe.hold(/send$/);
    const other = t.send(draft.id);
    await second.arrived;
    first.release();
    expect(statusAndSlug(await away)).toEqual([409, 'invoice-frozen']);
    expect(statusAndSlug(await addLine(draft.id))).toEqual([409, 'invoice-frozen']);
    second.release();
    expect((await other).body).toMatchObject({ status: 'SENT', total: 127.5 });
  });

  test('then a decline is counted once', async () => {
    const { id } = await overdue('insufficient_funds');
    const held = t.stripe.hold(/pay$/);
    const away = t.dun();
    await held.arrived;
    await t.loseLeases();
    await t.dun();
    held.release();
    await away;
    expect(await t.read(id)).toMatchObject({ retryAttempt: 1, nextRetryAt: '2026-12-24T06:00:00.000Z' });
    expect(await t.announced(id)).toEqual([
      'invoice-generated',
      'invoice-sent',
      'invoice-past-due',
      'invoice-payment-failed',
    ]);
  });

  test('then it charges no more', async () => {
    const { id, theirs } = await overdue('ok');
    const held = t.stripe.hold(/GET \/v1\/invoices\//);
    const away = t.dun();
    await held.arrived;
    await t.loseLeases();
    await t.dun();
    held.release();
    await away;
    expect((await t.read(id)).status).toBe('PAID');
    expect(t.stripe.charges.filter((charged) => charged === theirs.id)).toHaveLength(1);
  });
});

describe('too many requests', () => {
  test('are waited out as long as Stripe asks for, without an event', async () => {
    const draft = await t.invoiceIn();
    for (const path of [/customers/, /invoices$/, /add_lines/, /finalize/, /send$/]) t.stripe.failOnce(path, 'limit');
    expect((await t.send(draft.id)).body.status).toBe('SENT');
  });

  test('that go on before anything was made leave a draft', async () => {
    const draft = await t.invoiceIn();
    t.stripe.failNext(/POST \/v1\/invoices$/, 'limit');
    expect(statusAndSlug(await t.send(draft.id))).toEqual([502, 'payment-provider-failed']);
    expect((await addLine(draft.id)).status).toBe(200);
  });

  test.each(['add_lines', 'finalize', 'send$'])(
    'that go on at %s, also while it is taken back, leave no open invoice behind a draft that thaws',
    async (path) => {
      const draft = await t.invoiceIn();
      t.stripe.failNext(new RegExp(path), 'limit');
      t.stripe.failNext(/GET \/v1\/invoices\//, 'limit');
      expect(statusAndSlug(await t.send(draft.id))).toEqual([502, 'payment-provider-failed']);
      expect(statusAndSlug(await addLine(draft.id))).toEqual([409, 'invoice-frozen']);
      t.stripe.forgetFaults();
      expect(await t.dun()).toMatchObject({ reconciled: 1 });
      expect([(await t.read(draft.id)).status, t.stripe.findInvoice(draft.id).total]).toEqual(['SENT', 12_750]);
    },
  );

  test('that refuse to take back what was refused leave the invoice frozen', async () => {
    const draft = await t.invoiceIn();
    t.stripe.failNext(/send$/, 'forbidden');
    t.stripe.failNext(/GET \/v1\/invoices\//, 'limit');
    await t.send(draft.id);
    expect(statusAndSlug(await addLine(draft.id))).toEqual([409, 'invoice-frozen']);
    t.stripe.forgetFaults();
    expect(await t.dun()).toMatchObject({ reconciled: 1 });
  });
});
