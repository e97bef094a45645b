/** Runs a task when a slot is free and it is its party's turn. */
export type Slots = <T>(task: () => Promise<T>, party?: string) => Promise<T>;

/**
 * Runs at most `count` tasks at a time, at most `each` of them for one party. Waiting parties take turns, so that a busy
 * one does not delay the others; the tasks of one party start in order. `isBusy`: a task of the party runs or waits.
 */
export const slots = (count: number, each = count): Slots & { isBusy(party: string): boolean } => {
  const running = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();
  let free = count;

  const mayRun = (party: string): boolean => free > 0 && (running.get(party) ?? 0) < each;
  const occupy = (party: string): void => {
    free -= 1;
    running.set(party, (running.get(party) ?? 0) + 1);
  };
  const release = (party: string): void => {
    free += 1;
    const left = running.get(party)! - 1;
    if (left > 0) running.set(party, left);
    else running.delete(party);
  };
  const awaitTurn = (party: string): Promise<void> =>
    new Promise((start) => {
      waiting.getOrInsertComputed(party, () => []).push(start);
    });
  const startNext = (): void => {
    for (const [party, queue] of waiting) {
      if (!mayRun(party)) continue;
      const start = queue.shift()!;
      waiting.delete(party);
      if (queue.length > 0) waiting.set(party, queue);
      occupy(party);
      start();
      return;
    }
  };

  const run: Slots = async (task, party = '') => {
    if (mayRun(party) && !waiting.has(party)) occupy(party);
    else await awaitTurn(party);
    try {
      return await task();
    } finally {
      release(party);
      startNext();
    }
  };
  return Object.assign(run, { isBusy: (party: string) => running.has(party) || waiting.has(party) });
};
