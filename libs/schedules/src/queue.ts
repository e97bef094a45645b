import {
  ConcurrentChange,
  type Database,
  execute,
  instantFromSql,
  instantFromSqlIfAny,
  inTransaction,
  query,
  type Work,
} from '@staycover/db';
import type { Instant } from '@staycover/kernel';
import type { Counts } from './schedule.ts';
import { isHeld } from './turns.ts';

/** How much of some work is done: all replicas add to it. */
export type BatchRun = {
  id: string;
  work: string;
  status: 'RUNNING' | 'COMPLETED';
  /** How many items it has, how many of them have been dealt with, and how many of these were given up. */
  items: number;
  done: number;
  failed: number;
  /** What else the work counts, by name. */
  counts: Counts;
  startedAt: Instant;
  finishedAt: Instant | null;
};

/** What is to be done: a constant select of `id` (uuid), `organization_id` and `due`, by which the oldest come first. */
export type Fill = { select: string; params: readonly unknown[] };

/**
 * Whether a run of a work is going on, or anything is due. The limit has the planner ask for the oldest: for a bare `exists` it
 * expects one soon wherever it looks, and reads all of a table in which nothing is due.
 */
export const isAnyDue = async (work: Work, name: string, { select, params }: Fill): Promise<boolean> => {
  const [row] = await query<{ due: boolean }>(
    work,
    `select exists (select from batch_run where work = $${params.length + 1} and status = 'RUNNING') or exists (select from (${select} order by due limit 1) as oldest) as due`,
    [...params, name],
  );
  return row!.due;
};

export type NewRun = Pick<BatchRun, 'id' | 'work' | 'startedAt'>;

export type Item = { id: string; organizationId: string; attempts: number };

/** Items of a run that one worker has until its lease runs out. */
export type Claim = { runId: string; owner: string; leaseSeconds: number };

type Row = Omit<BatchRun, 'startedAt' | 'finishedAt'> & { started_at: string; finished_at: string | null };

const COLUMNS = 'id, work, status, items, done, failed, counts, started_at, finished_at';

const toRun = ({ started_at, finished_at, ...run }: Row): BatchRun => ({
  ...run,
  startedAt: instantFromSql(started_at),
  finishedAt: instantFromSqlIfAny(finished_at),
});

/** Filling takes as long as there are items; nothing waits for it. */
const FILL_MS = 300_000;

/**
 * Begins a run with the due items; at most one run of each work is active. Returns its id, or that of the active run.
 * Items carry a turn within their organization, so that organizations alternate.
 */
export const beginRun = (
  database: Database,
  { id, work, startedAt }: NewRun,
  { select, params }: Fill,
): Promise<{ id: string; isNew: boolean }> => {
  const fill = async (tx: Work) => {
    const begun = await execute(
      tx,
      'insert into batch_run (id, work, items, started_at) values ($1, $2, 0, $3) on conflict do nothing',
      [id, work, startedAt.toString()],
    );
    if (begun === 0) {
      const known = (await openRun(tx, work)) ?? (await findRun(tx, id));
      if (!known) throw new ConcurrentChange('The run that was going on has ended.');
      return { id: known.id, isNew: false };
    }
    const items = await execute(
      tx,
      `insert into batch_item (run_id, item_id, organization_id, turn)
       select $${params.length + 1}::uuid, id, organization_id,
         row_number() over (partition by organization_id order by due, id) from (${select}) as due_item`,
      [...params, id],
    );
    await execute(tx, `update batch_run set items = $2 where id = $1`, [id, items]);
    if (items === 0) await endRun(tx, id, startedAt);
    return { id, isNew: true };
  };
  return inTransaction(database, fill, { statementMs: FILL_MS });
};

const openRun = async (work: Work, name: string): Promise<{ id: string } | undefined> => {
  const [row] = await query<{ id: string }>(work, `select id from batch_run where work = $1 and status = 'RUNNING'`, [
    name,
  ]);
  return row;
};

/** The runs of some works that have not ended, the oldest first. */
export const openRuns = async (
  work: Work,
  works: readonly string[],
): Promise<Pick<BatchRun, 'id' | 'work' | 'startedAt'>[]> => {
  const rows = await query<Row>(
    work,
    `select id, work, started_at from batch_run where status = 'RUNNING' and work = any($1::text[]) order by started_at`,
    [works],
  );
  return rows.map(({ id, work: name, started_at }) => ({ id, work: name, startedAt: instantFromSql(started_at) }));
};

/** A run as it stands; undefined for an unknown id. */
export const findRun = async (work: Work, id: string): Promise<BatchRun | undefined> => {
  const [row] = await query<Row>(work, `select ${COLUMNS} from batch_run where id = $1`, [id]);
  return row && toRun(row);
};

/** The newest runs, the newest first. */
export const listRuns = async (work: Work, limit: number): Promise<BatchRun[]> =>
  (await query<Row>(work, `select ${COLUMNS} from batch_run order by id desc limit $1`, [limit])).map(toRun);

// While others wait, an organization gets at most a quarter of each claim.
const CLAIM = `with next as materialized (
    select item_id, organization_id, turn from batch_item
    where run_id = $1 and not ${isHeld('claimed_until')}
    order by turn, item_id limit $2 for update skip locked),
  ranked as (
    select item_id, row_number() over (partition by organization_id order by turn, item_id) as n,
      min(organization_id) over () = max(organization_id) over () as is_only from next)
  update batch_item as b set owner = $3, claimed_until = now() + make_interval(secs => $4), attempts = attempts + 1
  from ranked as r where b.run_id = $1 and b.item_id = r.item_id and (r.is_only or r.n <= ceil($2::int / 4.0))
  returning b.item_id as id, b.organization_id, b.attempts`;

/** Claims free items: organizations take turns, the oldest first. */
export const claimItems = async (work: Work, { runId, owner, leaseSeconds }: Claim, limit: number): Promise<Item[]> => {
  type Claimed = { id: string; organization_id: string; attempts: number };
  const rows = await query<Claimed>(work, CLAIM, [runId, limit, owner, leaseSeconds]);
  return rows.map(({ id, organization_id, attempts }) => ({ id, organizationId: organization_id, attempts }));
};

/** Prolongs a claim that is still held. */
export const keepItems = (work: Work, { runId, owner, leaseSeconds }: Claim, ids: readonly string[]): Promise<number> =>
  execute(
    work,
    `update batch_item set claimed_until = now() + make_interval(secs => $4)
     where run_id = $1 and item_id = any($2::uuid[]) and owner = $3`,
    [runId, ids, owner, leaseSeconds],
  );

/** Returns items that were not processed, without counting an attempt. */
export const releaseItems = (work: Work, { runId, owner }: Claim, ids: readonly string[]): Promise<number> =>
  execute(
    work,
    `update batch_item set owner = null, claimed_until = null, attempts = attempts - 1
     where run_id = $1 and item_id = any($2::uuid[]) and owner = $3`,
    [runId, ids, owner],
  );

/** The claim expired and another worker has the items: their results must not be stored. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/**
 * Removes items from the queue, in the transaction that stores their results.
 * @throws ClaimLost when another worker has claimed them.
 */
export const takeItems = async (tx: Work, { runId, owner }: Claim, ids: readonly string[]): Promise<void> => {
  const taken = await execute(
    tx,
    'delete from batch_item where run_id = $1 and item_id = any($2::uuid[]) and owner = $3',
    [runId, ids, owner],
  );
  if (taken < ids.length) throw new ClaimLost(`Items of the run ${runId} are another worker's.`);
};

type Progress = { done: number; failed: number; counts: Counts; now: Instant };

/** Adds progress to a run; the run ends with its last item. */
export const addProgress = async (tx: Work, runId: string, { done, failed, counts, now }: Progress): Promise<void> => {
  await execute(
    tx,
    `update batch_run set done = done + $2, failed = failed + $3, counts = (
       select coalesce(jsonb_object_agg(key, n), '{}') from (
         select key, sum(value::bigint) as n
         from (select * from jsonb_each_text(counts) union all select * from jsonb_each_text($4::jsonb)) as tallied
         group by key) as added)
     where id = $1`,
    [runId, done, failed, JSON.stringify(counts)],
  );
  await endRun(tx, runId, now);
};

const endRun = (tx: Work, id: string, now: Instant): Promise<number> =>
  execute(
    tx,
    `update batch_run set status = 'COMPLETED', finished_at = $2 where id = $1 and status = 'RUNNING' and done = items`,
    [id, now.toString()],
  );
