import type { BillingRules, PaymentSettings } from '../config.ts';
import { startBilling } from './billing.ts';
import { type StripeDouble, startStripeDouble, WEBHOOK_SECRET } from './stripe-double.ts';
import { type StripeInvoice, toStripeInvoice } from './stripe-objects.ts';

export type PaidBilling = Awaited<ReturnType<typeof startPaidBilling>>;

/** The billing service with Stripe's double behind it; Acme's contract has the address for invoices. */
export const startPaidBilling = async (rules: Partial<BillingRules> = {}, settings: Partial<PaymentSettings> = {}) => {
  const stripe: StripeDouble = await startStripeDouble();
  const t = await startBilling(rules, {
    STRIPE_API_KEY: 'sk_test_1',
    STRIPE_API_BASE: stripe.url,
    STRIPE_WEBHOOK_SECRETS: ['whsec_of_last_year', WEBHOOK_SECRET],
    STRIPE_TIMEOUT_MS: 5_000,
    ...settings,
  });
  await t.knowPayer('acme-stays', 'dana@acme-stays.example');

  const paid = {
    ...t,
    stripe,
    send: (id: string) => t.http.post(`/api/invoice/${id}/send`),
    read: async (id: string) => (await t.http.get(`/api/invoice/${id}`)).body,
    /** A sent invoice, ours and Stripe's. */
    async sentInvoice() {
      const draft = await t.invoiceIn();
      const { status, body } = await paid.send(draft.id);
      if (status !== 200) throw new Error(`Not sent: ${status} ${JSON.stringify(body)}`);
      return { invoice: body, theirs: stripe.findInvoice(body.id) };
    },
    /** An invoice of 127.50 of an organization of its own, sent by Stripe. */
    async sentAlone(currency = 'USD') {
      const organizationId = `org-${crypto.randomUUID()}`;
      await t.knowPayer(organizationId, `${organizationId}@acme.example`);
      const policyId = t.policies.add({ policy: { organizationId, currency } });
      const { body } = await t.generate(policyId);
      const { status } = await paid.send(body.id);
      if (status !== 200) throw new Error(`Not sent: ${status}`);
      const theirs = stripe.findInvoice(body.id);
      const customer = stripe.customers.get(theirs.customer)!;
      return { organizationId, policyId, id: body.id as string, theirs, customer };
    },
    /** Ten nights come back from 2026-11-21 on: 42.50. */
    async creditTenNights({ policyId }: { policyId: string }) {
      t.policies.change(policyId, { enrollments: [{ unenrolledDate: '2026-11-21' }] });
      const { body } = await t.generate(policyId);
      const { status } = await t.move(body.id, 'SENT');
      if (status !== 200) throw new Error(`Not credited: ${status}`);
    },
    /** Stripe sends that an intent has paid an invoice, or a part of it. */
    hearsPayment({ id }: { id: string }, intent: string) {
      const payment = { type: 'payment_intent', payment_intent: intent };
      return paid.deliver(stripe.event('invoice_payment.paid', { object: 'invoice_payment', invoice: id, payment }));
    },
    /** Stripe sends an event with its invoice as it is now, or with `changes`. */
    hears(type: string, theirs: StripeInvoice, options: Parameters<StripeDouble['event']>[2] = {}) {
      return paid.deliver(stripe.event(type, toStripeInvoice(theirs, stripe), options));
    },
    deliver: ({ payload, headers }: ReturnType<StripeDouble['event']>) =>
      t.http.raw('POST', '/api/webhook/payment/stripe', payload, headers),
    /** What became of the events about an invoice, in the order they came. */
    readEventOutcomes: async (id: string) =>
      (
        await t.sql<{ outcome: string }>(
          'select outcome from provider_event where invoice_id = $1 order by received_at',
          [id],
        )
      ).map(({ outcome }) => outcome),
    /** The service forgets who is at work, as after a crash. */
    loseLeases: async () => {
      await t.sql(`update delivery set busy_until = now() - interval '1 second'`);
      await t.sql(`update collection_attempt set busy_until = now() - interval '1 second'`);
      await t.sql(`update mirrored_allocation set busy_until = now() - interval '1 second'`);
      await t.sql(`update batch_item set claimed_until = now() - interval '1 second'`);
      await t.sql(`update asked_refund set busy_until = now() - interval '1 second'`);
      await t.sql(`update mirrored_write_off set busy_until = now() - interval '1 second'`);
    },
    async stop() {
      await t.stop();
      await stripe.stop();
    },
  };
  return paid;
};
