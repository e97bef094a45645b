/** The events that were taken from a stream and are not finished. */
type Hand = {
  /** Starts the work on an event; resolves when there is room for more. */
  take(bytes: number, work: () => Promise<void>): Promise<void>;
  /** Has room for everything from now on. */
  release(): void;
  /** Waits for all that was taken. */
  empty(): Promise<void>;
};

/** A hand with a limit on events and bytes. */
export const openHand = (most: { events: number; bytes: number }): Hand => {
  const held = new Set<Promise<void>>();
  let bytes = 0;
  let freed = (): void => undefined;
  let isReleased = false;
  const isFull = (): boolean => !isReleased && (held.size >= most.events || bytes >= most.bytes);
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
    release() {
      isReleased = true;
      freed();
    },
    async empty() {
      await Promise.all(held);
    },
  };
};
