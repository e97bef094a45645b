import { type Counted, type Database, isAnyToMerge, mergeCounts } from '@staycover/db';
import type { Schedule } from '@staycover/schedules';

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
    for (const counted of tables) merged[counted.table] = await mergeCounts(database, counted);
    return merged;
  },
});
