import type { Database } from '@staycover/db';

type Plan = { 'Actual Rows': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] };

const rowsOfPlan = ({ Plans = [], ...node }: Plan): number =>
  node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + Plans.reduce((sum, plan) => sum + rowsOfPlan(plan), 0);

/** How many rows the statements of `read` go through, those included that a filter leaves out. */
export const countRowsRead = async (
  database: Database,
  read: (explaining: Database) => Promise<unknown>,
): Promise<number> => {
  let count = 0;
  await read({
    ...database,
    run: async <Row>(text: string, params?: readonly unknown[]) => {
      const explained = `explain (analyze, format json) ${text}`;
      const { rows } = await database.run<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explained, params);
      count += rowsOfPlan(rows[0]!['QUERY PLAN'][0].Plan);
      return database.run<Row>(text, params);
    },
  });
  return count;
};
