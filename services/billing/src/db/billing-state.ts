import { type Beside, together, type Work } from '@staycover/change';
import { execute, opaque, query } from '@staycover/db';
import { type CalendarDate, calendarDate, calendarDateIfAny, earliest } from '@staycover/kernel';

/** A policy's billing row: whoever changes its invoices or its billed nights holds it. */
export type BillingState = {
  currency: string;
  /** The version of the policy that was derived last. */
  policyVersion: number;
  /** The first night that the next derivation looks at; null for all. */
  openFrom: CalendarDate | null;
};

type Row = { currency: string; policy_version: number; open_from: string | null };

const toBillingState = ({ currency, policy_version, open_from }: Row): BillingState => ({
  currency,
  policyVersion: policy_version,
  openFrom: calendarDateIfAny(open_from),
});

type FoundState = BillingState & {
  /** The first night for which the policy has to be read: on a stay's first night it has its limits. */
  readFrom: CalendarDate | null;
  /** Whether orders were ever confirmed for the policy. */
  hasOrders: boolean;
};

/** The billing rows of policies, by their ids. */
export const findBillingStates = async (work: Work, policyIds: readonly string[]): Promise<Map<string, FoundState>> => {
  const rows = await query<Row & { policy_id: string; first_arrival: string | null }>(
    work,
    `select policy_id, currency, policy_version, open_from,
       (select min(lower(s.nights)) from stay_order o join stay s using (organization_id, order_id)
        where o.policy_id = a.policy_id and o.organization_id = a.organization_id) as first_arrival
     from billing_account a where policy_id = any(${opaque('$1', 'uuid[]')})`,
    [policyIds],
  );
  const toFound = (row: (typeof rows)[number]): FoundState => ({
    ...toBillingState(row),
    readFrom: readFrom(row),
    hasOrders: row.first_arrival !== null,
  });
  return new Map(rows.map((row) => [row.policy_id, toFound(row)]));
};

const readFrom = ({ open_from, first_arrival }: Row & { first_arrival: string | null }): CalendarDate | null => {
  if (open_from === null) return null;
  return first_arrival === null
    ? calendarDate(open_from)
    : earliest(calendarDate(open_from), calendarDate(first_arrival));
};

export const findBillingState = async (work: Work, policyId: string): Promise<FoundState | undefined> =>
  (await findBillingStates(work, [policyId])).get(policyId.toLowerCase());

type Owner = { id: string; organizationId: string; currency: string; version: number };
type Locked = BillingState & { isNew: boolean };

const locking = together<{ tx: Work; policy: Owner }, Locked>(
  ({ policy }) => policy.id,
  async (tx, asked) => {
    const policies = asked.map(({ policy }) => policy);
    const rows = await query<Row & { policy_id: string; is_new: boolean }>(
      tx,
      `insert into billing_account as a (policy_id, organization_id, currency, policy_version)
       select * from unnest($1::uuid[], $2::text[], $3::text[], $4::int[]) as p (id, organization_id, currency, version) order by id
       on conflict (policy_id) do update set policy_id = excluded.policy_id
       returning policy_id, currency, policy_version, open_from, xmax = 0 as is_new`,
      [
        policies.map(({ id }) => id),
        policies.map(({ organizationId }) => organizationId),
        policies.map(({ currency }) => currency),
        policies.map(({ version }) => version),
      ],
    );
    const byId = new Map(rows.map((row) => [row.policy_id, { ...toBillingState(row), isNew: row.is_new }]));
    return policies.map(({ id }) => byId.get(id)!);
  },
);

/** Makes or locks the policy's billing row; those of several in one transaction at once. */
export const lockBillingState = (tx: Work, policy: Owner): Promise<Locked> => locking({ tx, policy });

/** What is known of a policy once a derivation of it is stored. */
type Derivation = Pick<BillingState, 'policyVersion' | 'openFrom'> & {
  /** Whether nothing that it gives back waits for the next run of credits. */
  isLookedAt: boolean;
};

/** What notes which version of the policy was derived, and from where the next derivation looks. */
export const notingDerivation = (policyId: string, { policyVersion, openFrom, isLookedAt }: Derivation): Beside[] => [
  {
    text: `update billing_calendar as c set derived_version = coalesce(d.version, c.derived_version)
      from unnest($1::uuid[], $2::int[]) as d (policy_id, version) where c.policy_id = d.policy_id`,
    params: [[policyId], [isLookedAt ? policyVersion : null]],
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
