import { type Database, query } from '@staycover/db';
import type { PolicyStatus } from '../domain/policy.ts';

/** How many policies of these organizations (null: of all) there are in each state. */
export const countPolicies = async (
  database: Database,
  organizations: string[] | null,
): Promise<{ status: PolicyStatus; count: number }[]> => {
  const rows = await query<{ status: PolicyStatus; count: string }>(
    database,
    `select status, count(*) from policy ${organizations ? 'where organization_id = any($1::text[])' : ''}
     group by status order by status`,
    organizations ? [organizations] : [],
  );
  return rows.map(({ status, count }) => ({ status, count: Number(count) }));
};
