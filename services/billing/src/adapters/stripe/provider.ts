import { randomUUID } from 'node:crypto';
import { type Currency, type DomainError, invalidTransition } from '@staycover/kernel';
import { Stripe } from 'stripe';
import {
  type Closed,
  type NamedThere,
  type PaymentProvider,
  ProviderFailure,
  type Refusal,
} from '../payment-provider.ts';
import { deliver, ensureCustomer } from './deliver.ts';
import { asking, isMissing, providerFailure, toDecline, toRefusal } from './failures.ts';
import { freshKeyClient } from './fresh-keys.ts';
import { providerLines } from './lines.ts';
import { mirror } from './mirror.ts';
import { assertChargeable, isEnough, mostLeft, stripeAmounts } from './money.ts';
import { patientClient } from './patience.ts';
import { listRefunds, refund } from './refunds.ts';
import { readInvoice } from './view.ts';

type StripeSettings = {
  apiKey: string;
  /** Where Stripe is, for a double. */
  apiBase: string;
  timeoutMs: number;
};

export const STRIPE = 'stripe';

/** The prefix of charge keys, to distinguish the events of our own charges from those of customers. */
export const CHARGE_KEY = 'charge:';

/** Stripe, through its own SDK. */
export const stripeProvider = (settings: StripeSettings): PaymentProvider => {
  const stripe = connect(settings);
  const read = (id: string) => asking(() => readInvoice(stripe, id));
  return {
    name: STRIPE,
    assertDeliverable(invoice) {
      assertChargeable(invoice.invoice.total, invoice.invoice.currency);
      stripeAmounts(
        providerLines(invoice).map(({ amount }) => amount),
        invoice.invoice.currency,
      );
    },
    ensureCustomer: (facts, knownId) => ensureCustomer(stripe, facts, knownId),
    deliver: (order) => deliver(stripe, order),
    read,
    find: (id) => asking(() => ifThere(readInvoice(stripe, id))),
    findPaidInvoice: (paymentIntentId) => asking(() => findPaidInvoice(stripe, paymentIntentId)),
    findRefusal: (amount, currency) => (isEnough(amount, currency) ? undefined : tooSmall(currency)),
    mostLeft,
    async charge(id, key) {
      try {
        const { status } = await stripe.invoices.pay(id, {}, { idempotencyKey: `${CHARGE_KEY}${key}` });
        return status === 'paid' ? { kind: 'PAID', view: await read(id) } : { kind: 'PENDING' };
      } catch (error) {
        const failure = toDecline(error);
        if (failure) return { kind: 'FAILED', failure };
        const refusal = toRefusal(error);
        if (refusal) return refusal;
        throw providerFailure(error);
      }
    },
    remind: (id, key) =>
      asking(async () => void (await stripe.invoices.sendInvoice(id, {}, { idempotencyKey: `remind:${key}` }))),
    close: (id, as) => close(stripe, id, as),
    mirror: (movement) => mirror(stripe, movement),
    listRefunds: (chargeId, currency) => listRefunds(stripe, chargeId, currency),
    refund: (order) => refund(stripe, order),
  };
};

const tooSmall = (currency: Currency): Refusal => ({
  kind: 'REFUSED',
  refuses: 'INVOICE',
  reason: 'amount_too_small',
  detail: `Stripe does not charge so little in ${currency}.`,
});

const connect = ({ apiKey, apiBase, timeoutMs }: StripeSettings): Stripe => {
  const { protocol, hostname, port } = new URL(apiBase);
  return new Stripe(apiKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port || (protocol === 'http:' ? 80 : 443),
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    httpClient: patientClient(timeoutMs, freshKeyClient()),
    telemetry: false,
  });
};

/** Undefined for what Stripe does not have, or has in another account or mode. */
const ifThere = <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });

const findPaidInvoice = async (stripe: Stripe, intentId: string): Promise<NamedThere | undefined> => {
  const payment = { type: 'payment_intent', payment_intent: intentId } as const;
  const found = await ifThere(stripe.invoicePayments.list({ payment, limit: 1, expand: ['data.invoice'] }));
  const invoice = found?.data[0]?.invoice;
  if (typeof invoice !== 'object' || invoice.deleted) return undefined;
  return { providerInvoiceId: invoice.id, invoiceId: invoice.metadata?.['invoiceId'] ?? null };
};

const closed = { PAID: 'paid', VOID: 'void', UNCOLLECTIBLE: 'uncollectible' } as const;

type Close = (stripe: Stripe, id: string, options: Stripe.RequestOptions) => Promise<Stripe.Invoice>;

const closing: Record<Closed, Close> = {
  PAID: (stripe, id, options) => stripe.invoices.pay(id, { paid_out_of_band: true }, options),
  VOID: (stripe, id, options) => stripe.invoices.voidInvoice(id, {}, options),
  UNCOLLECTIBLE: (stripe, id, options) => stripe.invoices.markUncollectible(id, {}, options),
};

/** Closes the invoice; what cannot be closed so, because Stripe has it settled otherwise, is a conflict. */
const close = (stripe: Stripe, id: string, as: Closed): Promise<void> =>
  asking(async () => {
    const before = await stripe.invoices.retrieve(id);
    if (before.status === closed[as]) return;
    if (before.status === 'paid' || before.status === 'void') throw settledOtherwise(id, before.status, as);
    // A key of its own each time: a refusal for now would be repeated for a day. What is closed by then was seen above.
    const after = await closing[as](stripe, id, { idempotencyKey: `close:${id}:${as}:${randomUUID()}` });
    // What was finalized is never a draft again: that is a sample, which Stripe's own mock server answers.
    if (after.status !== closed[as] && after.status !== 'draft')
      throw new ProviderFailure('UNKNOWN', `Stripe left its invoice ${id} ${String(after.status)}.`);
  });

const settledOtherwise = (id: string, status: string, as: Closed): DomainError => {
  const from = status === 'paid' ? 'PAID' : 'VOID';
  const detail = `The payment provider has the invoice (${id}) as ${status}; it cannot become ${as}.`;
  return invalidTransition(detail, from, as);
};
