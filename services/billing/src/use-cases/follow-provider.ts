import type { Work } from '@staycover/change';
import { isDomainError } from '@staycover/kernel';
import type { AccountKey } from '../db/accounts.ts';
import { storeInvoice } from '../db/invoices.ts';
import { linesOf } from '../db/lines.ts';
import { isIntentKnown } from '../db/payments.ts';
import { type Settled, wayTo } from '../domain/follow-provider.ts';
import type { Invoice } from '../domain/invoice.ts';
import { moveInvoice } from '../domain/move-invoice.ts';
import { compositionOf, voidDocument, writeOff } from '../domain/receivables/documents.ts';
import { type AccountContext, onAccount, payInvoice } from './on-account.ts';

/** What became of an invoice by what its provider tells. */
export type Followed = 'DONE' | 'IGNORED' | 'CONFLICT';

/**
 * Brings an invoice, which is locked as its account is, to the state that the provider has settled it in. What was paid
 * there is a payment, once an intent. `CONFLICT`: there is no way.
 */
export const followProvider = async (
  tx: Work,
  context: AccountContext,
  stored: Invoice,
  { state, paymentIntentId, amountPaid }: Settled,
): Promise<Followed> => {
  const intentId = paymentIntentId ?? stored.paymentProviderIntentId;
  if (state === 'PAID' && intentId !== null && (await isIntentKnown(tx, intentId))) return 'IGNORED';
  const way = wayTo(stored, state);
  if (way === 'CONFLICT') return 'CONFLICT';
  if (way.length === 0) return 'IGNORED';
  const known = { paymentProviderIntentId: intentId };
  let before = stored;
  for (const status of stored.total === 0n ? way : way.slice(0, -1)) {
    const moving = { now: context.now, rules: context.rules, lines: await linesOf(tx, stored.id) };
    before = await storeInvoice(tx, context, before, moveInvoice({ ...before, ...known }, status, moving));
  }
  const invoice = { ...before, ...known };
  return stored.total === 0n ? 'DONE' : settle(tx, context, invoice, { state, paymentIntentId: intentId, amountPaid });
};

const settle = async (
  tx: Work,
  context: AccountContext,
  invoice: Invoice,
  { state, paymentIntentId, amountPaid }: Settled,
): Promise<Followed> => {
  const { organizationId, currency } = invoice;
  const key: AccountKey = { organizationId, currency };
  if (state === 'PAID') {
    const money = { method: 'PROVIDER', paymentProviderIntentId: paymentIntentId, amount: amountPaid } as const;
    await payInvoice(tx, context, key, invoice, money);
    return 'DONE';
  }
  const composition = compositionOf(await linesOf(tx, invoice.id));
  try {
    await onAccount(tx, context, key, { invoiceIds: [invoice.id] }, (book) =>
      state === 'VOID' ? voidDocument(book, invoice, composition) : writeOff(book, invoice.id),
    );
    return 'DONE';
  } catch (error) {
    if (isDomainError(error, 'invoice-has-payments')) return 'CONFLICT';
    throw error;
  }
};
