import { randomUUID } from 'node:crypto';
import { inTransaction, isDatabaseAway } from '@staycover/change';
import { interruptiblePause } from '@staycover/kernel';
import { acquireLease, prolongLease, releaseLease } from '../db/lease.ts';
import { type ClaimedRun, claimRun, hasQueuedRun } from '../db/runs.ts';
import { type ExecuteDeps, executeRun } from './execute-run.ts';

/** Executes queued runs one after the other, one replica at a time. */
export type RunQueue = { wake(): void; isStopping(): boolean; stop(): Promise<void> };

const TICK_MS = 1_000;

export const startRunQueue = (options: Omit<ExecuteDeps, 'lease' | 'isStopping'>): RunQueue => {
  const pause = interruptiblePause();
  const lease = { name: 'runner', owner: randomUUID() };
  let stopping = false;
  const isStopping = () => stopping;
  const turn = queueTurns({ ...options, lease, isStopping });

  const running = (async () => {
    while (!stopping) {
      await turn().catch((error: unknown) =>
        options.logger.warn({ err: error }, 'the queue of renewal runs failed, it is tried again'),
      );
      if (!stopping) await pause.sleep(TICK_MS);
    }
  })();

  return {
    wake: pause.end,
    isStopping,
    stop() {
      stopping = true;
      pause.end();
      return running;
    },
  };
};

/** Each turn executes what is queued, unless another replica does. */
const queueTurns = (deps: ExecuteDeps): (() => Promise<void>) => {
  const { database, lease, isStopping } = deps;
  // That the database cannot be reached is not the run's fault.
  let wasUnavailable = false;

  const claim = (): Promise<ClaimedRun | undefined> =>
    inTransaction(database, async (tx) => {
      await prolongLease(tx, lease);
      return claimRun(tx, !wasUnavailable);
    });

  return async () => {
    if (!(await hasQueuedRun(database)) || !(await acquireLease(lease, database))) return;
    try {
      for (let run = await claim(); run; run = isStopping() ? undefined : await claim()) {
        wasUnavailable = false;
        await executeRun(deps, run);
      }
    } catch (error) {
      wasUnavailable = isDatabaseAway(error);
      throw error;
    } finally {
      await releaseLease(lease, database);
    }
  };
};
