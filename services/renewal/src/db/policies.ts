import { projection, type Work } from '@staycover/change';
import { query, statesIn } from '@staycover/db';
import { type Actor, type CalendarDate, calendarDateIfAny, isId, visibleOrganizations } from '@staycover/kernel';
import type { Fill } from '@staycover/schedules';
import {
  livingStatuses,
  type RateChange,
  type RateVersion,
  type RenewablePolicy,
  renewingStatuses,
} from '../domain/policy.ts';
import { inOrganizations, organizationsToRead } from './organizations.ts';

const parts = {
  id: 'key',
  version: 'version',
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
  lossFundRatePerNight: 'value',
  planId: 'value',
  rateTable: 'value',
  ratesAhead: 'value',
  supportedStates: 'value',
  noticesStamped: 'value',
  currentRenewalId: 'value',
  cancelledFrom: 'value',
  handOverOn: 'value',
  renewalCount: 'value',
} as const;

/** The newest version of each policy. */
export const renewablePolicies = projection<RenewablePolicy>('renewable_policy', parts);

/** What JSON and SQL have no type for comes as text. */
type Printed<T> = T extends bigint | CalendarDate
  ? string
  : T extends readonly (infer Item)[]
    ? readonly Printed<Item>[]
    : T extends object
      ? { [Member in keyof T]: Printed<T[Member]> }
      : T;
type Row = Printed<RenewablePolicy>;

const rate = (digits: string | null) => (digits === null ? null : BigInt(digits));

const lossFund = (digits: string | null | undefined) =>
  digits === undefined ? {} : { lossFundRatePerNight: rate(digits) };

const toRateTable = (rows: readonly Printed<RateVersion>[]): RateVersion[] =>
  rows.map(({ lossFundRatePerNight, ...row }) => ({
    ...row,
    ...lossFund(lossFundRatePerNight),
    effectiveFrom: Temporal.PlainDate.from(row.effectiveFrom),
    ratePerNight: BigInt(row.ratePerNight),
  }));

const toRateChange = ({
  effectiveFrom,
  ratePerNight,
  lossFundRatePerNight,
  rateTable,
  ...row
}: Printed<RateChange>): RateChange => ({
  ...row,
  ...lossFund(lossFundRatePerNight),
  effectiveFrom: Temporal.PlainDate.from(effectiveFrom),
  ...(ratePerNight === undefined ? {} : { ratePerNight: rate(ratePerNight) }),
  ...(rateTable && { rateTable: toRateTable(rateTable) }),
});

const toPolicy = (row: Row): RenewablePolicy => ({
  ...row,
  termStart: Temporal.PlainDate.from(row.termStart),
  termEnd: Temporal.PlainDate.from(row.termEnd),
  ratePerNight: rate(row.ratePerNight),
  lossFundRatePerNight: rate(row.lossFundRatePerNight),
  cancelledFrom: calendarDateIfAny(row.cancelledFrom),
  handOverOn: calendarDateIfAny(row.handOverOn),
  rateTable: toRateTable(row.rateTable),
  ratesAhead: row.ratesAhead.map(toRateChange),
});

const members = Object.keys(parts);

/** All of a policy, under the names of its members. */
const select = (currentRenewal = 'p.current_renewal_id'): string =>
  renewablePolicies.columns
    .map((name, i) => `${name === 'current_renewal_id' ? currentRenewal : `p.${name}`} as "${members[i]}"`)
    .join(', ');

/** Policies that renew automatically and end by `last`, however long ago, for a run to process. */
export const renewingPolicies = (last: CalendarDate, of: Pick<Actor, 'organizations'>): Fill => ({
  select: `select id, organization_id, term_end as due from renewable_policy
    where auto_renew and status in ${statesIn(renewingStatuses)} and term_end <= $1::date
      and ($2::text[] is null or organization_id = any($2::text[]))`,
  params: [last.toString(), visibleOrganizations(of)],
});

/** The record of the coming term, else of the current term; the policy service may not have received the newest. */
const RECORD = `coalesce(
  (select r.id from renewal r where r.policy_id = p.id and r.new_term_start = p.term_end + 1 and r.status <> 'CANCELLED'),
  (select r.id from renewal r where r.policy_id = p.id and r.status = 'COMPLETED' order by new_term_start desc limit 1)
)::text`;

/** Where a page of policies starts: after this policy, in the order of term end and id. */
export type PolicyCursor = { termEnd: CalendarDate; policyId: string };

type Ends = { first: CalendarDate; last: CalendarDate };
type Asked = { organizationId?: string | undefined; after?: PolicyCursor | undefined; limit: number };

/** Active policies with a term that ends from `first` to `last`, with the state of their renewal. */
export const upcomingPolicies = async (
  work: Work,
  actor: Actor,
  { first, last }: Ends,
  { organizationId, after, limit }: Asked,
): Promise<RenewablePolicy[]> => {
  const params: unknown[] = [first.toString(), last.toString(), limit];
  const organization = inOrganizations(organizationsToRead(actor, organizationId), 'organization_id', params);
  const beyond =
    after &&
    `and (term_end, id) > ($${params.push(after.termEnd.toString())}::date, $${params.push(after.policyId)}::uuid)`;
  const rows = await query<Row>(
    work,
    `select ${select(RECORD)} from renewable_policy p
     where status in ${statesIn(livingStatuses)} and term_end between $1::date and $2::date
       ${organization} ${beyond ?? ''}
     order by term_end, id limit $3`,
    params,
  );
  return rows.map(toPolicy);
};

/** The policies that are known to have got their new term from one of the renewals, by its id. */
export const renewedAlready = async (
  tx: Work,
  renewalIds: readonly string[],
): Promise<Map<string, RenewablePolicy>> => {
  const rows = await query<Row>(
    tx,
    `select ${select()} from renewal r join renewable_policy p on p.id = r.policy_id
     where r.id = any($1::uuid[]) and p.current_renewal_id = r.id::text and p.term_start >= r.new_term_start`,
    [renewalIds],
  );
  return new Map(rows.map((row) => [row.currentRenewalId!, toPolicy(row)]));
};

/** The policy of a renewal, if it is known. In a transaction it is locked, and does not change before that ends. */
export const findPolicyToRenew = async (
  work: Work,
  actor: Actor,
  renewalId: string,
): Promise<RenewablePolicy | undefined> => {
  if (!isId(renewalId)) return undefined;
  const [row] = await query<Row>(
    work,
    `select ${select()} from renewal r join renewable_policy p on p.id = r.policy_id
     where r.id = $1 and ($2::text[] is null or p.organization_id = any($2::text[]))
     ${work.isTransaction ? 'for update of p' : ''}`,
    [renewalId, visibleOrganizations(actor)],
  );
  return row && toPolicy(row);
};

/** Policies, locked until the transaction ends. */
export const lockPolicies = async (tx: Work, ids: readonly string[]): Promise<RenewablePolicy[]> => {
  const text = `select ${select()} from renewable_policy p where p.id = any($1::uuid[]) order by p.id for update`;
  return (await query<Row>(tx, text, [ids])).map(toPolicy);
};

/** The references of policies that are known, by their id. */
export const policyReferences = async (work: Work, ids: readonly string[]): Promise<Map<string, string>> => {
  const text = 'select id, policy_reference as reference from renewable_policy where id = any($1::uuid[])';
  const rows = await query<{ id: string; reference: string }>(work, text, [ids]);
  return new Map(rows.map(({ id, reference }) => [id, reference]));
};

/** Policies by id. */
export const findPolicies = async (tx: Work, ids: readonly string[]): Promise<Map<string, RenewablePolicy>> => {
  const rows = await query<Row>(tx, `select ${select()} from renewable_policy p where p.id = any($1::uuid[])`, [ids]);
  return new Map(rows.map((row) => [row.id, toPolicy(row)]));
};
