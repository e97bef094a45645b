import { execute, query, type Tx } from '@staycover/db';

export type InvoiceState = { id: string; policyId: string; status: string; version: number };

/** Takes an invoice's state over when it is newer than what is known. */
export const applyInvoice = (tx: Tx, { id, policyId, status, version }: InvoiceState): Promise<number> =>
  execute(
    tx,
    `insert into policy_invoice (id, policy_id, status, version) values ($1, $2, $3, $4)
     on conflict (id) do update set status = excluded.status, version = excluded.version
     where policy_invoice.version < excluded.version`,
    [id, policyId, status, version],
  );

/** Those of the policies that have an invoice nobody could collect. */
export const unpaidPolicies = async (tx: Tx, policyIds: readonly string[]): Promise<Set<string>> => {
  const rows = await query<{ policy_id: string }>(
    tx,
    `select distinct policy_id from policy_invoice
     where policy_id = any($1::uuid[]) and status in ('SUSPENDED', 'UNCOLLECTIBLE')`,
    [[...policyIds]],
  );
  return new Set(rows.map((row) => row.policy_id));
};
