/** Runs work in one of its seats; undefined when none came free in time. */
export type Bulkhead = <T>(work: () => Promise<T>) => Promise<{ done: T } | undefined>;

/** At most `seats` at once; whoever gets none within `waitMs` is turned away, and so is who would be one of too many waiting. */
export const bulkhead = (seats: number, waiting: number, waitMs: number): Bulkhead => {
  let free = seats;
  const queue: (() => void)[] = [];

  const sit = (): Promise<boolean> => {
    if (free > 0) {
      free -= 1;
      return Promise.resolve(true);
    }
    if (queue.length >= waiting) return Promise.resolve(false);
    return new Promise((resolve) => {
      const called = (): void => {
        clearTimeout(patience);
        resolve(true);
      };
      const patience = setTimeout(() => {
        queue.splice(queue.indexOf(called), 1);
        resolve(false);
      }, waitMs);
      queue.push(called);
    });
  };

  const leave = (): void => {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  };

  return async (work) => {
    if (!(await sit())) return undefined;
    try {
      return { done: await work() };
    } finally {
      leave();
    }
  };
};
