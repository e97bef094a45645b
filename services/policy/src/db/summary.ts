import { type Database, query, whereGiven } from '@staycover/db';
import type { PolicyStatus } from '../domain/policy.ts';

/** How many policies of these organizations (null: of all) there are in each state. */
export const countPolicies = async (
  database: Database,
  organizations: string[] | null,
): Promise<{ status: PolicyStatus; count: number }[]> => {
  const { where, params } = whereGiven({ 'organization_id = any(?::text[])': organizations });
  const rows = await query<{ status: PolicyStatus; count: string }>(
    database,
    `select status, sum(counted) as count from policy_count ${where}
     group by status having sum(counted) <> 0 order by status`,
    params,
  );
  return rows.map(({ status, count }) => ({ status, count: Number(count) }));
};
