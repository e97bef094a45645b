import { type Counted, type Database, inTransaction, isAnyToMerge, mergeCounts } from '@staycover/db';
import type { Schedule } from '@staycover/schedules';

/** After a crowd of changes there is more to merge than a statement of a request may take. */
const MERGE_WITHIN_MS = 30_000;

/** Keeps the counts of tables short. */
export const mergingCounts = (database: Database, tables: readonly Counted[]): Schedule => ({
  name: 'counts',
  cron: '*/5 * * * *',
  byWallClock: true,
  async isAnyDue() {
    for (const counted of tables) if (await isAnyToMerge(database, counted)) return true;
    return false;
  },
  async run() {
    const merged: Record<string, number> = {};
    for (const counted of tables)
      merged[counted.table] = await inTransaction(database, (tx) => mergeCounts(tx, counted), {
        statementMs: MERGE_WITHIN_MS,
      });
    return merged;
  },
});
