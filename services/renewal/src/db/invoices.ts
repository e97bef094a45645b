import { projection } from '@staycover/change';

export type InvoiceState = { id: string; policyId: string; status: string; version: number };

/** The newest state of each invoice. */
export const policyInvoices = projection<InvoiceState>('policy_invoice', {
  id: 'key',
  policyId: 'once',
  status: 'value',
  version: 'version',
});
