import { setTimeout as delay } from 'node:timers/promises';
import { type Database, isDatabaseUnavailable } from '@staycover/change';
import type { Actor } from '@staycover/kernel';
import { getRun } from '../db/runs.ts';
import type { Run } from '../domain/run.ts';

const LONGEST_PAUSE_MS = 200;

type Waiting = { database: Database; isStopping: () => boolean };

/** The run when it has ended, or as it stands after `waitMs` or when the process stops. */
export const awaitRun = async (
  { database, isStopping }: Waiting,
  actor: Actor,
  jobId: string,
  waitMs: number,
): Promise<Run> => {
  const deadline = performance.now() + waitMs;
  for (let pause = 10; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const isLast = () => performance.now() >= deadline || isStopping();
    try {
      const run = await getRun(database, actor, jobId);
      if (run.status !== 'RUNNING' || isLast()) return run;
    } catch (error) {
      // The run is queued: while its work keeps the database busy, the caller keeps waiting.
      if (!isDatabaseUnavailable(error) || isLast()) throw error;
    }
    await delay(Math.min(pause, Math.max(0, deadline - performance.now())));
  }
};
