import { businessDate, type CalendarDate } from '@staycover/kernel';
import type { Stripe } from 'stripe';
import type { ProviderView } from '../../domain/payment.ts';
import { ProviderFailure } from '../payment-provider.ts';
import { paymentFailure } from './failures.ts';
import { minorFromStripe } from './money.ts';

const PAYMENT_INTENT = 'data.payment.payment_intent';

/** An invoice as Stripe has it now. */
export const readInvoice = async (stripe: Stripe, id: string): Promise<ProviderView> => {
  const invoice = await stripe.invoices.retrieve(id, { expand: ['customer', `payments.${PAYMENT_INTENT}`] });
  const { payments } = invoice;
  if (!payments?.has_more) return toView(invoice);
  // With the invoice come the first ones alone.
  const data: Stripe.InvoicePayment[] = [];
  for await (const one of stripe.invoicePayments.list({ invoice: id, limit: 100, expand: [PAYMENT_INTENT] }))
    data.push(one);
  return toView({ ...invoice, payments: { ...payments, data } });
};

const STATES: Record<string, ProviderView['state']> = {
  draft: 'DRAFT',
  open: 'OPEN',
  paid: 'PAID',
  void: 'VOID',
  uncollectible: 'UNCOLLECTIBLE',
};

/** Reads an invoice as Stripe sent it, trusting nothing that decides about money. */
const toView = (invoice: Stripe.Invoice): ProviderView => {
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
    paidOn: toDay(invoice.status_transitions?.paid_at),
  };
};

const findIntent = ({ payments }: Stripe.Invoice): Stripe.PaymentIntent | string | null => {
  const all = payments?.data ?? [];
  return (all.find(({ is_default }) => is_default) ?? all[0])?.payment.payment_intent ?? null;
};

type Paid = { paymentIntentId: string; amount: number; paidOn: CalendarDate | null };

/** What came through Stripe, by payment intents. */
const listPaid = ({ payments }: Stripe.Invoice): Paid[] =>
  (payments?.data ?? []).flatMap(({ status, status_transitions, amount_paid, payment: { payment_intent: intent } }) => {
    const paymentIntentId = typeof intent === 'object' ? intent?.id : intent;
    const paidOn = toDay(status_transitions?.paid_at);
    return status === 'paid' && paymentIntentId && amount_paid
      ? [{ paymentIntentId, amount: amount_paid, paidOn }]
      : [];
  });

/** The day of a moment in seconds, as Stripe counts. */
const toDay = (seconds: number | null | undefined): CalendarDate | null =>
  seconds ? businessDate(Temporal.Instant.fromEpochMilliseconds(seconds * 1_000)) : null;

const hasPaymentMethod = ({ default_payment_method, default_source, customer }: Stripe.Invoice): boolean => {
  if (default_payment_method || default_source) return true;
  if (typeof customer !== 'object' || customer === null || customer.deleted) return false;
  return Boolean(customer.invoice_settings?.default_payment_method ?? customer.default_source);
};
