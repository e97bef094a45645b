/** Who was refused, and until when: they are refused again at once, without being counted or authenticated. */
export type Refusals<Known> = {
  /** For how many ms it is still refused, and what is known of the refusal; undefined when it may ask. */
  find(key: string): { leftMs: number; known: Known } | undefined;
  remember(key: string, ms: number, known: Known): void;
};

const MOST = 10_000;

export const openRefusals = <Known = undefined>(now = () => performance.now()): Refusals<Known> => {
  const refused = new Map<string, { until: number; known: Known }>();
  return {
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
      refused.set(key, { until: now() + ms, known });
    },
  };
};
