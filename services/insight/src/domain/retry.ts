import type { Instant } from '@staycover/kernel';

const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses after the first failure, the second, … ; the last one goes on. */
const PAUSES = [5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 12 * HOUR];

/** Deliveries are given up after so many hours, if so many attempts were made in them: no time counts in which nothing tries. */
const PATIENCE_HOURS = 5 * 24;
const FEWEST_ATTEMPTS = 12;

/** Of a pause, what chance may take away, so that what failed at once does not come back at once. */
const JITTER = 0.2;

/** The time of the next attempt after this number of failures, the last one at `now`; `random` is between 0 and 1. */
export const retryAt = (failures: number, now: Instant, random: number): Instant => {
  const pause = PAUSES[Math.min(failures, PAUSES.length) - 1]! * (1 - JITTER * random);
  return now.add({ milliseconds: Math.round(pause * 1_000) });
};

/** Whether what has failed since then, at so many attempts, is given up. */
export const isGivenUp = (failingSince: Instant, now: Instant, failures: number): boolean =>
  failures >= FEWEST_ATTEMPTS && now.since(failingSince).total('hours') >= PATIENCE_HOURS;
