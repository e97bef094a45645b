import type { Counted } from '@staycover/db';

export const countedClaims: Counted = {
  table: 'claim',
  by: { organization_id: 'r.organization_id', status: 'r.status' },
};

/** The ledger by the month of posting, amounts in minor units. */
export const countedPostings: Counted = {
  table: 'posting',
  by: {
    organization_id: 'r.organization_id',
    currency: 'r.currency',
    month: `to_char(r.posted_at at time zone 'UTC', 'YYYY-MM')`,
    account: 'r.account',
  },
  sums: { amount: 'r.amount' },
};
