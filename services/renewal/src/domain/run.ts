import type { CalendarDate, Instant } from '@staycover/kernel';
import type { Outcome } from './decide.ts';

export type RunStatus = 'RUNNING' | 'COMPLETED' | 'FAILED';

/** Of the due policies: renewed, waiting for a person, refused, and all others. */
export type RunCounts = { due: number; completed: number; manualReview: number; failed: number; skipped: number };

/** A run of the renewal job over the due policies of some organizations. */
export type Run = {
  jobId: string;
  asOf: CalendarDate;
  dryRun: boolean;
  organizations: readonly string[] | '*';
  requestedBy: string;
  status: RunStatus;
  counts: RunCounts;
  /** Whether every policy has been decided on. */
  decided: boolean;
  /** Starts since the run last made progress. */
  attempts: number;
  startedAt: Instant;
  finishedAt: Instant | null;
};

/** Due policies that have been dealt with. */
export const countProcessed = ({ completed, manualReview, failed, skipped }: RunCounts): number =>
  completed + manualReview + failed + skipped;

/** Tallies outcomes; a dry run counts what it would request as completed. */
export const tally = (outcomes: readonly Outcome[], dryRun: boolean): RunCounts => {
  const count = (outcome: Outcome) => outcomes.filter((other) => other === outcome).length;
  return {
    due: outcomes.length - count('early'),
    completed: dryRun ? count('requested') : 0,
    manualReview: count('manualReview'),
    failed: count('failed'),
    skipped: count('skipped'),
  };
};
