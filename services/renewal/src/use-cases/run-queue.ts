import { randomUUID } from 'node:crypto';
import { isDatabaseUnavailable } from '@staycover/db';
import type { Platform } from '@staycover/service';
import { acquireLease, prolongLease, releaseLease } from '../db/lease.ts';
import { claimRun, hasQueuedRun } from '../db/runs.ts';
import type { RenewalRules } from '../domain/rules.ts';
import { type ExecuteDeps, executeRun } from '../use-cases/execute-run.ts';
import { every } from './every.ts';

export type RunnerOptions = {
  rules: RenewalRules;
  pageSize: number;
  answerTimeoutMs: number;
};

/** Executes queued runs one after the other, one replica at a time. */
export type Runner = { wake(): void; isStopping(): boolean; stop(): Promise<void> };

const TICK_MS = 1_000;

export const startRunner = (platform: Platform, options: RunnerOptions): Runner => {
  const { database, logger } = platform;
  const lease = { name: 'runner', owner: randomUUID() };
  let stopping = false;
  const deps: ExecuteDeps = { ...platform, ...options, lease, isStopping: () => stopping };

  // That the database cannot be reached is not the run's fault.
  let wasUnavailable = false;

  const claim = () =>
    database.transaction(async (tx) => {
      await prolongLease(tx, lease);
      return claimRun(tx, !wasUnavailable);
    });

  const executeQueue = async (): Promise<void> => {
    if (!(await database.read(hasQueuedRun)) || !(await acquireLease(lease, database))) return;
    try {
      for (let run = await claim(); run; run = stopping ? undefined : await claim()) {
        wasUnavailable = false;
        await executeRun(deps, run);
      }
    } catch (error) {
      wasUnavailable = isDatabaseUnavailable(error);
      throw error;
    } finally {
      await releaseLease(lease, database);
    }
  };

  const queue = every(TICK_MS, 'the queue of renewal runs', executeQueue, logger);
  return {
    wake: queue.wake,
    isStopping: () => stopping,
    stop() {
      stopping = true;
      return queue.stop();
    },
  };
};
