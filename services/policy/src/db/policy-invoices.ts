import { uncollectedStatuses } from '@staycover/api';
import { projection, type Work } from '@staycover/change';
import { execute, query, statesIn } from '@staycover/db';

/** The state of an invoice, from events of the billing service. */
export type PolicyInvoice = { invoiceId: string; policyId: string; version: number; status: string };

/** Follows invoices; of each its newest version counts. */
export const policyInvoices = projection<PolicyInvoice>('policy_invoice', {
  policyId: 'key',
  invoiceId: 'key',
  version: 'version',
  status: 'value',
});

/** Whether an invoice is written off, as far as is known. */
export const isWrittenOff = async (work: Work, { policyId, invoiceId }: PolicyInvoice): Promise<boolean> => {
  const text = `select from policy_invoice where policy_id = $1 and invoice_id = $2 and status = 'UNCOLLECTIBLE'`;
  return (await query(work, text, [policyId, invoiceId])).length > 0;
};

/** Whether an invoice of the policy is SUSPENDED. */
export const hasSuspendedInvoice = async (work: Work, policyId: string): Promise<boolean> =>
  (await query(work, `select from policy_invoice where policy_id = $1 and status = 'SUSPENDED' limit 1`, [policyId]))
    .length > 0;

/** Whether an invoice of the policy is SUSPENDED, or was written off since the policy is. */
export const hasUnpaidInvoice = async (work: Work, policyId: string): Promise<boolean> => {
  const [row] = await query<{ unpaid: boolean }>(
    work,
    `select exists (select from policy_invoice where policy_id = $1 and status in ${statesIn(uncollectedStatuses)}
       and not (status = 'UNCOLLECTIBLE' and written_off_before)) as unpaid`,
    [policyId],
  );
  return row!.unpaid;
};

/** What is written off when the policy is suspended, other than by `suspending`, does not keep it suspended. */
export const passOverWriteOffs = (tx: Work, policyId: string, suspending: string | null): Promise<number> =>
  execute(
    tx,
    `update policy_invoice set written_off_before = status = 'UNCOLLECTIBLE' and invoice_id is distinct from $2::uuid
     where policy_id = $1 and (status = 'UNCOLLECTIBLE' or written_off_before)`,
    [policyId, suspending],
  );

/** One that is SUSPENDED again keeps the policy suspended, also when it is written off after that. */
export const countAgain = (tx: Work, { policyId, invoiceId }: PolicyInvoice): Promise<number> =>
  execute(
    tx,
    'update policy_invoice set written_off_before = false where policy_id = $1 and invoice_id = $2 and written_off_before',
    [policyId, invoiceId],
  );

/**
 * What suspended a policy before its invoices were followed stands under the policy's own id; it is over once an invoice
 * of the policy is settled.
 */
export const forgetEarlierInvoice = (tx: Work, policyId: string): Promise<number> =>
  execute(tx, 'delete from policy_invoice where policy_id = $1 and invoice_id = $1', [policyId]);
