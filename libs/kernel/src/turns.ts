import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Makes a queue in front of work that comes in crowds: who awaits it goes on at once, or in a later turn of the event
 * loop when `perTurn` others went before in this one, so that a crowd keeps nothing else waiting.
 */
export const turnQueue = (perTurn: number): (() => Promise<void>) => {
  const waiting: (() => void)[] = [];
  let left = perTurn;
  let isCounting = false;
  const beginTurn = (): void => {
    const going = waiting.splice(0, perTurn);
    left = perTurn - going.length;
    isCounting = going.length > 0;
    if (isCounting) setImmediate(beginTurn);
    for (const go of going) go();
  };
  return () => {
    if (!isCounting) setImmediate(beginTurn);
    isCounting = true;
    if (left === 0) return new Promise((resolve) => void waiting.push(resolve));
    left--;
    return Promise.resolve();
  };
};

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

/** What `map` makes of each entry, in slices between which other work has its turn. */
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
