import { ConcurrentChange, type Work } from '@staycover/change';
import { query, statesIn } from '@staycover/db';
import type { CalendarDate } from '@staycover/kernel';
import { ALL_POLICIES } from '../domain/election.ts';
import type { NamedNights, NamingChange } from '../domain/named-nights.ts';
import { liveStatuses, type Policy } from '../domain/policy.ts';
import { organizationLock } from './policies.ts';
import { namedNights } from './rows.ts';

type Owner = Pick<Policy, 'id' | 'organizationId'>;

/**
 * What a policy names of the nights from a day on. The organization is locked from then on.
 * @throws ConcurrentChange when another transaction has it locked: waiting for it here could be a deadlock.
 */
export const namedBy = async (tx: Work, { id, organizationId }: Owner, from: CalendarDate): Promise<NamedNights[]> => {
  const rows = await query<{ locked: boolean; named: object | null }>(tx, NAMED, [organizationId, id, from.toString()]);
  if (!rows[0]!.locked) throw new ConcurrentChange();
  return namedNights.read(
    tx,
    rows.flatMap(({ named }) => named ?? []),
  );
};

const NAMED = `select locked, to_json(n) as named
  from (select pg_try_advisory_xact_lock(${organizationLock('$1')}) as locked) as l
  left join named_nights as n on locked and n.policy_id = $2 and n.free_from > $3`;

/** Keeps what a policy names now, of all its properties. */
export const keepNamed = (tx: Work, { id, organizationId }: Owner, changes: readonly NamingChange[]): Promise<void> =>
  namedNights.exchange(
    tx,
    { policyId: id, organizationId },
    changes.flatMap(({ gone }) => gone),
    changes.flatMap(({ news }) => news),
  );

/** The other policies of an organization that may take, or have to leave, what one names: those with a broad election. */
export const policiesElectingBroadly = async (
  tx: Work,
  { id, organizationId }: Owner,
  productLines: readonly (string | null)[],
): Promise<string[]> => {
  const lines = [productLines.filter((line) => line !== null), productLines.includes(null)];
  const rows = await query<{ id: string }>(tx, BROAD, [organizationId, id, ...lines, ALL_POLICIES]);
  return rows.map((row) => row.id);
};

// The policies are found by the elections, not each asked for its own: an organization may have many.
const BROAD = `with electing as materialized (select distinct policy_id as id from coverage_election
    where organization_id = $1 and scope_type in ('ORGANIZATION', 'GROUP') and action = 'INCLUDE'),
  named as (select id from electing
    union select id from policy where organization_id = $1 and exists (select from electing where id = $5::uuid))
  select p.id from named join policy as p using (id) where p.organization_id = $1 and p.id <> $2 and bound_at is not null
    and status in ${statesIn(liveStatuses)}
    and (details ->> 'productLine' = any($3) or details ->> 'productLine' is null and $4)`;
