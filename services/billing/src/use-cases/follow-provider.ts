import type { Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import type { BillingRules } from '../config.ts';
import { storeInvoice } from '../db/invoices.ts';
import { linesOf } from '../db/lines.ts';
import { type Settled, wayTo } from '../domain/follow-provider.ts';
import type { Invoice } from '../domain/invoice.ts';
import { moveInvoice } from '../domain/move-invoice.ts';

/** What became of an invoice by what its provider tells. */
export type Followed = 'DONE' | 'IGNORED' | 'CONFLICT';

/** Brings an invoice that is locked to the state that the provider has settled it in. `CONFLICT`: there is no way. */
export const followProvider = async (
  tx: Work,
  context: Context & { rules: BillingRules },
  stored: Invoice,
  { state, paymentIntentId }: Settled,
): Promise<Followed> => {
  const way = wayTo(stored, state);
  if (way === 'CONFLICT') return 'CONFLICT';
  if (way.length === 0) return 'IGNORED';
  const moving = { now: context.now, rules: context.rules, lines: await linesOf(tx, stored.id) };
  let invoice = stored;
  for (const status of way) {
    const paymentProviderIntentId = paymentIntentId ?? invoice.paymentProviderIntentId;
    const decision = moveInvoice({ ...invoice, paymentProviderIntentId }, status, moving);
    invoice = await storeInvoice(tx, context, invoice, decision);
  }
  return 'DONE';
};
