import { hash } from 'node:crypto';
import { businessDate } from '@staycover/kernel';
import type { Stripe } from 'stripe';
import type { Delivery } from '../../domain/payment.ts';
import { type CustomerFacts, type DeliveryOrder, ProviderFailure } from '../payment-provider.ts';
import { asking, isLimited, isMissing, leaveUndone, leaveUnknown, providerFailure, unlessMissing } from './failures.ts';
import { providerLines } from './lines.ts';
import { stripeAmounts } from './money.ts';
import { readInvoice } from './view.ts';

/** Brings the known customer up to date; finds or makes the organization's where none is known or Stripe has it deleted. */
export const ensureCustomer = (stripe: Stripe, facts: CustomerFacts, knownId: string | null): Promise<string> =>
  asking(async () => {
    const { organizationId, name, email } = facts;
    if (knownId && (await updateCustomer(stripe, knownId, facts))) return knownId;
    for await (const { id, metadata } of stripe.customers.list({ email, limit: 100 })) {
      if (metadata['organizationId'] === organizationId) return id;
    }
    // Under the key of the one that was deleted Stripe would answer that one again.
    const replaced = knownId ? `:${knownId}` : '';
    const payer = hash('sha256', `${name}\n${email}`, 'base64url');
    const idempotencyKey = `customer:${organizationId}${replaced}:${payer}`;
    return (await stripe.customers.create({ name, email, metadata: { organizationId } }, { idempotencyKey })).id;
  });

/** False when Stripe has the customer no more. */
const updateCustomer = async (stripe: Stripe, id: string, { name, email }: CustomerFacts): Promise<boolean> => {
  try {
    const customer: { deleted?: boolean | void } = await stripe.customers.update(id, { name, email });
    return !customer.deleted;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};

/** Creates, fills, finalizes and sends the invoice, going on from wherever an earlier attempt under this key left it. */
export const deliver = (stripe: Stripe, order: DeliveryOrder): Promise<Delivery> =>
  asking(async () => {
    const { key, keep } = order;
    const { lines, total } = stripeLines(order);
    const earlier = await findInvoice(stripe, order).catch(order.isResumed ? leaveUnknown : leaveUndone);
    if (earlier && isOut(earlier)) assertSentTotal(earlier, total);
    await keep();
    const invoice = earlier ?? (await createInvoice(stripe, order));
    try {
      if (invoice.status === 'draft') {
        await keep();
        const filled =
          invoice.total === total && invoice.lines.data.length > 0
            ? invoice
            : await stripe.invoices.addLines(invoice.id, { lines }, { idempotencyKey: `${key}:lines` });
        assertTotal(invoice.id, filled, total);
        await keep();
        await stripe.invoices.finalizeInvoice(
          invoice.id,
          { auto_advance: false },
          { idempotencyKey: `${key}:finalize` },
        );
      }
      if (!isSettled(invoice)) {
        await keep();
        await stripe.invoices.sendInvoice(invoice.id, {}, { idempotencyKey: `${key}:send` });
      }
      const { paymentIntentId } = await readInvoice(stripe, invoice.id);
      return { paymentProviderInvoiceId: invoice.id, paymentProviderIntentId: paymentIntentId };
    } catch (error) {
      const failure = providerFailure(error);
      if (failure.outcome === 'UNKNOWN') throw failure;
      // What can be done again soon is left as it is: it is found, and gone on with.
      if (isLimited(error)) leaveUnknown(error);
      await keep();
      // What is gone already is taken back: the answer to an earlier try may have been lost.
      await abandon(stripe, invoice.id).catch(unlessMissing);
      throw failure;
    }
  });

const stripeLines = ({ invoice }: DeliveryOrder) => {
  const shown = providerLines(invoice);
  const amounts = stripeAmounts(
    shown.map(({ amount }) => amount),
    invoice.invoice.currency,
  );
  const lines = shown.map(({ description }, i) => ({ description, amount: Number(amounts[i]) }));
  return { lines, total: lines.reduce((total, { amount }) => total + amount, 0) };
};

const toMetadata = ({ key, invoice: { invoice } }: DeliveryOrder): Record<string, string> => ({
  invoiceId: invoice.id,
  invoiceReference: invoice.invoiceReference,
  organizationId: invoice.organizationId,
  organizationPolicyId: invoice.organizationPolicyId,
  delivery: key,
});

const createInvoice = async (stripe: Stripe, order: DeliveryOrder): Promise<Stripe.Invoice> => {
  const { invoice } = order.invoice;
  const created = await stripe.invoices.create(
    {
      customer: order.customerId,
      currency: invoice.currency.toLowerCase(),
      collection_method: 'send_invoice',
      due_date: endInSeconds(order.dueDate),
      auto_advance: false,
      pending_invoice_items_behavior: 'exclude',
      description: `Cover from ${invoice.periodStart} to ${invoice.periodEnd}`,
      custom_fields: [{ name: 'Invoice', value: invoice.invoiceReference }],
      metadata: toMetadata(order),
    },
    { idempotencyKey: `${order.key}:create` },
  );
  if (!created.id) throw new ProviderFailure('UNKNOWN', 'Stripe answered an invoice without an id.');
  return created;
};

/** The last second of the day, as Stripe counts time. */
const endInSeconds = (day: Temporal.PlainDate): number =>
  Math.floor(day.add({ days: 1 }).toZonedDateTime('UTC').epochMilliseconds / 1_000) - 1;

/**
 * What an earlier attempt made: idempotency keys alone would not find it after a day. Or what a sending has brought to the
 * customer that is not known here, because the database was restored to a moment before it.
 */
const findInvoice = async (stripe: Stripe, order: DeliveryOrder): Promise<Stripe.Invoice | undefined> => {
  const { customerId: customer, key, isResumed, invoice } = order;
  const { id, createdDate } = invoice.invoice;
  // No sending of an invoice is due before the day that it was made: most of what the customer ever had is left out.
  const due = isResumed ? {} : { due_date: { gte: endInSeconds(businessDate(createdDate)) } };
  for await (const found of stripe.invoices.list({ customer, limit: 100, ...due })) {
    if (found.metadata?.['delivery'] === key) return found;
    if (found.metadata?.['invoiceId'] === id && isOut(found)) return found;
  }
  return undefined;
};

const isSettled = ({ status }: Stripe.Invoice): boolean => status === 'paid' || status === 'uncollectible';

/** Whether the customer has it, and it counts. */
const isOut = (invoice: Stripe.Invoice): boolean => invoice.status === 'open' || isSettled(invoice);

/** What the customer has for another total stays as it is: a person decides which of the two is right. */
const assertSentTotal = ({ id, total }: Stripe.Invoice, expected: number): void => {
  if (total === expected) return;
  throw new ProviderFailure(
    'REFUSED',
    `Stripe's invoice ${id} was sent for this one with a total of ${total}, ours is ${expected}. Make ours the same, or void that.`,
  );
};

/** An answer about another invoice than was asked for is a sample, which Stripe's own mock server answers. */
const assertTotal = (id: string, { id: answered, total }: Stripe.Invoice, expected: number): void => {
  if (!answered) throw new ProviderFailure('UNKNOWN', 'Stripe answered lines without their invoice.');
  if (total === expected || answered !== id) return;
  throw new ProviderFailure(
    'REFUSED',
    `Stripe's invoice ${id} has a total of ${total}, ours of ${expected}; it was not sent.`,
  );
};

/** Takes back what was made of a refused invoice, as far as Stripe lets it be. */
const abandon = async (stripe: Stripe, id: string): Promise<void> => {
  const { status } = await stripe.invoices.retrieve(id);
  if (status === 'draft') await stripe.invoices.del(id);
  if (status === 'open') await stripe.invoices.voidInvoice(id);
};
