type Steady<Row> = {
  rows: Row[];
  /** How many rows came between the shown ones since; they are brought when the reader asks. */
  newer: number;
};

/**
 * A page of a list that was read again, in the order that the reader looks at: rows that were shown stay in their places
 * with their newest values, and new ones wait. What newer rows pushed off the page stays; what left the list goes.
 */
export const keepPlaces = <Row>(
  shown: readonly Row[],
  fresh: readonly Row[],
  getKey: (row: Row) => string,
): Steady<Row> => {
  const freshByKey = new Map(fresh.map((row) => [getKey(row), row]));
  const known = new Set(shown.map(getKey));
  const lastKept = shown.findLastIndex((row) => freshByKey.has(getKey(row)));
  if (lastKept === -1) return { rows: [...fresh], newer: 0 };
  const lastKnown = fresh.findLastIndex((row) => known.has(getKey(row)));
  const newer = fresh.slice(0, lastKnown).filter((row) => !known.has(getKey(row))).length;
  const kept = shown.flatMap((row, i) => freshByKey.get(getKey(row)) ?? (newer > 0 && i > lastKept ? [row] : []));
  const behind = newer > 0 ? [] : fresh.slice(lastKnown + 1);
  return { rows: [...kept, ...behind], newer };
};
