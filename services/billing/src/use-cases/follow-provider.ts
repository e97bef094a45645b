import type { Work } from '@staycover/change';
import { isDomainError, type Minor, sum } from '@staycover/kernel';
import { invoices, storeInvoice } from '../db/invoices.ts';
import { readAllLines } from '../db/lines.ts';
import { mirroredOn } from '../db/mirrored.ts';
import { findPaymentByIntent, takenOutside } from '../db/payments.ts';
import { wayTo } from '../domain/follow-provider.ts';
import { amountDue, amountMissing, type Invoice, type InvoiceStatus } from '../domain/invoice.ts';
import { moveInvoice } from '../domain/move-invoice.ts';
import type { ProviderView } from '../domain/payment.ts';
import { type AccountContext, closeOnAccount, payInvoice } from './on-account.ts';

/** What became of an invoice, by the state at its provider. */
export type Followed = 'DONE' | 'IGNORED' | 'CONFLICT';

/** What of the provider's view an invoice follows. */
export type Settled = Pick<ProviderView, 'state' | 'total' | 'credited' | 'paid' | 'paidOn'>;

/**
 * Brings an invoice, which is locked as its account is, to what the provider has made of it. What was paid there is a
 * payment, once an intent, also while it is not all or comes for what is void. `CONFLICT`: there is no way.
 */
export const followProvider = async (
  tx: Work,
  context: AccountContext,
  stored: Invoice,
  view: Settled,
): Promise<Followed> => {
  const { invoice, isAnyNew } = await takePayments(tx, context, stored, view.paid);
  const followed = await followState(tx, context, invoice, view);
  return followed === 'IGNORED' && isAnyNew ? 'DONE' : followed;
};

const followState = async (tx: Work, context: AccountContext, invoice: Invoice, view: Settled): Promise<Followed> => {
  const way = wayTo(invoice, view.state);
  if (way === 'CONFLICT') return 'CONFLICT';
  if (invoice.total === 0n) return (await move(tx, context, invoice, way)) === invoice ? 'IGNORED' : 'DONE';
  if (view.state === 'PAID') return (await takeOutside(tx, context, invoice, view)) === invoice ? 'IGNORED' : 'DONE';
  if (way.length === 0) return 'IGNORED';
  return close(tx, context, await move(tx, context, invoice, way.slice(0, -1)), way.at(-1)!);
};

const move = async (
  tx: Work,
  context: AccountContext,
  invoice: Invoice,
  way: readonly InvoiceStatus[],
): Promise<Invoice> => {
  const lines = way.length > 0 ? await readAllLines(tx, invoice.id) : [];
  let before = invoice;
  for (const status of way) {
    before = await storeInvoice(tx, context, before, moveInvoice(before, status, { ...context, lines }));
  }
  return before;
};

/** Takes in what came through the provider and is not here yet; what the invoice needs no more is held. */
export const takePayments = async (
  tx: Work,
  context: AccountContext,
  stored: Invoice,
  paid: Settled['paid'],
): Promise<{ invoice: Invoice; isAnyNew: boolean }> => {
  let invoice = stored;
  let isAnyNew = false;
  for (const { paymentIntentId, amount, paidOn } of paid) {
    if (await findPaymentByIntent(tx, paymentIntentId)) continue;
    const money = { method: 'PROVIDER', paymentProviderIntentId: paymentIntentId, amount, paidOn } as const;
    invoice = (await payInvoice(tx, context, invoice, money))?.invoice ?? invoice;
    isAnyNew = true;
  }
  return { invoice, isAnyNew };
};

/** What is paid at the provider, and neither through it nor because of us, somebody has marked as paid there: once. */
const takeOutside = async (
  tx: Work,
  context: AccountContext,
  invoice: Invoice,
  { total, credited, paid, paidOn }: Settled,
): Promise<Invoice> => {
  if (amountMissing(invoice) <= 0n) return invoice;
  const { credits, payments } = await mirroredOn(tx, invoice.id);
  const known = sum(paid.map(({ amount }) => amount)) + payments + (credited > credits ? credited : credits);
  const outside: Minor = total - known - (await takenOutside(tx, invoice));
  if (outside <= 0n) return invoice;
  const money = { method: 'PROVIDER', paymentProviderIntentId: null, atMost: outside, paidOn } as const;
  return (await payInvoice(tx, context, invoice, money))?.invoice ?? invoice;
};

/** Whether a part of what the provider has as paid was only credited there, by somebody else, and is due here. */
export const isCreditedThere = async (
  tx: Work,
  { actor }: AccountContext,
  { id }: Invoice,
  { state, credited }: Settled,
): Promise<boolean> => {
  if (state !== 'PAID' || credited === 0n) return false;
  const isDue = amountDue(await invoices.load(tx, actor, id)) > 0n;
  return isDue && credited > (await mirroredOn(tx, id)).credits;
};

const close = async (tx: Work, context: AccountContext, invoice: Invoice, state: InvoiceStatus): Promise<Followed> => {
  try {
    await closeOnAccount(tx, context, invoice, state);
    return 'DONE';
  } catch (error) {
    if (isDomainError(error, 'invoice-has-payments')) return 'CONFLICT';
    throw error;
  }
};
