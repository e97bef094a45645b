import { type Invoice, type InvoiceStatus, invoiceTransitions } from './invoice.ts';
import type { ProviderView } from './payment.ts';

/**
 * The states by which an invoice comes to the one that the provider has settled it in, by way of PAST_DUE where there is
 * no shorter one: none where there is nothing to follow, `CONFLICT` where there is no way.
 */
export const wayTo = ({ status: from }: Invoice, to: ProviderView['state']): readonly InvoiceStatus[] | 'CONFLICT' => {
  if (to === 'OPEN' || to === 'DRAFT' || to === from) return [];
  if (from === 'DRAFT') return 'CONFLICT';
  // What is given up there can be paid or voided later, and events come in any order.
  if (to === 'UNCOLLECTIBLE' && (from === 'PAID' || from === 'VOID')) return [];
  if (invoiceTransitions[from].includes(to)) return [to];
  return from === 'SENT' && invoiceTransitions.PAST_DUE.includes(to) ? ['PAST_DUE', to] : 'CONFLICT';
};
