import type { Work } from '@staycover/change';
import { execute } from '@staycover/db';
import type { Instant, Minor } from '@staycover/kernel';

export type Refund = { invoiceId: string; refundId: string; amount: Minor; now: Instant };

/** Whether the refund was not there yet. */
export const addRefund = async (tx: Work, { invoiceId, refundId, amount, now }: Refund): Promise<boolean> =>
  (await execute(
    tx,
    'insert into refund (invoice_id, refund_id, amount, created_at) values ($1, $2, $3, $4) on conflict do nothing',
    [invoiceId, refundId, `${amount}`, now.toString()],
  )) > 0;
