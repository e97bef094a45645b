import { least, type Minor, sum } from '@staycover/kernel';
import type { Stripe } from 'stripe';
import { type Movement, ProviderFailure } from '../payment-provider.ts';
import { asking } from './failures.ts';
import { inSteps, minorFromStripe, stripeAmounts } from './money.ts';
import { readInvoice } from './view.ts';

/**
 * Takes a credit or an outside payment off an open invoice, going on from wherever an earlier attempt left it. One that is
 * closed asks for nothing: the reduction counts as made, or it would be taken for money that came in there.
 */
export const mirror = (stripe: Stripe, movement: Movement): Promise<Minor> =>
  asking(async () => {
    const { providerInvoiceId, kind, amount, currency, isResumed } = movement;
    const earlier = isResumed ? await made[kind](stripe, movement) : undefined;
    if (earlier !== undefined) return earlier;
    const { state, isProcessing, amountRemaining } = await readInvoice(stripe, providerInvoiceId);
    if (state === 'VOID') return 0n;
    if (state === 'UNCOLLECTIBLE' && kind === 'PAYMENT' && amount >= amountRemaining) await recover(stripe, movement);
    if (state !== 'OPEN') return amount;
    if (isProcessing)
      throw new ProviderFailure('REFUSED', `A payment of Stripe's invoice ${providerInvoiceId} is under way.`);
    const taken = inSteps(least(amount, amountRemaining), currency);
    if (taken <= 0n) return 0n;
    await make[kind](stripe, movement, taken);
    return taken;
  });

/** A key serves one amount: what remains may be less by the next attempt. */
const mirrorKey = ({ allocationId }: Movement, units: number): string => `mirror:${allocationId}:${units}`;

const toStripeUnits = (amount: Minor, { currency }: Movement): number => Number(stripeAmounts([amount], currency)[0]!);

/** What was given up, and is paid after all, is paid there too: left as it is, it would be given up here again. */
const recover = async (stripe: Stripe, { providerInvoiceId, allocationId, keep }: Movement): Promise<void> => {
  await keep();
  const once = { idempotencyKey: `mirror:${allocationId}:recover` };
  await stripe.invoices.pay(providerInvoiceId, { paid_out_of_band: true }, once);
};

type Make = (stripe: Stripe, movement: Movement, amount: Minor) => Promise<void>;

const creditNote: Make = async (stripe, movement, taken) => {
  const { providerInvoiceId, allocationId, reference, keep } = movement;
  const amount = toStripeUnits(taken, movement);
  const params = { invoice: providerInvoiceId, amount, memo: reference, metadata: { allocationId } };
  await keep();
  await stripe.creditNotes.create(params, { idempotencyKey: mirrorKey(movement, amount) });
};

const outsidePayment: Make = async (stripe, movement, taken) => {
  const { providerInvoiceId, allocationId, reference, madeAt, currency, keep } = movement;
  const value = toStripeUnits(taken, movement);
  const at = Math.floor(madeAt.epochMilliseconds / 1_000);
  await keep();
  const { id } = await stripe.paymentRecords.reportPayment(
    {
      amount_requested: { currency: currency.toLowerCase(), value },
      initiated_at: at,
      outcome: 'guaranteed',
      guaranteed: { guaranteed_at: at },
      payment_method_details: { type: 'custom', custom: { display_name: 'Outside of Stripe' } },
      processor_details: { type: 'custom', custom: { payment_reference: reference } },
      metadata: { allocationId },
    },
    { idempotencyKey: `${mirrorKey(movement, value)}:record` },
  );
  await keep();
  const attached = { idempotencyKey: `${mirrorKey(movement, value)}:attach` };
  await stripe.invoices.attachPayment(providerInvoiceId, { payment_record: id }, attached);
};

const make = { CREDIT: creditNote, PAYMENT: outsidePayment } as const;

type Made = (stripe: Stripe, movement: Movement) => Promise<Minor | undefined>;

const creditNoteMade: Made = async (stripe, { providerInvoiceId, allocationId, currency }) => {
  const its: number[] = [];
  for await (const { metadata, amount } of stripe.creditNotes.list({ invoice: providerInvoiceId, limit: 100 })) {
    if (metadata?.['allocationId'] === allocationId) its.push(amount);
  }
  return its.length === 0 ? undefined : sum(its.map((amount) => minorFromStripe(amount, currency)));
};

const outsidePaymentMade: Made = async (stripe, { providerInvoiceId, allocationId, currency }) => {
  const wanted = { invoice: providerInvoiceId, limit: 100, expand: ['data.payment.payment_record'] };
  for await (const { payment, amount_requested } of stripe.invoicePayments.list(wanted)) {
    const record = payment.payment_record;
    if (typeof record === 'object' && record.metadata['allocationId'] === allocationId)
      return minorFromStripe(amount_requested, currency);
  }
  return undefined;
};

const made = { CREDIT: creditNoteMade, PAYMENT: outsidePaymentMade } as const;
