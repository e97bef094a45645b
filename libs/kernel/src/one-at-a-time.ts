/**
 * Runs works with the same key one after the other, in the order in which they came; those with other keys run meanwhile.
 * A work that fails does not keep the next one from running.
 */
export const oneAtATime = () => {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(key);
    const mine = before ? before.then(work, work) : work();
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
};
