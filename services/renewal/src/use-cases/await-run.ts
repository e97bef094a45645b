import { type Database, isDatabaseUnavailable } from '@staycover/change';
import type { Actor } from '@staycover/kernel';
import { getRun } from '../db/runs.ts';
import type { Run } from '../domain/run.ts';
import type { RunQueue } from './run-queue.ts';

const LONGEST_PAUSE_MS = 200;

type Waiting = { database: Database; queue: Pick<RunQueue, 'isStopping' | 'withPause'> };

/** The run when it has ended, or as it stands after `waitMs` or when the process stops. */
export const awaitRun = (
  { database, queue: { isStopping, withPause } }: Waiting,
  actor: Actor,
  jobId: string,
  waitMs: number,
): Promise<Run> =>
  withPause(async (pause) => {
    const deadline = performance.now() + waitMs;
    for (let ms = 10; ; ms = Math.min(ms * 2, LONGEST_PAUSE_MS)) {
      const isLast = () => performance.now() >= deadline || isStopping();
      pause.restart();
      try {
        const run = await getRun(database, actor, jobId);
        if (run.status !== 'RUNNING' || isLast()) return run;
      } catch (error) {
        // The run is queued: while its work keeps the database busy, the caller keeps waiting.
        if (!isDatabaseUnavailable(error) || isLast()) throw error;
      }
      await pause.sleep(Math.min(ms, Math.max(0, deadline - performance.now())));
    }
  });
