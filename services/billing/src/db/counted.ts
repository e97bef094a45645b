import type { Counted } from '@staycover/db';

/** What is open of a row `r` of invoices. */
const DUE = `case when r.status = 'VOID' then 0 else r.total - r.amount_paid - r.amount_credited - r.amount_written_off end`;

/** Invoices by the month of their period, amounts in minor units. */
export const countedInvoices: Counted = {
  table: 'invoice',
  by: {
    organization_id: 'r.organization_id',
    currency: 'r.currency',
    month: `to_char(r.period_start, 'YYYY-MM')`,
    status: 'r.status',
  },
  sums: { total: 'r.total', due: DUE },
};

/** The ledger by the month of posting, amounts in minor units. */
export const countedPostings: Counted = {
  table: 'ar_posting',
  by: {
    organization_id: 'r.organization_id',
    currency: 'r.currency',
    month: `to_char(r.posted_on, 'YYYY-MM')`,
    account: 'r.account',
  },
  sums: { amount: 'r.amount' },
};
