import { query, statesIn, type Work } from '@staycover/db';
import type { CalendarDate } from '@staycover/kernel';
import { ALL_POLICIES, type KeptElection } from '../domain/election.ts';
import { liveStatuses, type Policy } from '../domain/policy.ts';
import { elections } from './rows.ts';

type Owner = Pick<Policy, 'id' | 'organizationId'>;

/** Of whom elections elsewhere are looked for: groups, and properties by name. */
type About = { groups: readonly string[]; propertyIds: readonly string[] };

/**
 * Elections that may price the properties of a policy besides its own: those for all policies, and of others the broad ones
 * and those that name one of some properties. Only current ones with a rate or a plan, or for one of some groups.
 */
export const electionsBeside = (
  tx: Work,
  { id, organizationId }: Owner,
  { groups, propertyIds }: About,
  today: CalendarDate,
): Promise<KeptElection[]> =>
  elections.select(tx, BESIDE, [organizationId, id, ALL_POLICIES, groups, today.toString(), propertyIds]);

const BESIDE = `where t.organization_id = $1 and t.policy_id <> $2 and t.retired_on is null
  and (t.policy_id = $3 or t.scope_type <> 'PROPERTY' or t.scope_id in (select unnest($6::text[]))) and (t.effective_to is null or t.effective_to >= $5)
  and (t.plan_id is not null or t.rate_override_per_night is not null or t.scope_type = 'GROUP' and t.scope_id = any($4))
  and not exists (select from policy as p where p.id = t.policy_id and p.status in ('CANCELLED', 'SUPERSEDED'))`;

/** Those of some policies that give way, with their broad elections, where a policy that was ACTIVE once names a property. */
export const policiesGivingWay = async (tx: Work, { id }: Owner, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0 ? [] : (await query<{ id: string }>(tx, GIVING_WAY, [id, ids])).map((row) => row.id);

const GIVING_WAY = `select p.id from policy as p join policy as naming on naming.id = $1
  where p.id = any($2::uuid[]) and p.bound_at is not null and p.status in ${statesIn(liveStatuses)}
  and naming.bound_at is not null and p.details ->> 'productLine' is not distinct from naming.details ->> 'productLine'`;
