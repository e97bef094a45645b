import { type Database, execute, instantFromSql, query } from '@staycover/db';
import type { Instant } from '@staycover/kernel';
import type { Counts } from './schedule.ts';

/** The right of one runner to run a schedule. Leases and waits are measured by the database's clock. */
export type Turn = { name: string; owner: string };

const LEASE_SECONDS = 30;
const FIRST_RETRY_SECONDS = 10;
const LONGEST_RETRY_SECONDS = 900;

/** What has run for a time further ahead than this ran by a clock that was wrong. */
const AHEAD_AT_MOST = { hours: 1 };

/** Whether a time is one that the clock showed only because it was wrong. */
export const isFarAhead = (time: Instant, now: Instant): boolean =>
  Temporal.Instant.compare(time, now.add(AHEAD_AT_MOST)) > 0;

/** Whether a time keeps others waiting, in SQL: one far ahead was set by a clock that was wrong. */
export const isHeld = (until: string): string =>
  `coalesce(${until} > now() and ${until} <= now() + interval '${AHEAD_AT_MOST.hours} hours', false)`;

type Occurrence = { due: Instant; previous: Instant; now: Instant };

/**
 * Takes the schedule's lease and begins the run of an occurrence, unless another runner has the lease or a failed run has
 * to wait. A schedule that never ran, or ran by a clock that was far ahead, counts as having run for the `previous` occurrence.
 * Returns the time that it has run for, and the id of the run; none when nothing is left to run.
 */
export const beginTurn = async (
  database: Database,
  { name, owner }: Turn,
  { due, previous, now }: Occurrence,
): Promise<{ ranUntil: Instant; runId: string | null } | undefined> => {
  const [row] = await query<{ ran_until: string; run_id: string | null }>(
    database,
    `with taken as (
       insert into schedule as known (name, ran_until, owner, lease_until)
       values ($1, $4, $2, now() + make_interval(secs => $3))
       on conflict (name) do update set owner = excluded.owner, lease_until = excluded.lease_until
       where (known.ran_until < $5 or known.ran_until > $7) and not ${isHeld('known.lease_until')} and not ${isHeld('known.retry_at')}
       returning ran_until
     ), orphans as (
       update schedule_run set outcome = 'ABANDONED'
       where schedule = $1 and outcome = 'RUNNING' and exists (select from taken)
     ), begun as (
       insert into schedule_run (schedule, due_at, started_at) select $1, $5, $6 from taken returning id
     )
     select ran_until, (select id from begun) as run_id from taken
     union all select ran_until, null from schedule where name = $1 and ran_until between $5 and $7`,
    [name, owner, LEASE_SECONDS, ...[previous, due, now, now.add(AHEAD_AT_MOST)].map(String)],
  );
  return row && { ranUntil: instantFromSql(row.ran_until), runId: row.run_id };
};

/** Returns whether the lease is still ours, and longer now. */
export const keepTurn = async (database: Database, { name, owner }: Turn): Promise<boolean> => {
  const kept = await execute(
    database,
    `update schedule set lease_until = now() + make_interval(secs => $3) where name = $1 and owner = $2 and lease_until > now()`,
    [name, owner, LEASE_SECONDS],
  );
  return kept > 0;
};

const FINISHED = `update schedule_run set outcome = $2, finished_at = $3, counts = $4, error = $5 where id = $1 and outcome = 'RUNNING'`;

/**
 * Records that the schedule has run for `due`, and gives the lease back.
 * @throws Error when another replica holds the lease by now: it will repeat the run.
 */
export const completeRun = async (
  database: Database,
  { name, owner }: Turn,
  { id, due, now, counts }: { id: string; due: Instant; now: Instant; counts: Counts },
): Promise<void> => {
  // The row of the run itself may be gone: it is kept for some time only.
  const noted = await query(
    database,
    `with noted as (
       update schedule set ran_until = $8, attempts = 0, retry_at = null, owner = null, lease_until = null
       where name = $6 and owner = $7 and lease_until > now() returning name
     ), finished as (${FINISHED} and exists (select from noted))
     select name from noted`,
    [id, 'COMPLETED', now.toString(), JSON.stringify(counts), null, name, owner, due.toString()],
  );
  if (noted.length === 0) throw new Error(`The lease of the schedule ${name} was lost.`);
};

/** Notes a failed run, and gives the lease back; the next attempt waits longer each time, at most 15 minutes. */
export const failRun = (
  database: Database,
  { name, owner }: Turn,
  { id, now, error }: { id: string; now: Instant; error: string },
): Promise<number> =>
  execute(
    database,
    `with failed as (
       update schedule set attempts = attempts + 1, owner = null, lease_until = null,
         retry_at = now() + make_interval(secs => least($8 * 2 ^ least(attempts, 20), $9)) where name = $6 and owner = $7
     ) ${FINISHED}`,
    [id, 'FAILED', now.toString(), '{}', error, name, owner, FIRST_RETRY_SECONDS, LONGEST_RETRY_SECONDS],
  );

/** Notes a run that was stopped before its end, and gives the lease back; it starts again with the process. */
export const abandonRun = (
  database: Database,
  { name, owner }: Turn,
  { id, now }: { id: string; now: Instant },
): Promise<number> =>
  execute(
    database,
    `with left_over as (update schedule set owner = null, lease_until = null where name = $6 and owner = $7) ${FINISHED}`,
    [id, 'ABANDONED', now.toString(), '{}', null, name, owner],
  );
