import { projection, together, type Work } from '@staycover/change';
import { query } from '@staycover/db';
import type { CalendarDate } from '@staycover/kernel';

/** The state of a renewal record, from events of the renewal service. */
export type FollowedRenewal = {
  renewalId: string;
  policyId: string;
  version: number;
  previousTermEnd: CalendarDate;
  isOpen: boolean;
  /** Cancelled only as the policy was not to go on. */
  withPolicy: boolean;
};

/** Follows renewals; of each record its newest version counts. */
export const followedRenewals = projection<FollowedRenewal>('followed_renewal', {
  renewalId: 'key',
  policyId: 'once',
  version: 'version',
  previousTermEnd: 'value',
  isOpen: 'value',
  withPolicy: 'value',
});

/** Whether the renewal `f` was declined; where it was only cancelled with its policy, the policy itself has why. */
export const IS_DECLINED = '(not f.is_open and not f.with_policy)';

/** Whether the term after the one that ends so was declined. */
export const isDeclinedAfter = async (work: Work, policyId: string, termEnd: CalendarDate): Promise<boolean> => {
  const [row] = await query<{ declined: boolean }>(
    work,
    `select exists (select from followed_renewal as f
       where f.policy_id = $1 and f.previous_term_end = $2 and ${IS_DECLINED}) as declined`,
    [policyId, termEnd.toString()],
  );
  return row!.declined;
};

type Coming = { tx: Work; policyId: string; termEnd: CalendarDate };

const coming = together<Coming, string | null>(
  ({ policyId }) => policyId,
  async (tx, asked) => {
    const rows = await query<{ policy_id: string; renewal_id: string }>(
      tx,
      `select distinct on (policy_id) policy_id, renewal_id from followed_renewal
       where (policy_id, previous_term_end) in (select * from unnest($1::uuid[], $2::date[])) and is_open
       order by policy_id, renewal_id desc`,
      [asked.map(({ policyId }) => policyId), asked.map(({ termEnd }) => termEnd.toString())],
    );
    const byPolicy = new Map(rows.map((row) => [row.policy_id, row.renewal_id]));
    return asked.map(({ policyId }) => byPolicy.get(policyId) ?? null);
  },
);

/** The open renewal of the term after the one that ends so; those of several policies in one transaction at once. */
export const openRenewalAfter = (tx: Work, policyId: string, termEnd: CalendarDate): Promise<string | null> =>
  coming({ tx, policyId, termEnd });

type Request = Pick<FollowedRenewal, 'renewalId' | 'version'>;

const newest = together<{ tx: Work; renewalId: string }, number>(
  ({ renewalId }) => renewalId,
  async (tx, asked) => {
    const ids = asked.map(({ renewalId }) => renewalId);
    const text = 'select renewal_id, version from followed_renewal where renewal_id = any($1::uuid[])';
    const rows = await query<{ renewal_id: string; version: number }>(tx, text, [ids]);
    const byId = new Map(rows.map(({ renewal_id, version }) => [renewal_id, version]));
    return ids.map((id) => byId.get(id) ?? 0);
  },
);

/** Whether a renewal was scheduled or cancelled since it made a request; those of several in one transaction at once. */
export const isOvertaken = async (tx: Work, { renewalId, version }: Request): Promise<boolean> =>
  (await newest({ tx, renewalId })) > version;
