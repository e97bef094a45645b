/** A sleep that can be ended early, also before it begins. */
export type Pause = {
  sleep(ms: number): Promise<void>;
  end(): void;
  /** Discards a pending wake: its cause has been handled. */
  restart(): void;
};

/** Makes a pause; each sleep is up to a fifth shorter or longer, so that replicas do not wake together. */
export const interruptiblePause = (): Pause => {
  let ended = false;
  let wake = (): void => undefined;
  return {
    async sleep(ms) {
      if (!ended) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms * (0.8 + Math.random() * 0.4));
          wake = () => (clearTimeout(timer), resolve());
        });
      }
      ended = false;
    },
    restart() {
      ended = false;
    },
    end() {
      ended = true;
      wake();
    },
  };
};

/** Pauses of many who wait for the same, each with its own; all are ended together. */
export type Waiters = {
  /** Does some work with a pause that `wake` ends. */
  withPause<T>(work: (pause: Pause) => Promise<T>): Promise<T>;
  wake(): void;
};

export const openWaiters = (): Waiters => {
  const pauses = new Set<Pause>();
  return {
    async withPause(work) {
      const pause = interruptiblePause();
      pauses.add(pause);
      try {
        return await work(pause);
      } finally {
        pauses.delete(pause);
      }
    },
    wake: () => pauses.forEach(({ end }) => void end()),
  };
};
