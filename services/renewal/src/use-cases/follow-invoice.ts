import type { Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { type InvoiceState, policyInvoices } from '../db/invoices.ts';
import { lockFollowingRenewals } from '../db/renewals.ts';
import { endReviews } from './end-reviews.ts';

/** Stores an invoice event; reviews because of unpaid invoices end with the last one. */
export const followInvoice = async (tx: Work, invoice: InvoiceState, context: Context): Promise<void> => {
  if (!(await policyInvoices.put(tx, invoice))) return;
  await endReviews(tx, await lockFollowingRenewals(tx, invoice.policyId), context);
};
