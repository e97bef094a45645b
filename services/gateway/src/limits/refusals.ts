/** Who was refused, and until when: they are refused again at once, without being counted or authenticated. */
export type Refusals<Known> = {
  /** Whether any caller is refused now. */
  isAny(): boolean;
  /** For how many ms it is still refused, and what is known of the refusal; undefined when it may ask. */
  find(key: string): { leftMs: number; known: Known } | undefined;
  remember(key: string, ms: number, known: Known): void;
};

const MOST = 10_000;

export const openRefusals = <Known = undefined>(now = () => performance.now()): Refusals<Known> => {
  const refused = new Map<string, { until: number; known: Known }>();
  let lastUntil = -Infinity;
  return {
    isAny: () => lastUntil > now(),
    find(key) {
      const found = refused.get(key);
      if (!found) return undefined;
      const leftMs = found.until - now();
      if (leftMs > 0) return { leftMs, known: found.known };
      refused.delete(key);
      return undefined;
    },
    remember(key, ms, known) {
      if (refused.size >= MOST) refused.clear();
      const until = now() + ms;
      refused.set(key, { until, known });
      lastUntil = Math.max(lastUntil, until);
    },
  };
};
