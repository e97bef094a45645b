import { execute, instantFromSql, query, type Work } from '@staycover/db';
import { ALL_POLICIES, type KeptProperty } from '../domain/elect.ts';

/** A row of `property`, as it is read or as JSON. */
export type PropertyRow = {
  property_id: string;
  stated_at: string;
  property_reference_id: string | null;
  property_name: string | null;
  state: string | null;
  country: string | null;
  property_type: string | null;
  group_ids: string[];
};

export const propertyOfRow = (row: PropertyRow): KeptProperty => ({
  propertyId: row.property_id,
  statedAt: instantFromSql(row.stated_at),
  propertyReferenceId: row.property_reference_id,
  propertyName: row.property_name,
  state: row.state,
  country: row.country,
  propertyType: row.property_type,
  groupIds: row.group_ids,
});

/** An organization's properties of the given ids. */
export const propertiesNamed = async (
  tx: Work,
  organizationId: string,
  ids: readonly string[],
): Promise<KeptProperty[]> => {
  if (ids.length === 0) return [];
  const select = 'select * from property where organization_id = $1 and property_id = any($2)';
  return (await query<PropertyRow>(tx, select, [organizationId, ids])).map(propertyOfRow);
};

export const putProperties = async (
  tx: Work,
  organizationId: string,
  properties: readonly KeptProperty[],
): Promise<void> => {
  if (properties.length === 0) return;
  await execute(
    tx,
    `insert into property (organization_id, property_id, stated_at, property_reference_id, property_name, state,
       country, property_type, group_ids)
     select $1, * from unnest($2::text[], $3::timestamptz[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::jsonb[])
     on conflict (organization_id, property_id) do update set
       stated_at = excluded.stated_at, property_reference_id = excluded.property_reference_id,
       property_name = excluded.property_name, state = excluded.state, country = excluded.country,
       property_type = excluded.property_type, group_ids = excluded.group_ids`,
    [
      organizationId,
      properties.map(({ propertyId }) => propertyId),
      properties.map(({ statedAt }) => statedAt.toString()),
      properties.map(({ propertyReferenceId }) => propertyReferenceId),
      properties.map(({ propertyName }) => propertyName),
      properties.map(({ state }) => state),
      properties.map(({ country }) => country),
      properties.map(({ propertyType }) => propertyType),
      properties.map(({ groupIds }) => JSON.stringify(groupIds)),
    ],
  );
};

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
