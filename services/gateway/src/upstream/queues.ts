/** A queue for each party that waits, in the order of their turns. */
export const openQueues = () => {
  const queues = new Map<string, (() => void)[]>();
  let size = 0;
  const remove = (party: string, called: () => void): void => {
    const queue = queues.get(party)!;
    queue.splice(queue.indexOf(called), 1);
    if (queue.length === 0) queues.delete(party);
    size -= 1;
  };
  return {
    size: () => size,
    getSize: (party: string): number => queues.get(party)?.length ?? 0,
    /** Whether it was called in time. */
    wait: (party: string, ms: number): Promise<boolean> =>
      new Promise((resolve) => {
        const called = (): void => {
          clearTimeout(patience);
          resolve(true);
        };
        const patience = setTimeout(() => {
          remove(party, called);
          resolve(false);
        }, ms);
        patience.unref();
        queues.getOrInsertComputed(party, () => []).push(called);
        size += 1;
      }),
    /** Calls the next call of a party within its share, and moves the party to the end of the queue; returns the party. */
    call(mayCome: (party: string) => boolean): string | undefined {
      for (const [party, queue] of queues) {
        if (!mayCome(party)) continue;
        const called = queue[0]!;
        remove(party, called);
        if (queue.length > 0) {
          queues.delete(party);
          queues.set(party, queue);
        }
        called();
        return party;
      }
      return undefined;
    },
  };
};
