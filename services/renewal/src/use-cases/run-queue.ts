import { randomUUID } from 'node:crypto';
import { inTransaction, isDatabaseAway } from '@staycover/change';
import { interruptiblePause, openWaiters, type Waiters } from '@staycover/kernel';
import { acquireLease, LeaseLost, prolongLease, releaseLease } from '../db/lease.ts';
import { claimRun, hasOpenRun } from '../db/runs.ts';
import type { Run } from '../domain/run.ts';
import { type ExecuteDeps, executeRun } from './execute-run.ts';

/** Carries out queued runs one after the other. One replica at a time sees to it; all of them do the work. */
export type RunQueue = {
  wake(): void;
  isStopping(): boolean;
  /** Does some work with a pause that ends with a run. */
  withPause: Waiters['withPause'];
  stop(): Promise<void>;
};

const TICK_MS = 1_000;
const KEEP_MS = 10_000;

export const startRunQueue = (options: Omit<ExecuteDeps, 'lease' | 'signal'>): RunQueue => {
  const pause = interruptiblePause();
  const waiters = openWaiters();
  const lease = { name: 'runner', owner: randomUUID() };
  const stopping = new AbortController();
  const { signal } = stopping;
  const turn = queueTurns({ ...options, lease, signal }, waiters.wake);

  const running = (async () => {
    while (!signal.aborted) {
      await turn().catch((error: unknown) => {
        if (signal.aborted) return;
        options.logger.warn({ err: error }, 'the queue of renewal runs failed, it is tried again');
      });
      if (!signal.aborted) await pause.sleep(TICK_MS);
    }
  })();

  return {
    wake: pause.end,
    isStopping: () => signal.aborted,
    withPause: waiters.withPause,
    stop() {
      stopping.abort(new Error('The process stops.'));
      pause.end();
      waiters.wake();
      return running;
    },
  };
};

/** Each turn executes queued runs, unless another replica does. */
const queueTurns = (deps: ExecuteDeps, onEnd: () => void): (() => Promise<void>) => {
  const { database, lease } = deps;
  // That the database cannot be reached is not the run's fault.
  let wasUnavailable = false;

  const claim = (): Promise<Run | undefined> =>
    inTransaction(database, async (tx) => {
      await prolongLease(tx, lease);
      return claimRun(tx, !wasUnavailable);
    });

  return async () => {
    if (!(await hasOpenRun(database)) || !(await acquireLease(database, lease))) return;
    const kept = keepLease(deps);
    try {
      for (let run = await claim(); run; run = kept.signal.aborted ? undefined : await claim()) {
        wasUnavailable = false;
        await executeRun({ ...deps, signal: kept.signal }, run);
        onEnd();
      }
    } catch (error) {
      wasUnavailable = isDatabaseAway(error);
      throw error;
    } finally {
      kept.stop();
      await releaseLease(database, lease);
    }
  };
};

/** Prolongs the lease until it is stopped; the signal is aborted when another has it, and when the process stops. */
const keepLease = ({ database, lease, signal }: ExecuteDeps) => {
  const lost = new AbortController();
  const timer = setInterval(() => {
    prolongLease(database, lease).catch((error: unknown) => {
      if (error instanceof LeaseLost) lost.abort(error);
    });
  }, KEEP_MS);
  return { signal: AbortSignal.any([signal, lost.signal]), stop: () => clearInterval(timer) };
};
