import { type Database, execute, instantFromSql, inTransaction, query, type Work } from '@staycover/db';
import type { Instant } from '@staycover/kernel';
import type { Counts } from './schedule.ts';

/** The right of one runner to run a schedule. Leases and waits are measured by the database's clock. */
export type Turn = { name: string; owner: string };

const LEASE_SECONDS = 30;
const FIRST_RETRY_SECONDS = 10;
const LONGEST_RETRY_SECONDS = 900;

/**
 * Takes the schedule's lease, unless another runner has it or a failed run has to wait. Returns the time that the
 * schedule has run for: `firstRanUntil` when it never has.
 */
export const takeTurn = (
  database: Database,
  { name, owner }: Turn,
  firstRanUntil: Instant,
): Promise<Instant | undefined> =>
  inTransaction(database, async (tx) => {
    await execute(tx, 'insert into schedule (name, ran_until) values ($1, $2) on conflict do nothing', [
      name,
      firstRanUntil.toString(),
    ]);
    const [row] = await query<{ ran_until: string }>(
      tx,
      `update schedule set owner = $2, lease_until = now() + make_interval(secs => $3)
       where name = $1 and coalesce(lease_until <= now(), true) and coalesce(retry_at <= now(), true) returning ran_until`,
      [name, owner, LEASE_SECONDS],
    );
    if (!row) return undefined;
    const orphans = `update schedule_run set outcome = 'ABANDONED' where schedule = $1 and outcome = 'RUNNING'`;
    await execute(tx, orphans, [name]);
    return instantFromSql(row.ran_until);
  });

/** Returns whether the lease is still ours, and longer now. */
export const keepTurn = (database: Database, { name, owner }: Turn): Promise<boolean> =>
  inTransaction(database, async (tx) => {
    const kept = await execute(
      tx,
      `update schedule set lease_until = now() + make_interval(secs => $3) where name = $1 and owner = $2 and lease_until > now()`,
      [name, owner, LEASE_SECONDS],
    );
    return kept > 0;
  });

export const endTurn = (database: Database, { name, owner }: Turn): Promise<number> =>
  inTransaction(database, (tx) =>
    execute(tx, 'update schedule set owner = null, lease_until = null where name = $1 and owner = $2', [name, owner]),
  );

export const beginRun = (database: Database, { name }: Turn, due: Instant, now: Instant): Promise<string> =>
  inTransaction(database, async (tx) => {
    const [row] = await query<{ id: string }>(
      tx,
      'insert into schedule_run (schedule, due_at, started_at) values ($1, $2, $3) returning id',
      [name, due.toString(), now.toString()],
    );
    return row!.id;
  });

/**
 * Records that the schedule has run for `due`.
 * @throws Error when another replica holds the lease by now: it will repeat the run.
 */
export const completeRun = (
  database: Database,
  { name, owner }: Turn,
  run: { id: string; due: Instant; now: Instant; counts: Counts },
): Promise<void> =>
  inTransaction(database, async (tx) => {
    const noted = await execute(
      tx,
      `update schedule set ran_until = $3, attempts = 0, retry_at = null where name = $1 and owner = $2 and lease_until > now()`,
      [name, owner, run.due.toString()],
    );
    if (noted === 0) throw new Error(`The lease of the schedule ${name} was lost.`);
    await finish(tx, run.id, 'COMPLETED', run.now, run.counts, null);
  });

/** Notes a failed run; the next attempt waits longer each time, at most 15 minutes. */
export const failRun = (
  database: Database,
  { name, owner }: Turn,
  run: { id: string; now: Instant; error: string },
): Promise<void> =>
  inTransaction(database, async (tx) => {
    await finish(tx, run.id, 'FAILED', run.now, {}, run.error);
    await execute(
      tx,
      `update schedule set attempts = attempts + 1,
         retry_at = now() + make_interval(secs => least($3 * 2 ^ least(attempts, 20), $4)) where name = $1 and owner = $2`,
      [name, owner, FIRST_RETRY_SECONDS, LONGEST_RETRY_SECONDS],
    );
  });

/** Notes a run that was stopped before its end; it starts again with the process. */
export const abandonRun = (database: Database, run: { id: string; now: Instant }): Promise<void> =>
  inTransaction(database, (tx) => finish(tx, run.id, 'ABANDONED', run.now, {}, null));

const finish = async (
  tx: Work,
  id: string,
  outcome: string,
  now: Instant,
  counts: Counts,
  error: string | null,
): Promise<void> => {
  await execute(
    tx,
    `update schedule_run set outcome = $2, finished_at = $3, counts = $4, error = $5 where id = $1 and outcome = 'RUNNING'`,
    [id, outcome, now.toString(), JSON.stringify(counts), error],
  );
};
