/** Room in memory for the bodies of requests that are under way. */
export type BodyRoom = {
  /** Takes room for a body from a network; returns how to give it back, undefined where there is none. */
  take(bytes: number, network: string): (() => void) | undefined;
};

type Options = {
  /** All bodies together. */
  bytes: number;
  /** What one network has of that at most. */
  share: number;
  /** A body up to this size always has room: its connection takes as much. */
  small: number;
};

export const openBodyRoom = ({ bytes: most, share, small }: Options): BodyRoom => {
  const taken = new Map<string, number>();
  let total = 0;
  const add = (bytes: number, network: string): void => {
    total += bytes;
    const own = (taken.get(network) ?? 0) + bytes;
    if (own > 0) taken.set(network, own);
    else taken.delete(network);
  };
  return {
    take(bytes, network) {
      if (bytes <= small) return () => undefined;
      if (total + bytes > most || (taken.get(network) ?? 0) + bytes > most * share) return undefined;
      add(bytes, network);
      return () => add(-bytes, network);
    },
  };
};
