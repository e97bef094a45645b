import type { Tx } from '@staycover/db';
import { type Invoice, type InvoiceStatus, invoiceTransitions } from '../domain/invoice.ts';
import type { ProviderView } from '../domain/payment.ts';
import { type Context, enterStatus } from './enter-status.ts';

export type Settled = Pick<ProviderView, 'state' | 'paymentIntentId'>;

/**
 * Brings an invoice that is locked to the state that the provider has settled it in, by way of PAST_DUE where there is
 * no shorter one. `CONFLICT`: there is none.
 */
export const followProvider = async (
  tx: Tx,
  stored: Invoice,
  { state, paymentIntentId }: Settled,
  context: Context,
): Promise<'DONE' | 'IGNORED' | 'CONFLICT'> => {
  if (state === 'OPEN' || state === 'DRAFT' || state === stored.status) return 'IGNORED';
  const way = wayTo(stored.status, state);
  if (!way) return 'CONFLICT';
  if (paymentIntentId) stored.paymentProviderIntentId = paymentIntentId;
  for (const status of way) await enterStatus(tx, stored, { status }, context);
  return 'DONE';
};

const wayTo = (from: InvoiceStatus, to: InvoiceStatus): InvoiceStatus[] | undefined => {
  if (from === 'DRAFT') return undefined;
  if (invoiceTransitions[from].includes(to)) return [to];
  return from === 'SENT' && invoiceTransitions.PAST_DUE.includes(to) ? ['PAST_DUE', to] : undefined;
};
