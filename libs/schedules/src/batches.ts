import { randomUUID } from 'node:crypto';
import { type Database, isDatabaseUnavailable } from '@staycover/db';
import { type Clock, type Instant, interruptiblePause, type NewId, oneAtATime, openWaiters } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import type { BatchWork } from './batch.ts';
import { type BatchRun, beginRun, type Fill, findRun, isAnyDue } from './queue.ts';
import type { Counts, Schedule } from './schedule.ts';
import { startWorker } from './worker.ts';

export type Batches = {
  /** Begins a run, unless one of that work is going on; all replicas take part in it. */
  begin(work: string, fill: Fill, id?: string): Promise<{ id: string; isNew: boolean }>;
  /** Whether a run of that work is going on, or a new one would have anything to do. */
  isAnyDue(work: string, fill: Fill): Promise<boolean>;
  clock: Clock;
  /**
   * Resolves to the run when it has ended; undefined when it ended so long ago that it was removed. Logs progress
   * meanwhile.
   * @throws unknown the reason of the signal.
   */
  ended(id: string, signal: AbortSignal): Promise<BatchRun | undefined>;
  /** Ends the batches under way, gives back the others. */
  stop(): Promise<void>;
};

export type BatchOptions = {
  database: Database;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  works: readonly BatchWork[];
  /** Batches that one replica works on at the same time. */
  workers?: number;
  /** How long items are a worker's that does not answer any more, in seconds. */
  leaseSeconds?: number;
  /** How often a replica looks for runs that others began, in ms. */
  tickMs?: number;
};

const WORKERS = 2;
const LEASE_SECONDS = 30;
const TICK_MS = 1_000;
const OTHERS_REST_MS = 5_000;
/** Batches of this replica end a pause; those of others are found after it. */
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [5, 500];
const LINE_EVERY_MS = 5_000;

/** The first worker looks for runs, and wakes the others when there is something to do. */
const startWorkers = (options: BatchOptions, onProgress: () => void, signal: AbortSignal) => {
  const { database, clock, logger, works, leaseSeconds = LEASE_SECONDS, tickMs = TICK_MS } = options;
  const pauses = Array.from({ length: options.workers ?? WORKERS }, interruptiblePause);
  return pauses.map((pause, i) => {
    const wakeOthers = (): void => pauses.filter((other) => other !== pause).forEach(({ end }) => void end());
    const restMs = i === 0 ? tickMs : OTHERS_REST_MS;
    const own = { owner: randomUUID(), pause, restMs, wakeOthers, onProgress };
    const worker = { database, clock, logger, works, leaseSeconds, tickMs, ...own };
    return { wake: pause.end, ended: startWorker(worker, signal) };
  });
};

/** Works on what runs of any replica have to do, a batch after the other. */
export const startBatches = (options: BatchOptions): Batches => {
  const { database, clock, newId, logger } = options;
  const stopping = new AbortController();
  const waiters = openWaiters();
  const workers = startWorkers(options, waiters.wake, stopping.signal);

  // One start of a work waits in the database until the other is through: here they need one connection only.
  const inTurn = oneAtATime();
  return {
    async begin(work, fill, id = newId()) {
      const begun = await inTurn(work, () => beginRun(database, { id, work, startedAt: clock() }, fill));
      for (const { wake } of workers) wake();
      return begun;
    },
    isAnyDue: (work, fill) => isAnyDue(database, work, fill),
    clock,
    ended(id, signal) {
      const either = AbortSignal.any([signal, stopping.signal]);
      let lineAt = performance.now() + LINE_EVERY_MS;
      return waiters.withPause(async (pause) => {
        for (let ms = SHORTEST_PAUSE_MS; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
          either.throwIfAborted();
          pause.restart();
          const run = await findRun(database, id).catch(unlessUnavailable);
          if (run !== 'unknown' && run?.status !== 'RUNNING') return run;
          if (run !== 'unknown' && performance.now() > lineAt) {
            logger.info(logFields(run), 'the run goes on');
            lineAt = performance.now() + LINE_EVERY_MS;
          }
          await pause.sleep(ms);
        }
      });
    },
    async stop() {
      stopping.abort(new Error('The process stops.'));
      waiters.wake();
      for (const { wake } of workers) wake();
      await Promise.all(workers.map(({ ended }) => ended));
    },
  };
};

/** While the database is away nothing is known of a run, which goes on. */
const unlessUnavailable = (error: unknown): 'unknown' => {
  if (!isDatabaseUnavailable(error)) throw error;
  return 'unknown';
};

const logFields = ({ id, work, items, done, failed, counts }: BatchRun) => ({
  runId: id,
  work,
  items,
  done,
  failed,
  ...counts,
});

type InBatches = {
  work: string;
  /** What is due by then. */
  fill: (now: Instant) => Fill;
  /** What the work counts, of nothing. */
  nothing?: Counts;
};

/** What a schedule that works in batches does. */
export const inBatches = (batches: Batches, options: InBatches): Required<Pick<Schedule, 'isAnyDue' | 'run'>> => ({
  isAnyDue: (at) => batches.isAnyDue(options.work, options.fill(at)),
  run: ({ signal }) => runInBatches(batches, options, signal),
});

/**
 * Does what is due now in batches of all replicas, after what an earlier run has left; returns what they counted. Without
 * anything to do no run begins.
 */
export const runInBatches = async (
  batches: Batches,
  { work, fill, nothing = {} }: InBatches,
  signal: AbortSignal,
): Promise<Counts> => {
  for (;;) {
    const due = fill(batches.clock());
    if (!(await batches.isAnyDue(work, due))) return { due: 0, ...nothing, failed: 0 };
    const { id, isNew } = await batches.begin(work, due);
    const run = await batches.ended(id, signal);
    if (isNew && run) return { due: run.items, ...nothing, ...run.counts, failed: run.failed };
  }
};
