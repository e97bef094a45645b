/** Between two lines of a new draft: others may come between them. An invoice has 50,000 generated lines at most. */
const GAP = 32_768;
/** The largest `int` of PostgreSQL. */
const LAST = 2 ** 31 - 1;

/**
 * The positions of a draft's lines, by their ids in order. What has a position keeps it, and what is new comes between;
 * where there is no room, or the order is another one, all get new ones.
 */
export const placeLines = (ids: readonly string[], known: ReadonlyMap<string, number>): number[] =>
  placeBetween(ids, known) ?? ids.map((_, i) => (i + 1) * GAP);

const placeBetween = (ids: readonly string[], known: ReadonlyMap<string, number>): number[] | undefined => {
  const positions: number[] = [];
  let [before, waiting] = [0, 0];
  const fillUpTo = (next: number): boolean => {
    const step = Math.floor((next - before) / (waiting + 1));
    for (let i = 1; i <= waiting; i++) positions.push(before + i * step);
    [before, waiting] = [next, 0];
    return step >= 1 && next <= LAST;
  };
  for (const id of ids) {
    const position = known.get(id);
    if (position === undefined) waiting += 1;
    else if (fillUpTo(position)) positions.push(position);
    else return undefined;
  }
  return fillUpTo(before + (waiting + 1) * GAP) ? positions : undefined;
};
