/** Who a body counts for, and how much of all room that one has at most. */
export type Holder = { name: string; share: number };

/** Room in memory for the bodies of requests that are under way. */
export type BodyRoom = {
  /** Takes room for a body; returns how to give it back, undefined where all or a holder would have too much. */
  take(bytes: number, holders: readonly Holder[]): (() => void) | undefined;
};

type Options = {
  /** All bodies together. */
  bytes: number;
  /** A body up to this size always has room: its connection takes as much. */
  small: number;
};

export const openBodyRoom = ({ bytes: most, small }: Options): BodyRoom => {
  const taken = new Map<string, number>();
  let total = 0;
  const add = (bytes: number, holders: readonly Holder[]): void => {
    total += bytes;
    for (const { name } of holders) {
      const own = (taken.get(name) ?? 0) + bytes;
      if (own > 0) taken.set(name, own);
      else taken.delete(name);
    }
  };
  return {
    take(bytes, holders) {
      if (bytes <= small) return () => undefined;
      const isBeyond = holders.some(({ name, share }) => (taken.get(name) ?? 0) + bytes > most * share);
      if (isBeyond || total + bytes > most) return undefined;
      add(bytes, holders);
      return () => add(-bytes, holders);
    },
  };
};
