import { type Commanding, contextOf, inTransaction } from '@staycover/change';
import type { Actor } from '@staycover/kernel';
import { lockInvoice } from '../db/invoices.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { PaidBack } from '../domain/payment.ts';
import { refund } from '../use-cases/refund-invoice.ts';

/** Pays back, as an event of the provider does. */
export const refundInvoice =
  (platform: Commanding) =>
  (actor: Actor, { id, ...paidBack }: PaidBack & { id: string }): Promise<Invoice> =>
    inTransaction(platform.database, async (tx) =>
      refund(tx, contextOf(platform, { actor }), await lockInvoice(tx, actor, id), paidBack),
    );
