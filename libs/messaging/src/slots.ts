/** Runs a task when one of a fixed number of slots is free. */
export type Slots = <T>(task: () => Promise<T>) => Promise<T>;

/** At most `count` tasks at a time; the others wait in the order they came. */
export const slots = (count: number): Slots => {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (task) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      // The slot passes to the next in line without becoming free in between.
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};
