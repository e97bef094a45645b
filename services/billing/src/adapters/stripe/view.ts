import type { Stripe } from 'stripe';
import type { ProviderView } from '../../domain/payment.ts';
import { ProviderFailure } from '../payment-provider.ts';
import { paymentFailure } from './failures.ts';
import { minorFromStripe } from './money.ts';

/** Everything of an invoice that a view of it needs. */
export const VIEW = { expand: ['customer', 'payments.data.payment.payment_intent'] };

const STATES: Record<string, ProviderView['state']> = {
  draft: 'DRAFT',
  open: 'OPEN',
  paid: 'PAID',
  void: 'VOID',
  uncollectible: 'UNCOLLECTIBLE',
};

/** Reads an invoice as Stripe sent it, trusting nothing that decides about money. */
export const toView = (invoice: Stripe.Invoice): ProviderView => {
  const state = STATES[invoice.status ?? ''];
  if (!state)
    throw new ProviderFailure('UNKNOWN', `Stripe answered an invoice in no known state: ${String(invoice.status)}`);
  const intent = findIntent(invoice);
  const details = typeof intent === 'object' ? intent : null;
  const minor = (amount: number) => minorFromStripe(amount, invoice.currency.toUpperCase());
  return {
    invoiceId: invoice.metadata?.['invoiceId'] ?? null,
    state,
    isProcessing: details?.status === 'processing',
    hasPaymentMethod: hasPaymentMethod(invoice),
    paymentIntentId: typeof intent === 'object' ? (intent?.id ?? null) : intent,
    lastFailure: details?.last_payment_error ? paymentFailure(details.last_payment_error) : null,
    total: minor(invoice.total),
    credited: minor(invoice.pre_payment_credit_notes_amount),
    amountRemaining: minor(invoice.amount_remaining),
    paid: listPaid(invoice).map(({ amount, ...one }) => ({ ...one, amount: minor(amount) })),
  };
};

const findIntent = ({ payments }: Stripe.Invoice): Stripe.PaymentIntent | string | null => {
  const all = payments?.data ?? [];
  return (all.find(({ is_default }) => is_default) ?? all[0])?.payment.payment_intent ?? null;
};

/** What came through Stripe, by payment intents. */
const listPaid = ({ payments }: Stripe.Invoice): { paymentIntentId: string; amount: number }[] =>
  (payments?.data ?? []).flatMap(({ status, amount_paid, payment: { payment_intent: intent } }) => {
    const paymentIntentId = typeof intent === 'object' ? intent?.id : intent;
    return status === 'paid' && paymentIntentId && amount_paid ? [{ paymentIntentId, amount: amount_paid }] : [];
  });

const hasPaymentMethod = ({ default_payment_method, default_source, customer }: Stripe.Invoice): boolean => {
  if (default_payment_method || default_source) return true;
  if (typeof customer !== 'object' || customer === null || customer.deleted) return false;
  return Boolean(customer.invoice_settings?.default_payment_method ?? customer.default_source);
};
