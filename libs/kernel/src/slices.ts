import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 10;

let turnBegan: number | undefined;

/**
 * For long computations to await at every step: lets other work have its turn when all of them together have had 10 ms
 * in this turn of the event loop.
 */
export const slice = (): Promise<void> | undefined => {
  if (turnBegan === undefined) {
    turnBegan = performance.now();
    setImmediate(() => {
      turnBegan = undefined;
    });
  }
  return performance.now() - turnBegan < SLICE_MS ? undefined : nextTurn();
};

/** Maps the entries in slices and yields to other work between them. */
export const mapInSlices = async <Entry, Result>(
  entries: readonly Entry[],
  map: (entry: Entry, index: number) => Result,
): Promise<Result[]> => {
  const results: Result[] = [];
  for (const [index, entry] of entries.entries()) {
    results.push(map(entry, index));
    const rest = slice();
    if (rest) await rest;
  }
  return results;
};
