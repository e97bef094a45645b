/** A work was not begun: others with its key took too long. */
export class TurnMissed extends Error {
  override readonly name = 'TurnMissed';
}

/**
 * Runs works with the same key one after the other, in the order in which they came; those with other keys run meanwhile.
 * A work that fails does not keep the next one from running, and one that waits longer than `patienceMs` is not run.
 * @throws TurnMissed when it was not run.
 */
export const oneAtATime = () => {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(key: string, work: () => Promise<T>, patienceMs?: number): Promise<T> => {
    const before = last.get(key);
    const turn = before ? waitFor(before, patienceMs) : undefined;
    const mine = turn ? turn.then(work) : work();
    // Who gives up waiting leaves the others behind it to wait for those before it.
    const ended = Promise.allSettled([before, mine]);
    last.set(key, ended);
    try {
      return await mine;
    } finally {
      if (last.get(key) === ended) last.delete(key);
    }
  };
};

const waitFor = async (before: Promise<unknown>, patienceMs: number | undefined): Promise<void> => {
  if (patienceMs === undefined) return void (await before);
  const { promise: missed, reject } = Promise.withResolvers<never>();
  const patience = setTimeout(() => reject(new TurnMissed('Others with the same key took too long.')), patienceMs);
  try {
    await Promise.race([before, missed]);
  } finally {
    clearTimeout(patience);
  }
};
