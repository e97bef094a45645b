const ROWS = 2_000;

/** Rows in portions that a statement stores well within its timeout. */
export const batches = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, i) => rows.slice(i * ROWS, (i + 1) * ROWS));
