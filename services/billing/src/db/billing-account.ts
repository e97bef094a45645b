import type { Beside, Work } from '@staycover/change';
import { execute, query, type Tx } from '@staycover/db';
import type { CalendarDate } from '@staycover/kernel';

/** A policy's billing row: whoever changes its invoices or its billed nights holds it. */
export type Account = {
  currency: string;
  /** The version of the policy that was derived last. */
  policyVersion: number;
  /** The first night that the next derivation looks at; null for all. */
  openFrom: CalendarDate | null;
};

type Row = { currency: string; policy_version: number; open_from: string | null };

const accountOf = ({ currency, policy_version, open_from }: Row): Account => ({
  currency,
  policyVersion: policy_version,
  openFrom: open_from === null ? null : Temporal.PlainDate.from(open_from),
});

export const findAccount = async (work: Work | Tx, policyId: string): Promise<Account | undefined> => {
  const [row] = await query<Row>(
    work,
    'select currency, policy_version, open_from from billing_account where policy_id = $1',
    [policyId],
  );
  return row && accountOf(row);
};

/** Makes or locks the policy's billing row. */
export const lockAccount = async (
  tx: Work,
  policy: { id: string; organizationId: string; currency: string; version: number },
): Promise<Account & { isNew: boolean }> => {
  const [row] = await query<Row & { is_new: boolean }>(
    tx,
    `insert into billing_account as a (policy_id, organization_id, currency, policy_version) values ($1, $2, $3, $4)
     on conflict (policy_id) do update set policy_id = excluded.policy_id
     returning currency, policy_version, open_from, xmax = 0 as is_new`,
    [policy.id, policy.organizationId, policy.currency, policy.version],
  );
  return { ...accountOf(row!), isNew: row!.is_new };
};

/** What notes which version of the policy was derived, and from where the next derivation looks. */
export const notingDerivation = (
  policyId: string,
  { policyVersion, openFrom }: Pick<Account, 'policyVersion' | 'openFrom'>,
): Beside[] => [
  {
    text: `update billing_calendar as c set derived_version = d.version
      from unnest($1::uuid[], $2::int[]) as d (policy_id, version) where c.policy_id = d.policy_id`,
    params: [[policyId], [policyVersion]],
  },
  {
    text: `update billing_account as a set policy_version = d.version, open_from = d.open_from
      from unnest($1::uuid[], $2::int[], $3::date[]) as d (policy_id, version, open_from) where a.policy_id = d.policy_id`,
    params: [[policyId], [policyVersion], [openFrom?.toString() ?? null]],
  },
];

/** Lets the next derivation look at nights from `night` on, at the latest. */
export const lowerOpenFrom = (tx: Work, policyId: string, night: CalendarDate): Promise<number> =>
  execute(tx, 'update billing_account set open_from = $2 where policy_id = $1 and open_from > $2', [
    policyId,
    night.toString(),
  ]);
