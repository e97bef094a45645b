import type { Work } from '@staycover/change';
import { execute, query } from '@staycover/db';
import type { Invoice } from '../domain/invoice.ts';

type Moved = { before: Invoice; decision: { state: Invoice } };

/** Notes invoices of the payment provider that are given up here, to be marked there behind the commit. */
export const noteWriteOffs = async (tx: Work, moved: readonly Moved[]): Promise<void> => {
  const ids = moved
    .filter(({ before, decision }) => before.status !== 'UNCOLLECTIBLE' && decision.state.status === 'UNCOLLECTIBLE')
    .filter(({ before }) => before.paymentProviderInvoiceId !== null)
    .map(({ before }) => before.id);
  if (ids.length === 0) return;
  await execute(
    tx,
    `insert into mirrored_write_off (invoice_id) select unnest($1::uuid[])
     on conflict (invoice_id) do update set attempts = 0, busy_until = '-infinity'`,
    [ids],
  );
};

/** A write-off in the hands of one worker. */
type WriteOff = { invoiceId: string; attempts: number; providerInvoiceId: string; status: Invoice['status'] };

/** Takes the write-off of an invoice, behind all that has reduced it; undefined where there is none to make now. */
export const takeWriteOff = async (work: Work, invoiceId: string): Promise<WriteOff | undefined> => {
  const [row] = await query<{ attempts: number; provider_invoice_id: string; status: Invoice['status'] }>(
    work,
    `update mirrored_write_off w set attempts = attempts + 1,
       busy_until = now() + least(attempts + 2, 60) * interval '1 minute'
     from invoice i where i.id = w.invoice_id and w.invoice_id = $1 and w.busy_until < now()
       and not exists (select from mirrored_allocation where invoice_id = $1 and state = 'PENDING')
     returning w.attempts, i.payment_provider_invoice_id as provider_invoice_id, i.status`,
    [invoiceId],
  );
  if (!row) return undefined;
  return { invoiceId, attempts: row.attempts, providerInvoiceId: row.provider_invoice_id, status: row.status };
};

export const endWriteOff = (work: Work, { invoiceId, attempts }: WriteOff): Promise<number> =>
  execute(work, 'delete from mirrored_write_off where invoice_id = $1 and attempts = $2', [invoiceId, attempts]);
