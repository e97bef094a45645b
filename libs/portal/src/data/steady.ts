type Steady<Row> = {
  rows: Row[];
  /** How many rows came between the shown ones since; they are brought when the reader asks. */
  newer: number;
  /** How many of the last rows are no longer read, because newer ones pushed them off the page. */
  unread: number;
};

/**
 * A page of a list that was read again, in the order that the reader looks at: rows that were shown stay in their places
 * with their newest values, and new ones wait. What newer rows pushed off the page stays; what left the list goes.
 * @param hasNext whether there is a page behind the fresh one: without one, nothing was pushed off
 */
export const keepPlaces = <Row>(
  shown: readonly Row[],
  fresh: readonly Row[],
  { getKey, hasNext }: { getKey: (row: Row) => string; hasNext: boolean },
): Steady<Row> => {
  const freshByKey = new Map(fresh.map((row) => [getKey(row), row]));
  const known = new Set(shown.map(getKey));
  const lastKept = shown.findLastIndex((row) => freshByKey.has(getKey(row)));
  if (lastKept === -1) return { rows: [...fresh], newer: 0, unread: 0 };
  const lastKnown = fresh.findLastIndex((row) => known.has(getKey(row)));
  const newer = fresh.slice(0, lastKnown).filter((row) => !known.has(getKey(row))).length;
  const kept = shown.flatMap((row) => freshByKey.get(getKey(row)) ?? []);
  const pushedOff = hasNext && newer > 0 ? shown.slice(lastKept + 1) : [];
  const behind = newer > 0 ? [] : fresh.slice(lastKnown + 1);
  return { rows: [...kept, ...pushedOff, ...behind], newer, unread: pushedOff.length };
};
