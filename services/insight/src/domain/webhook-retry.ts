import type { Instant } from '@staycover/kernel';

const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first failure, the second, … ; the last one goes on. */
const PAUSES = [5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 12 * HOUR];

/** An endpoint that took an event in none of so many hours is disabled. */
const PATIENCE_HOURS = 5 * 24;

/** When to try again after so many failures, the last of which was at `now`. */
export const retryAt = (failures: number, now: Instant): Instant =>
  now.add({ seconds: PAUSES[Math.min(failures, PAUSES.length) - 1]! });

/** Whether what has failed since then is given up. */
export const isGivenUp = (failingSince: Instant, now: Instant): boolean =>
  now.since(failingSince).total('hours') >= PATIENCE_HOURS;
