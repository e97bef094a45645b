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
    STRIPE_TIMEOUT_MS: 1_500,
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
      await t.sql(`update mirrored_write_off set busy_until = now() - interval '1 second'`);
    },
    async stop() {
      await t.stop();
      await stripe.stop();
    },
  };
  return paid;
};
