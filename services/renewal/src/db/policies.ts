import { projection } from '@staycover/change';
import { query, type Tx } from '@staycover/db';
import type { Actor, CalendarDate } from '@staycover/kernel';
import type { Notice, PolicyStatus, RateVersion, RenewablePolicy } from '../domain/policy.ts';

type Row = {
  id: string;
  organization_id: string;
  contract_id: string | null;
  policy_reference: string;
  name: string;
  currency: string;
  status: PolicyStatus;
  auto_renew: boolean;
  term_start: string;
  term_end: string;
  rate_per_night: string | null;
  plan_id: string | null;
  rate_table: { version: number; planId: string | null; effectiveFrom: string; ratePerNight: string }[];
  supported_states: string[];
  notices_stamped: Notice[];
  current_renewal_id: string | null;
  renewal_count: number;
  version: number;
};

const date = (text: string): CalendarDate => Temporal.PlainDate.from(text);

const rateVersion = (row: Row['rate_table'][number]): RateVersion => ({
  version: row.version,
  planId: row.planId,
  effectiveFrom: date(row.effectiveFrom),
  ratePerNight: BigInt(row.ratePerNight),
});

const policyOf = (row: Row): RenewablePolicy => ({
  id: row.id,
  organizationId: row.organization_id,
  contractId: row.contract_id,
  policyReference: row.policy_reference,
  name: row.name,
  currency: row.currency,
  status: row.status,
  autoRenew: row.auto_renew,
  termStart: date(row.term_start),
  termEnd: date(row.term_end),
  ratePerNight: row.rate_per_night === null ? null : BigInt(row.rate_per_night),
  planId: row.plan_id,
  rateTable: row.rate_table.map(rateVersion),
  supportedStates: row.supported_states,
  noticesStamped: row.notices_stamped,
  currentRenewalId: row.current_renewal_id,
  renewalCount: row.renewal_count,
  version: row.version,
});

/** The newest version of each policy. */
export const renewablePolicies = projection<RenewablePolicy>('renewable_policy', {
  id: 'key',
  organizationId: 'value',
  contractId: 'value',
  policyReference: 'value',
  name: 'value',
  currency: 'value',
  status: 'value',
  autoRenew: 'value',
  termStart: 'value',
  termEnd: 'value',
  ratePerNight: 'value',
  planId: 'value',
  rateTable: 'value',
  supportedStates: 'value',
  noticesStamped: 'value',
  currentRenewalId: 'value',
  renewalCount: 'value',
  version: 'version',
});

const others = renewablePolicies.columns.filter((column) => column !== 'current_renewal_id');

/** Where a page of policies starts: after this policy, in the order of term end and id. */
export type PolicyCursor = { termEnd: CalendarDate; policyId: string };

export type PolicyPage = { organizations: readonly string[] | '*'; after?: PolicyCursor | undefined; limit: number };

type Ends = { first?: CalendarDate; last: CalendarDate };

const page = async (
  em: Tx,
  condition: string,
  { first, last }: Ends,
  { organizations, after, limit }: PolicyPage,
  currentRenewal = 'current_renewal_id',
) => {
  const rows = await query<Row>(
    em,
    `select ${others.join(', ')}, ${currentRenewal} as current_renewal_id from renewable_policy p where ${condition} and term_end <= $1
       and ($2::text[] is null or organization_id = any($2::text[]))
       and ($3::date is null or (term_end, id) > ($3::date, $4::uuid))
       and ($6::date is null or term_end >= $6::date)
     order by term_end, id limit $5`,
    [
      last.toString(),
      organizations === '*' ? null : [...organizations],
      after?.termEnd.toString() ?? null,
      after?.policyId ?? null,
      limit,
      first?.toString() ?? null,
    ],
  );
  return rows.map(policyOf);
};

/** Policies that renew of themselves and whose term ends by `last`, however long ago. */
export const renewingPolicies = (em: Tx, last: CalendarDate, options: PolicyPage): Promise<RenewablePolicy[]> =>
  page(em, `auto_renew and status in ('ACTIVE', 'SUSPENDED')`, { last }, options);

/** The record of the coming term, else the one that made this term; the policy service may not have heard of it yet. */
const RECORD = `coalesce(
  (select r.id from renewal r where r.policy_id = p.id and r.new_term_start = p.term_end + 1 and r.status <> 'CANCELLED'),
  (select r.id from renewal r where r.policy_id = p.id and r.status = 'COMPLETED' order by new_term_start desc limit 1)
)::text`;

/** Living policies whose term ends from `first` to `last`, with their renewal as its record stands. */
export const upcomingPolicies = (
  em: Tx,
  actor: Actor,
  ends: Required<Ends>,
  options: Omit<PolicyPage, 'organizations'>,
): Promise<RenewablePolicy[]> =>
  page(
    em,
    `status in ('ACTIVE', 'PENDING', 'SUSPENDED')`,
    ends,
    { ...options, organizations: actor.organizations },
    RECORD,
  );

/** The policies that are known to have got their new term from one of the renewals, by its id. */
export const renewedAlready = async (tx: Tx, renewalIds: readonly string[]): Promise<Map<string, RenewablePolicy>> => {
  const rows = await query<Row>(
    tx,
    `select p.* from renewal r join renewable_policy p on p.id = r.policy_id
     where r.id = any($1::uuid[]) and p.current_renewal_id = r.id::text and p.term_start >= r.new_term_start`,
    [[...renewalIds]],
  );
  return new Map(rows.map((row) => [row.current_renewal_id!, policyOf(row)]));
};

/** What is known of a policy. */
export const findPolicy = async (tx: Tx, id: string): Promise<RenewablePolicy | undefined> => {
  const [row] = await query<Row>(tx, 'select * from renewable_policy where id = $1', [id]);
  return row && policyOf(row);
};
