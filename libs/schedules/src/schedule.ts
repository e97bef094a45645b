import type { Instant } from '@staycover/kernel';
import { Cron } from 'croner';

/** What a run did, by name; shown to operators. */
export type Counts = Readonly<Record<string, number>>;

export type Occurrence = {
  /** The time that the run is for; the clock may be past it. */
  due: Instant;
  /** Aborted when the process stops or the lease is lost; a run that ends early because of it throws its reason. */
  signal: AbortSignal;
};

/**
 * Work that the calendar starts. It selects due items by the clock, not by a date parameter: missed occurrences run
 * together once, as the latest. It may run again after a failure, so it must be idempotent.
 */
export type Schedule = {
  /** Unique in its service. */
  name: string;
  /** Cron pattern of five parts, in UTC. */
  cron: string;
  /** Is due by the real time, also where the platform's clock is moved. */
  byWallClock?: true;
  /**
   * Whether a run at a time to come would find anything to do, as things stand. What is due stays due until it is done.
   * Without it, every run counts.
   */
  isAnyDue?(at: Instant): Promise<boolean>;
  run(occurrence: Occurrence): Promise<Counts>;
};

const patterns = new Map<string, Cron>();

const pattern = (cron: string): Cron =>
  patterns.getOrInsertComputed(cron, () => new Cron(cron, { timezone: 'UTC', mode: '5-part', paused: true }));

// The library speaks Date; seconds are its finest unit.
const toDate = (instant: Instant): Date => new Date(instant.epochMilliseconds);
const toInstant = (date: Date): Instant => Temporal.Instant.fromEpochMilliseconds(date.getTime());

/** The first occurrence after an instant. */
export const nextAfter = ({ cron }: Schedule, instant: Instant): Instant => {
  const [next] = pattern(cron).nextRuns(1, toDate(instant));
  if (!next) throw new Error(`The pattern ${cron} has no occurrence after ${instant}.`);
  return toInstant(next);
};

/** The last `count` occurrences at or before an instant, the latest first. */
export const lastUntil = ({ cron }: Schedule, instant: Instant, count = 1): Instant[] =>
  pattern(cron)
    .previousRuns(count, toDate(instant.round({ smallestUnit: 'second', roundingMode: 'floor' }).add({ seconds: 1 })))
    .map(toInstant);

/** Whether there is at most one occurrence a day. */
export const isDaily = ({ cron }: Schedule): boolean => {
  const [first, second] = pattern(cron).nextRuns(2, toDate(Temporal.Instant.from('2026-01-01T00:00:00Z')));
  return !second || toInstant(first!).until(toInstant(second)).total('hours') >= 24;
};
