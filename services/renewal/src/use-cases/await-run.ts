import { type Database, isDatabaseUnavailable } from '@staycover/change';
import type { Actor } from '@staycover/kernel';
import { getRun } from '../db/runs.ts';
import type { Run } from '../domain/run.ts';
import type { RunQueue } from './run-queue.ts';

const LONGEST_PAUSE_MS = 200;

type Waiting = Pick<RunQueue, 'isStopping' | 'withPause'> & { database: Database };

/**
 * The run when it has ended, or as it stands after `waitMs` or when the process stops; while the database cannot be read, as it
 * was seen last, if it was: at first as `queued`.
 */
export const awaitRun = (
  { database, isStopping, withPause }: Waiting,
  actor: Actor,
  jobId: string,
  waitMs: number,
  queued?: Run,
): Promise<Run> =>
  withPause(async (pause) => {
    const deadline = performance.now() + waitMs;
    let seen = queued;
    for (let ms = 10; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
      const isLast = () => performance.now() >= deadline || isStopping();
      pause.restart();
      try {
        seen = await getRun(database, actor, jobId);
        if (seen.status !== 'RUNNING' || isLast()) return seen;
      } catch (error) {
        // The run is queued: while its work keeps the database busy, the caller keeps waiting. One that was refused at the
        // end would ask again, and get a second run.
        if (!isDatabaseUnavailable(error)) throw error;
        if (isLast()) {
          if (seen) return seen;
          throw error;
        }
      }
      await pause.sleep(Math.min(ms, Math.max(0, deadline - performance.now())));
    }
  });
