import { setImmediate as turn } from 'node:timers/promises';
import { interruptiblePause } from '@staycover/kernel';

/** How many share a statement or a transaction at most, unless they have a limit of their own. */
export const MOST_TOGETHER = 100;

/** How items are done together. */
type Gathering<Item, Result> = {
  /** What items are done on, as a connection: only those on the same one go together. */
  on(item: Item): object;
  /** Whether an item may go with those that are chosen already; the first one always goes. */
  fits(chosen: readonly Item[], item: Item): boolean;
  /** Does all of them, or none; the results are in their order. */
  run(items: readonly Item[]): Promise<readonly Result[]>;
  /**
   * How long about the first of them waits for others, in milliseconds, unless there are enough before; `mayWait` is false for one
   * that none follows. Without it, those of the same turn go together.
   */
  wait?: { ms: number; enough: number; mayWait(item: Item): boolean };
  /** Whether a failed run may have succeeded nevertheless: then nothing is repeated. */
  isUncertain?(error: unknown): boolean;
};

type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (reason: unknown) => void };

/**
 * Batches concurrent items: one run at a time, and the next takes all that wait. When a run fails, each of its items
 * runs alone, so that a failing item does not fail the others.
 */
export const gather = <Item, Result>(gathering: Gathering<Item, Result>): ((item: Item) => Promise<Result>) => {
  const known = new WeakMap<object, (item: Item) => Promise<Result>>();
  return (item) => known.getOrInsertComputed(gathering.on(item), () => gatherOn(gathering))(item);
};

const gatherOn = <Item, Result>({
  fits,
  run,
  wait,
  isUncertain = () => false,
}: Gathering<Item, Result>): ((item: Item) => Promise<Result>) => {
  let waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;
  const pause = interruptiblePause();

  const runOne = ({ item, resolve, reject }: Waiting<Item, Result>): Promise<void> =>
    run([item]).then(([result]) => resolve(result!), reject);

  const runSome = async (some: readonly Waiting<Item, Result>[]): Promise<void> => {
    if (some.length === 1) return runOne(some[0]!);
    try {
      const results = await run(some.map(({ item }) => item));
      some.forEach(({ resolve }, i) => resolve(results[i]!));
    } catch (error) {
      if (isUncertain(error)) return some.forEach(({ reject }) => reject(error));
      for (const one of some) await runOne(one);
    }
  };

  const choose = (): Waiting<Item, Result>[] => {
    const chosen: Waiting<Item, Result>[] = [];
    const rest: Waiting<Item, Result>[] = [];
    for (const one of waiting) {
      const items = chosen.map(({ item }) => item);
      (items.length === 0 || fits(items, one.item) ? chosen : rest).push(one);
    }
    waiting = rest;
    return chosen;
  };

  const othersCome = (): Promise<void> => {
    if (!wait?.mayWait(waiting[0]!.item)) return turn();
    pause.restart();
    return pause.sleep(wait.ms);
  };

  const runAll = async (): Promise<void> => {
    isRunning = true;
    await othersCome();
    while (waiting.length > 0) await runSome(choose());
    isRunning = false;
  };

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length === wait?.enough) pause.end();
      if (!isRunning) void runAll();
    });
};
