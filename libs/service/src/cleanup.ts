import { type Database, execute, inTransaction } from '@staycover/db';
import type { Schedule } from '@staycover/schedules';

const BATCH = 1_000;

/** Rows of a table that are kept for a while only. Names and conditions are part of the code, never data. */
export type Leftover = {
  table: string;
  /** The time that they are kept from. */
  since: string;
  days: number;
  /** What else must hold of a row that goes. */
  where?: string;
};

/** An open dead letter may be replayed as long as it is there: what was processed meanwhile must still be known then. */
const WITHOUT_LETTER = `not exists (select from dead_letter as letter where letter.resolved_at is null
  and letter.consumer = inbox.consumer and letter.event_key = inbox.event_key)`;

/**
 * An outbox keeps events for 30 days, and the stream, to which they may be republished, for 30 more: deduplication
 * records are kept longer than both.
 */
const ofEveryService = (deadLetterDays: number): readonly Leftover[] => [
  { table: 'outbox', since: 'published_at', days: 30 },
  { table: 'inbox', since: 'processed_at', days: 61, where: WITHOUT_LETTER },
  { table: 'handler_start', since: 'last_start', days: 61 },
  { table: 'dead_letter', since: 'created_at', days: deadLetterDays },
  { table: 'idempotency_key', since: 'created_at', days: 7 },
  { table: 'schedule_run', since: 'started_at', days: 90 },
  { table: 'batch_run', since: 'finished_at', days: 90 },
];

type CleanupOptions = { database: Database; deadLetterDays: number; leftovers?: readonly Leftover[] };

/** Deletes what a service keeps only for a while, in small transactions. */
export const cleanup = ({ database, deadLetterDays, leftovers = [] }: CleanupOptions): Schedule => ({
  name: 'cleanup',
  cron: '0 3 * * *',
  byWallClock: true,
  async run({ signal }) {
    const counts: Record<string, number> = {};
    for (const leftover of [...ofEveryService(deadLetterDays), ...leftovers])
      counts[leftover.table] = (counts[leftover.table] ?? 0) + (await deleteAll(database, leftover, signal));
    return counts;
  },
});

/** Ages are measured by the database's clock, which wrote most of the times. */
const statement = ({ table, since, days, where = 'true' }: Leftover): string =>
  `delete from ${table} where ctid = any (array(
     select ctid from ${table} where ${since} < now() - interval '${days} days' and ${where} order by ${since} limit ${BATCH}))`;

const deleteAll = async (database: Database, leftover: Leftover, signal: AbortSignal): Promise<number> => {
  const sql = statement(leftover);
  for (let total = 0; ; ) {
    signal.throwIfAborted();
    // In a transaction, which names the schedule in the audit.
    const deleted = await inTransaction(database, (tx) => execute(tx, sql));
    total += deleted;
    if (deleted < BATCH) return total;
  }
};
