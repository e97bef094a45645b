import type { Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { storeInvoice } from '../db/invoices.ts';
import { linesOf } from '../db/lines.ts';
import { addRefund } from '../db/refunds.ts';
import type { Invoice } from '../domain/invoice.ts';
import type { PaidBack } from '../domain/payment.ts';
import { refundable, refundInvoice } from '../domain/refund.ts';

/**
 * Records that a part of a paid invoice, which is locked, was paid back, once per `refundId`.
 * @throws DomainError `invalid-transition` unless the invoice is PAID.
 */
export const refund = async (
  tx: Work,
  context: Context,
  stored: Invoice,
  { refundId, amount }: PaidBack,
): Promise<Invoice> => {
  const due = refundable(stored, amount);
  const { id: invoiceId } = stored;
  if (due <= 0n || !(await addRefund(tx, { invoiceId, refundId, amount: due, now: context.now }))) return stored;
  const decision = refundInvoice(stored, { refundId, amount: due }, await linesOf(tx, invoiceId));
  return storeInvoice(tx, context, stored, decision);
};
