import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId, systemClock } from '@staycover/kernel';
import type { Movement, PaymentProvider } from './adapters/payment-provider.ts';
import { stripeProvider } from './adapters/stripe/provider.ts';
import { startBilling } from './testing/billing.ts';

const mockUrl = process.env['STRIPE_MOCK_URL'];

const movement = (kind: Movement['kind']): Movement => ({
  kind,
  allocationId: newId(),
  providerInvoiceId: 'in_1',
  amount: 100n,
  currency: 'USD',
  madeAt: systemClock(),
  reference: 'INV-2026-000001',
  isResumed: false,
  keep: async () => undefined,
});

let t: Awaited<ReturnType<typeof startBilling>>;

beforeAll(async () => {
  if (!mockUrl) return;
  t = await startBilling({}, { STRIPE_API_KEY: 'sk_test_123', STRIPE_API_BASE: mockUrl });
  await t.knowPayer('acme-stays', 'dana@acme-stays.example');
});

afterAll(() => t?.stop());

/** `STRIPE_MOCK_URL=http://127.0.0.1:12111`, where stripe-mock runs: it refuses what Stripe's OpenAPI does not allow. */
(mockUrl ? describe : describe.skip)("Stripe's own mock server accepts every request", () => {
  test.each(['PAID', 'VOID'])('of an invoice that is sent and becomes %s', async (status) => {
    const { id } = await t.invoiceIn();
    await t.http.post(`/api/invoice/${id}/line-items`, {
      description: 'Fee',
      amountPennies: 1234,
      category: 'SERVICE_FEE',
    });
    expect((await t.http.post(`/api/invoice/${id}/send`)).body).toMatchObject({
      status: 'SENT',
      paymentProviderInvoiceId: expect.stringMatching(/^in_/),
    });
    expect((await t.http.patch(`/api/invoice/${id}/status`, { status })).body).toMatchObject({ status });
  });

  const facts = { organizationId: 'acme', name: 'Acme', email: 'dana@acme.example' };
  const customer = expect.stringMatching(/^cus_/);

  test.each<[string, (provider: PaymentProvider) => Promise<unknown>, unknown]>([
    ['a new customer', (provider) => provider.ensureCustomer(facts, null), customer],
    ['a customer that is known', (provider) => provider.ensureCustomer(facts, 'cus_1'), customer],
    [
      'a look at an invoice',
      (provider) => provider.read('in_1'),
      expect.objectContaining({ state: 'DRAFT', total: 1000n, amountRemaining: 1000n }),
    ],
    [
      'a look for the invoice of a payment',
      (provider) => provider.findPaidInvoice('pi_1'),
      { providerInvoiceId: expect.stringMatching(/^in_/), invoiceId: null },
    ],
    ['a charge', (provider) => provider.charge('in_1', 'first'), { kind: 'PENDING' }],
    ['an invoice that is given up', (provider) => provider.close('in_1', 'UNCOLLECTIBLE'), undefined],
    ['a reminder', (provider) => provider.remind('in_1', 'first'), undefined],
    [
      'the refunds of a charge',
      (provider) => provider.listRefunds('ch_1', 'USD'),
      [{ refundId: expect.stringMatching(/^re_/), amount: 100n, requestId: null }],
    ],
    [
      'a refund',
      (provider) => provider.refund({ requestId: newId(), paymentIntentId: 'pi_1', amount: 100n, currency: 'USD' }),
      { refundId: expect.stringMatching(/^re_/), state: 'DONE' },
    ],
    ['a credit', (provider) => provider.mirror(movement('CREDIT')), 100n],
    ['a payment from elsewhere', (provider) => provider.mirror(movement('PAYMENT')), 100n],
    ['a credit that may be there', (provider) => provider.mirror({ ...movement('CREDIT'), isResumed: true }), 100n],
    ['a payment that may be there', (provider) => provider.mirror({ ...movement('PAYMENT'), isResumed: true }), 100n],
  ])('of %s', async (_what, ask, expected) => {
    const answer = await ask(stripeProvider({ apiKey: 'sk_test_123', apiBase: mockUrl!, timeoutMs: 10_000 }));
    expect(answer).toEqual(expected);
  });
});
