/** Who was refused, until when, and how often since: they are refused again without being counted or authenticated. */
export type Refusals = {
  /** How long it is still refused, and how long to wait before it is answered so; undefined when it may ask. */
  again(key: string): { leftMs: number; pauseMs: number } | undefined;
  remember(key: string, ms: number): void;
};

type Refusal = { until: number; count: number };

const MOST = 10_000;
/** A client that does not know better sees no pause; one that heeds no refusal waits longer with each. */
const WITHOUT_PAUSE = 100;
const [STEP_MS, LONGEST_PAUSE_MS] = [50, 5_000];

export const openRefusals = (now = () => performance.now()): Refusals => {
  const refusals = new Map<string, Refusal>();
  return {
    again(key) {
      const refusal = refusals.get(key);
      if (!refusal) return undefined;
      const leftMs = refusal.until - now();
      if (leftMs <= 0) {
        refusals.delete(key);
        return undefined;
      }
      refusal.count += 1;
      const pauseMs = Math.min(LONGEST_PAUSE_MS, STEP_MS * Math.max(0, refusal.count - WITHOUT_PAUSE));
      return { leftMs, pauseMs };
    },
    remember(key, ms) {
      if (refusals.size >= MOST) refusals.clear();
      refusals.set(key, { count: 0, ...refusals.get(key), until: now() + ms });
    },
  };
};
