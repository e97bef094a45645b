import { execute, query, type Tx } from '@staycover/db';
import type { CalendarDate } from '@staycover/kernel';

/** What the renewal service says of one of its records. */
export type FollowedRenewal = {
  renewalId: string;
  policyId: string;
  version: number;
  previousTermEnd: CalendarDate;
  isOpen: boolean;
};

/** Takes a renewal over when it is newer than what is known of it; returns whether it was. */
export const applyRenewal = async (tx: Tx, renewal: FollowedRenewal): Promise<boolean> => {
  const { renewalId, policyId, version, previousTermEnd, isOpen } = renewal;
  const stored = await execute(
    tx,
    `insert into followed_renewal as f (renewal_id, policy_id, version, previous_term_end, is_open)
     values ($1, $2, $3, $4, $5)
     on conflict (renewal_id) do update set version = excluded.version,
       previous_term_end = excluded.previous_term_end, is_open = excluded.is_open
     where f.version < excluded.version`,
    [renewalId, policyId, version, previousTermEnd.toString(), isOpen],
  );
  return stored > 0;
};

/** The open renewal of the term after the one that ends so. */
export const openRenewalAfter = async (tx: Tx, policyId: string, termEnd: CalendarDate): Promise<string | null> => {
  const [row] = await query<{ renewal_id: string }>(
    tx,
    `select renewal_id from followed_renewal where policy_id = $1 and previous_term_end = $2 and is_open
     order by renewal_id desc limit 1`,
    [policyId, termEnd.toString()],
  );
  return row?.renewal_id ?? null;
};
