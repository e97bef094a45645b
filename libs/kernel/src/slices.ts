import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

const SLICE_MS = 10;
/** A step this long cannot be cut: what waits gets as much time as it took. */
const LONG_MS = 5 * SLICE_MS;
const LONGEST_REST_MS = 250;

let turnBegan: number | undefined;

/**
 * For long computations to await at every step: lets other work have its turn when all of them together have had 10 ms
 * in this turn of the event loop. After a single step of 50 ms and more others have as long: a request needs many turns.
 */
export const slice = (): Promise<void> | undefined => {
  if (turnBegan === undefined) {
    turnBegan = performance.now();
    setImmediate(() => {
      turnBegan = undefined;
    });
  }
  const took = performance.now() - turnBegan;
  if (took < SLICE_MS) return undefined;
  return took < LONG_MS ? nextTurn() : pause(Math.min(took, LONGEST_REST_MS));
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
