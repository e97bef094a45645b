import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Database, isDatabaseUnavailable } from '@staycover/db';
import { type Clock, interruptiblePause, type NewId } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import type { BatchWork } from './batch.ts';
import { type BatchRun, beginRun, type Fill, findRun, isAnyDue } from './queue.ts';
import type { Counts, Schedule } from './schedule.ts';
import { startWorker } from './worker.ts';

export type Batches = {
  /** Begins a run, unless one of that work is going on; all replicas take part in it. */
  begin(work: string, fill: Fill, id?: string): Promise<{ id: string; isNew: boolean }>;
  /** Whether a run of that would have anything to do. */
  isAnyDue(fill: Fill): Promise<boolean>;
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
const LONGEST_PAUSE_MS = 500;
const LINE_EVERY_MS = 5_000;

/** Works on what runs of any replica have to do, a batch after the other. */
export const startBatches = (options: BatchOptions): Batches => {
  const { database, clock, newId, logger, works, leaseSeconds = LEASE_SECONDS, tickMs = TICK_MS } = options;
  const stopping = new AbortController();
  const pauses = Array.from({ length: options.workers ?? WORKERS }, interruptiblePause);
  // The first worker looks for runs, and wakes the others when there is something to do.
  const workers = pauses.map((pause, i) => {
    const restMs = i === 0 ? tickMs : OTHERS_REST_MS;
    const wakeOthers = (): void => pauses.filter((other) => other !== pause).forEach(({ end }) => void end());
    const worker = {
      database,
      clock,
      logger,
      works,
      leaseSeconds,
      restMs,
      tickMs,
      pause,
      wakeOthers,
      owner: randomUUID(),
    };
    return { wake: pause.end, ended: startWorker(worker, stopping.signal) };
  });

  // One start of a work waits in the database until the other is through: here they need one connection only.
  const beginning = new Map<string, Promise<unknown>>();
  return {
    async begin(work, fill, id = newId()) {
      const earlier = beginning.get(work) ?? Promise.resolve();
      const beginsNow = earlier.then(() => beginRun(database, { id, work, startedAt: clock() }, fill));
      beginning.set(
        work,
        beginsNow.catch(() => undefined),
      );
      const begun = await beginsNow;
      for (const { wake } of workers) wake();
      return begun;
    },
    isAnyDue: (fill) => isAnyDue(database, fill),
    async ended(id, signal) {
      const either = AbortSignal.any([signal, stopping.signal]);
      let lineAt = performance.now() + LINE_EVERY_MS;
      for (let pause = 5; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        either.throwIfAborted();
        const run = await findRun(database, id).catch(unlessUnavailable);
        if (run !== 'unknown' && run?.status !== 'RUNNING') return run;
        if (run !== 'unknown' && performance.now() > lineAt) {
          logger.info(lineOf(run), 'the run goes on');
          lineAt = performance.now() + LINE_EVERY_MS;
        }
        await delay(pause);
      }
    },
    async stop() {
      stopping.abort(new Error('The process stops.'));
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

const lineOf = ({ id, work, items, done, failed, counts }: BatchRun) => ({
  runId: id,
  work,
  items,
  done,
  failed,
  ...counts,
});

export type InBatches = {
  work: string;
  /** What is due by now. */
  fill: () => Fill;
  /** What the work counts, of nothing. */
  nothing?: Counts;
};

/** The run of a schedule that works in batches: the due items, after those that an earlier run has left. */
export const inBatches =
  (batches: Batches, options: InBatches): Schedule['run'] =>
  ({ signal }) =>
    runInBatches(batches, options, signal);

/** Does what is due now in batches of all replicas; returns what they counted. */
const runInBatches = async (
  batches: Batches,
  { work, fill, nothing = {} }: InBatches,
  signal: AbortSignal,
): Promise<Counts> => {
  for (;;) {
    const { id, isNew } = await batches.begin(work, fill());
    const run = await batches.ended(id, signal);
    if (isNew && run) return { due: run.items, ...nothing, ...run.counts, failed: run.failed };
  }
};

/** The same for a work that is looked for often: begins no run when nothing is due, and counts nothing then. */
export const runIfAnyDue = async (
  batches: Batches,
  { work, fill }: { work: string; fill: Fill },
  signal: AbortSignal,
): Promise<Counts> => ((await batches.isAnyDue(fill)) ? runInBatches(batches, { work, fill: () => fill }, signal) : {});
