import type { Work } from '@staycover/change';
import { execute, instantFromSql, instantFromSqlIfAny, query } from '@staycover/db';
import { type Actor, type CalendarDate, DomainError, type Instant, isId } from '@staycover/kernel';
import type { Run, RunCounts, RunStatus } from '../domain/run.ts';
import { countByStatus } from './renewals.ts';

type Row = {
  job_id: string;
  as_of: string;
  dry_run: boolean;
  organizations: string[] | null;
  requested_by: string;
  status: RunStatus;
  due: number;
  completed: number;
  manual_review: number;
  failed: number;
  skipped: number;
  decided: boolean;
  attempts: number;
  started_at: string;
  finished_at: string | null;
};

const toRun = (row: Row): Run => ({
  jobId: row.job_id,
  asOf: Temporal.PlainDate.from(row.as_of),
  dryRun: row.dry_run,
  organizations: row.organizations ?? '*',
  requestedBy: row.requested_by,
  status: row.status,
  counts: {
    due: row.due,
    completed: row.completed,
    manualReview: row.manual_review,
    failed: row.failed,
    skipped: row.skipped,
  },
  decided: row.decided,
  attempts: row.attempts,
  startedAt: instantFromSql(row.started_at),
  finishedAt: instantFromSqlIfAny(row.finished_at),
});

export type NewRun = Pick<Run, 'jobId' | 'asOf' | 'dryRun' | 'organizations' | 'requestedBy' | 'startedAt'> & {
  /** The day of a daily run; there is one run a day. */
  dailyFor?: CalendarDate;
};

/** Queues a run; returns whether there was none for that day yet. */
export const addRun = async (work: Work, run: NewRun): Promise<boolean> => {
  const added = await execute(
    work,
    `insert into renewal_run (job_id, as_of, dry_run, organizations, requested_by, daily_for, status, started_at)
     values ($1, $2, $3, $4, $5, $6, 'RUNNING', $7) on conflict (daily_for) do nothing`,
    [
      run.jobId,
      run.asOf.toString(),
      run.dryRun,
      run.organizations === '*' ? null : JSON.stringify(run.organizations),
      run.requestedBy,
      run.dailyFor?.toString() ?? null,
      run.startedAt.toString(),
    ],
  );
  return added > 0;
};

/** Takes the day from its run if that failed: another one may be the day's. */
export const freeDayOfFailed = (work: Work, day: CalendarDate): Promise<number> =>
  execute(work, `update renewal_run set daily_for = null where daily_for = $1 and status = 'FAILED'`, [day.toString()]);

/** The id of a day's run, which there is. */
export const findDailyRun = async (work: Work, day: CalendarDate): Promise<string> => {
  const [row] = await query<{ job_id: string }>(work, 'select job_id from renewal_run where daily_for = $1', [
    day.toString(),
  ]);
  return row!.job_id;
};

/** How many runs of one of the organizations have not ended, at most. Until the transaction ends, no other is counted or added. */
export const countOpenRuns = async (tx: Work, organizations: readonly string[]): Promise<number> => {
  await query(tx, `select pg_advisory_xact_lock(hashtextextended('open renewal runs', 0))`);
  const [row] = await query<{ open: number }>(
    tx,
    `select coalesce(max(runs), 0)::int as open from
       (select count(*) as runs from renewal_run, jsonb_array_elements_text(organizations) as organization
        where status = 'RUNNING' and jsonb_typeof(organizations) = 'array' and organization = any($1::text[])
        group by organization) as each`,
    [organizations],
  );
  return row!.open;
};

export const hasOpenRun = async (work: Work): Promise<boolean> =>
  (await query(work, `select 1 from renewal_run where status = 'RUNNING' limit 1`)).length > 0;

/** The next run that has not ended, counted as another attempt or not; the caller holds the lease. */
export const claimRun = async (work: Work, isAttempt: boolean): Promise<Run | undefined> => {
  const [row] = await query<Row>(
    work,
    `update renewal_run set attempts = attempts + $1 where job_id =
       (select job_id from renewal_run where status = 'RUNNING'
        order by daily_for is null, position limit 1) returning *`,
    [isAttempt ? 1 : 0],
  );
  return row && toRun(row);
};

/** Adds decisions about policies to the counts of the run. */
export const addCounts = (work: Work, jobId: string, counts: RunCounts): Promise<number> =>
  execute(
    work,
    `update renewal_run set due = due + $2, completed = completed + $3, manual_review = manual_review + $4,
       failed = failed + $5, skipped = skipped + $6, attempts = 1
     where job_id = $1`,
    [jobId, counts.due, counts.completed, counts.manualReview, counts.failed, counts.skipped],
  );

/** Every policy has been decided on; answers may be outstanding. */
export const markDecided = (work: Work, jobId: string): Promise<number> =>
  execute(work, 'update renewal_run set decided = true where job_id = $1', [jobId]);

/** Ends a run with its final counts. */
export const finishRun = (
  work: Work,
  jobId: string,
  end: { status: RunStatus; counts: RunCounts; now: Instant },
): Promise<number> =>
  execute(
    work,
    `update renewal_run set status = $2, due = $3, completed = $4, failed = $5, skipped = $6, finished_at = $7
     where job_id = $1 and status = 'RUNNING'`,
    [
      jobId,
      end.status,
      end.counts.due,
      end.counts.completed,
      end.counts.failed,
      end.counts.skipped,
      end.now.toString(),
    ],
  );

/**
 * A run with the answers that have come in so far and the policies that it gave up on, and how many have not been answered;
 * undefined for an unknown id.
 */
export const loadRun = async (work: Work, jobId: string): Promise<{ run: Run; unanswered: number } | undefined> => {
  const [row] = await query<Row & { given_up: number }>(
    work,
    `select r.*, coalesce(b.failed, 0) as given_up
     from renewal_run as r left join batch_run as b on b.id = r.job_id where r.job_id = $1`,
    [jobId],
  );
  if (!row) return undefined;
  const run = toRun(row);
  if (run.status !== 'RUNNING') return { run, unanswered: 0 };
  const { COMPLETED = 0, FAILED = 0, PROCESSING = 0, ...ended } = run.dryRun ? {} : await countByStatus(work, jobId);
  const { due, completed, failed, skipped } = run.counts;
  const counts = {
    ...run.counts,
    due: due + row.given_up,
    completed: completed + COMPLETED,
    failed: failed + FAILED + row.given_up,
    // Refused for their policies, which they follow.
    skipped: Object.values(ended).reduce((sum, count) => sum + count, skipped),
  };
  return { run: { ...run, counts }, unanswered: PROCESSING };
};

/** A run; undefined when it has ended. */
export const findOpenRun = async (work: Work, jobId: string): Promise<Run | undefined> => {
  const [row] = await query<Row>(work, `select * from renewal_run where job_id = $1 and status = 'RUNNING'`, [jobId]);
  return row && toRun(row);
};

/**
 * A run as its organizations' callers see it.
 * @throws DomainError `not-found` for an unknown, malformed or foreign id.
 */
export const getRun = async (work: Work, actor: Actor, jobId: string): Promise<Run> => {
  const loaded = isId(jobId) ? await loadRun(work, jobId) : undefined;
  if (!loaded || !covers(actor.organizations, loaded.run.organizations)) throw DomainError.notFound('run', jobId);
  return loaded.run;
};

const covers = (own: Actor['organizations'], wanted: Run['organizations']): boolean =>
  own === '*' || (wanted !== '*' && wanted.every((organization) => own.includes(organization)));
