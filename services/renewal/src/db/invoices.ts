import { projection, type Work } from '@staycover/change';
import { query } from '@staycover/db';

export type InvoiceState = { id: string; policyId: string; status: string; version: number };

/** The newest state of each invoice. */
export const policyInvoices = projection<InvoiceState>('policy_invoice', {
  id: 'key',
  policyId: 'once',
  status: 'value',
  version: 'version',
});

/** Those of the policies that have an invoice nobody could collect. */
export const unpaidPolicies = async (tx: Work, policyIds: readonly string[]): Promise<Set<string>> => {
  const rows = await query<{ policy_id: string }>(
    tx,
    `select distinct policy_id from policy_invoice
     where policy_id = any($1::uuid[]) and status in ('SUSPENDED', 'UNCOLLECTIBLE')`,
    [policyIds],
  );
  return new Set(rows.map((row) => row.policy_id));
};
