import { query, type Work } from '@staycover/db';
import { ALL_POLICIES } from '../domain/election.ts';

/**
 * The organization's policies that a change touches, newest first: the named ones (`ALL_POLICIES` names all), and those
 * with an election that can reach one of the properties.
 */
export const policiesTouchedBy = async (
  tx: Work,
  organizationId: string,
  { policyIds, propertyIds }: { policyIds: readonly string[]; propertyIds: readonly string[] },
): Promise<string[]> => {
  if (policyIds.length + propertyIds.length === 0) return [];
  const rows = await query<{ id: string }>(tx, TOUCHED, [organizationId, policyIds, propertyIds, ALL_POLICIES]);
  return rows.map(({ id }) => id);
};

// The policies are found by the elections, not each asked for its own: an organization may have many.
const TOUCHED = `with named as (
    select unnest($2::uuid[]) as id
    union select policy_id from coverage_election where organization_id = $1 and cardinality($3::text[]) > 0
      and scope_type in ('ORGANIZATION', 'GROUP')
    union select policy_id from coverage_election where organization_id = $1 and scope_type = 'PROPERTY' and scope_id = any($3))
  select p.id from named join policy as p using (id) where p.organization_id = $1
  union select id from policy where organization_id = $1 and exists (select from named where id = $4::uuid)
  order by id desc`;
