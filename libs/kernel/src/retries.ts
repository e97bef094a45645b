const SHARE = 0.1;
const MOST = 10;

/** Bounds how often work is tried again, so that retries do not double the load of who is overloaded. */
export type RetryBudget = {
  /** Counts a piece of work. */
  earn(): void;
  /** Whether a piece of work may be tried once more: one in ten, and ten in a row at most. */
  spend(): boolean;
};

export const retryBudget = (): RetryBudget => {
  let retries = MOST;
  return {
    earn: () => void (retries = Math.min(MOST, retries + SHARE)),
    spend() {
      if (retries < 1) return false;
      retries -= 1;
      return true;
    },
  };
};
