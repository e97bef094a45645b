/** A work was not begun: others with its key took too long. */
export class TurnMissed extends Error {
  override readonly name = 'TurnMissed';
}

type Turn = { until: number; begin: () => void };

/**
 * Runs works with the same key one after the other; those with other keys run meanwhile. Of those that wait, the one
 * with the least patience left is next; without patience, in the order in which they came. A work that fails does not keep
 * the next one from running, and one that waits longer than `patienceMs` is not run.
 * @throws TurnMissed when it was not run.
 */
export const oneAtATime = () => {
  /** A key has a queue while a work runs. */
  const queues = new Map<string, Turn[]>();
  const enter = async (key: string, patienceMs: number): Promise<void> => {
    const queue = queues.get(key);
    if (queue) await waitIn(queue, patienceMs);
    else queues.set(key, []);
  };
  const leave = (key: string): void => {
    const next = queues.get(key)!.shift();
    if (next) next.begin();
    else queues.delete(key);
  };
  return async <T>(key: string, work: () => Promise<T>, patienceMs = Infinity): Promise<T> => {
    await enter(key, patienceMs);
    try {
      return await work();
    } finally {
      leave(key);
    }
  };
};

const waitIn = (queue: Turn[], patienceMs: number): Promise<void> =>
  new Promise((begin, giveUp) => {
    const turn: Turn = { until: performance.now() + patienceMs, begin };
    const later = queue.findIndex(({ until }) => until > turn.until);
    queue.splice(later === -1 ? queue.length : later, 0, turn);
    if (patienceMs === Infinity) return;
    const patience = setTimeout(() => {
      queue.splice(queue.indexOf(turn), 1);
      giveUp(new TurnMissed('Others with the same key took too long.'));
    }, patienceMs);
    turn.begin = () => {
      clearTimeout(patience);
      begin();
    };
  });
