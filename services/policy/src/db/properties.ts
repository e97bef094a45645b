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
  const rows = await query<{ id: string }>(
    tx,
    `select id from policy where organization_id = $1 and (
       id = any($2::uuid[]) or $4::uuid = any($2::uuid[]) or cardinality($3::text[]) > 0 and exists (
         select from coverage_election e where e.organization_id = $1 and e.policy_id in (policy.id, $4::uuid)
           and (e.scope_type <> 'PROPERTY' or e.scope_id = any($3))))
     order by id desc`,
    [organizationId, policyIds, propertyIds, ALL_POLICIES],
  );
  return rows.map(({ id }) => id);
};
