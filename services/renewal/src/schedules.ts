import type { Instant } from '@staycover/kernel';
import type { Platform, Schedule } from '@staycover/service';
import { isAnyUnanswered } from './db/renewals.ts';
import { renewalJob } from './domain/renewal.ts';
import { awaitRun } from './use-cases/await-run.ts';
import { repeatRequests } from './use-cases/repeat-requests.ts';
import type { RunQueue } from './use-cases/run-queue.ts';
import { startDailyRun } from './use-cases/start-run.ts';

export type Calendar = {
  /** Hour of the day (UTC) of the daily run; undefined for never. */
  dailyHour: number | undefined;
  /** Minutes after which a request without an answer is repeated. */
  repeatMinutes: number;
  /** Whether the daily run at a time would look at any policy. */
  isAnyToDecide: (at: Instant) => Promise<boolean>;
};

const LONGEST_RUN_MS = 6 * 3_600_000;

/** The daily run, which also sends the notices, and the retry of unanswered requests. */
export const renewalSchedules = (
  platform: Platform,
  queue: RunQueue,
  { dailyHour, repeatMinutes, isAnyToDecide }: Calendar,
): Schedule[] => {
  const { database, clock, newId } = platform;
  const repetition: Schedule = {
    name: 'renewal-requests',
    cron: '* * * * *',
    isAnyDue: (at) => isAnyUnanswered(database, at.subtract({ minutes: repeatMinutes })),
    run: async () => ({ unanswered: await repeatRequests(database, { now: clock(), newId }, repeatMinutes) }),
  };
  if (dailyHour === undefined) return [repetition];
  const daily: Schedule = {
    name: 'renewal-run',
    cron: `0 ${dailyHour} * * *`,
    isAnyDue: isAnyToDecide,
    async run({ signal }) {
      const jobId = await startDailyRun(database, { now: clock(), newId });
      queue.wake();
      const run = await awaitRun(
        { ...queue, database, isStopping: () => signal.aborted },
        renewalJob,
        jobId,
        LONGEST_RUN_MS,
      );
      signal.throwIfAborted();
      if (run.status !== 'COMPLETED') throw new Error(`The renewal run ${jobId} is ${run.status}.`);
      return run.counts;
    },
  };
  return [daily, repetition];
};
