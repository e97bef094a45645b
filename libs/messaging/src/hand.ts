/** What was taken from a stream and is not done with. */
export type Hand = {
  /** Begins the work on what was taken; waits until there is room for more. */
  take(bytes: number, work: () => Promise<void>): Promise<void>;
  /** Waits for all that was taken. */
  empty(): Promise<void>;
};

/** A hand that holds so many events, and so many bytes. */
export const openHand = (most: { events: number; bytes: number }): Hand => {
  const held = new Set<Promise<void>>();
  let bytes = 0;
  let freed = (): void => undefined;
  const isFull = (): boolean => held.size >= most.events || bytes >= most.bytes;
  return {
    async take(size, work) {
      bytes += size;
      const task = work().finally(() => {
        held.delete(task);
        bytes -= size;
        freed();
      });
      held.add(task);
      while (isFull()) await new Promise<void>((resolve) => (freed = resolve));
    },
    async empty() {
      await Promise.all(held);
    },
  };
};
