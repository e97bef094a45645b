import { chunks } from '@staycover/kernel';

/** Rows in portions: by default as many as a statement stores well within its timeout. */
export const batches = <T>(rows: readonly T[], maxCount = 500): T[][] =>
  chunks(rows, { maxCount, maxSize: Number.POSITIVE_INFINITY, getSize: () => 1 });
