import { projection, type Work } from '@staycover/change';
import { query } from '@staycover/db';
import type { CalendarDate } from '@staycover/kernel';

/** What the renewal service says of one of its records. */
export type FollowedRenewal = {
  renewalId: string;
  policyId: string;
  version: number;
  previousTermEnd: CalendarDate;
  isOpen: boolean;
};

/** Follows renewals; of each record its newest version counts. */
export const followedRenewals = projection<FollowedRenewal>('followed_renewal', {
  renewalId: 'key',
  policyId: 'once',
  version: 'version',
  previousTermEnd: 'value',
  isOpen: 'value',
});

/** Whether the term after the one that ends so was declined. */
export const isDeclinedAfter = async (work: Work, policyId: string, termEnd: CalendarDate): Promise<boolean> => {
  const [row] = await query<{ declined: boolean }>(
    work,
    `select exists (select from followed_renewal
       where policy_id = $1 and previous_term_end = $2 and not is_open) as declined`,
    [policyId, termEnd.toString()],
  );
  return row!.declined;
};

/** The open renewal of the term after the one that ends so. */
export const openRenewalAfter = async (work: Work, policyId: string, termEnd: CalendarDate): Promise<string | null> => {
  const [row] = await query<{ renewal_id: string }>(
    work,
    `select renewal_id from followed_renewal where policy_id = $1 and previous_term_end = $2 and is_open
     order by renewal_id desc limit 1`,
    [policyId, termEnd.toString()],
  );
  return row?.renewal_id ?? null;
};
