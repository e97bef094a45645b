/** Who was refused, and until when: they are refused again at once, without being counted or authenticated. */
export type Refusals = {
  /** For how many ms it is still refused; undefined when it may ask. */
  left(key: string): number | undefined;
  remember(key: string, ms: number): void;
};

const MOST = 10_000;

export const openRefusals = (now = () => performance.now()): Refusals => {
  const until = new Map<string, number>();
  return {
    left(key) {
      const ms = (until.get(key) ?? 0) - now();
      if (ms > 0) return ms;
      until.delete(key);
      return undefined;
    },
    remember(key, ms) {
      if (until.size >= MOST) until.clear();
      until.set(key, now() + ms);
    },
  };
};
