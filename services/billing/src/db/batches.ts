import { chunks } from '@staycover/kernel';

/** Rows in portions that a statement stores well within its timeout. */
export const batches = <T>(rows: readonly T[]): T[][] =>
  chunks(rows, { maxCount: 500, maxSize: Number.POSITIVE_INFINITY, getSize: () => 1 });
