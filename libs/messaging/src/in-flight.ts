/** Work under way, bounded by count and bytes. */
type InFlight = {
  /** Starts the work on an event; resolves when there is room for more. */
  start(bytes: number, work: () => Promise<void>): Promise<void>;
  /** Has room for everything from now on. */
  release(): void;
  /** Waits for all that was started. */
  empty(): Promise<void>;
};

export const boundedInFlight = (most: { events: number; bytes: number }): InFlight => {
  const tasks = new Set<Promise<void>>();
  let bytes = 0;
  let freed = (): void => undefined;
  let isReleased = false;
  const isFull = (): boolean => !isReleased && (tasks.size >= most.events || bytes >= most.bytes);
  return {
    async start(size, work) {
      bytes += size;
      const task = work().finally(() => {
        tasks.delete(task);
        bytes -= size;
        freed();
      });
      tasks.add(task);
      while (isFull()) await new Promise<void>((resolve) => (freed = resolve));
    },
    release() {
      isReleased = true;
      freed();
    },
    async empty() {
      await Promise.all(tasks);
    },
  };
};
