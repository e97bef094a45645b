/** Room in memory for the bodies of requests that are under way. */
export type BodyRoom = {
  /** Takes room for a body from a network; returns how to give it back, undefined where there is none. */
  take(bytes: number, network: string, isKnown: boolean): (() => void) | undefined;
};

type Options = {
  /** All bodies together. */
  bytes: number;
  /** What one network has of that at most, and all callers without credentials together: they come from as many as they like. */
  share: number;
  /** A body up to this size always has room: its connection takes as much. */
  small: number;
};

const UNKNOWN = 'without credentials';

export const openBodyRoom = ({ bytes: most, share, small }: Options): BodyRoom => {
  const taken = new Map<string, number>();
  let total = 0;
  const add = (bytes: number, owners: readonly string[]): void => {
    total += bytes;
    for (const owner of owners) {
      const own = (taken.get(owner) ?? 0) + bytes;
      if (own > 0) taken.set(owner, own);
      else taken.delete(owner);
    }
  };
  return {
    take(bytes, network, isKnown) {
      if (bytes <= small) return () => undefined;
      const owners = isKnown ? [network] : [network, UNKNOWN];
      const isBeyond = owners.some((owner) => (taken.get(owner) ?? 0) + bytes > most * share);
      if (isBeyond || total + bytes > most) return undefined;
      add(bytes, owners);
      return () => add(-bytes, owners);
    },
  };
};
