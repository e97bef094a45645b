import { type Database, execute } from '@staycover/db';
import type { Schedule } from '@staycover/schedules';

const BATCH = 1_000;

/** Ages are measured by the database's clock, which wrote the times. The streams keep events for 30 days. */
const leftovers: Record<string, string> = {
  outbox: `delete from outbox where id in
    (select id from outbox where published_at < now() - interval '30 days' order by published_at limit ${BATCH})`,
  inbox: `delete from inbox where (consumer, event_key) in
    (select consumer, event_key from inbox where processed_at < now() - interval '45 days' order by processed_at limit ${BATCH})`,
  idempotencyKeys: `delete from idempotency_key where (organization_id, route, key) in
    (select organization_id, route, key from idempotency_key where created_at < now() - interval '7 days' order by created_at limit ${BATCH})`,
  scheduleRuns: `delete from schedule_run where id in
    (select id from schedule_run where started_at < now() - interval '90 days' order by id limit ${BATCH})`,
};

/** Deletes what every service keeps only for a while, in small transactions. */
export const cleanup = (database: Database): Schedule => ({
  name: 'cleanup',
  cron: '0 3 * * *',
  async run({ signal }) {
    const counts: Record<string, number> = {};
    for (const [name, statement] of Object.entries(leftovers))
      counts[name] = await deleteAll(database, statement, signal);
    return counts;
  },
});

const deleteAll = async (database: Database, statement: string, signal: AbortSignal): Promise<number> => {
  for (let total = 0; ; ) {
    signal.throwIfAborted();
    const deleted = await database.transaction((tx) => execute(tx, statement));
    total += deleted;
    if (deleted < BATCH) return total;
  }
};
