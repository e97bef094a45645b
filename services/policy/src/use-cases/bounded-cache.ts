export type BoundedCache<V> = { get(key: string): V | undefined; set(key: string, value: V): void };

/** An LRU cache with a total size of at most `capacity`. */
export const boundedCache = <V>(capacity: number, getSize: (value: V) => number): BoundedCache<V> => {
  const entries = new Map<string, V>();
  let size = 0;
  const remove = (key: string) => {
    const value = entries.get(key);
    if (value === undefined) return;
    entries.delete(key);
    size -= getSize(value);
  };
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      remove(key);
      entries.set(key, value);
      size += getSize(value);
      for (const oldest of entries.keys()) {
        if (size <= capacity) return;
        remove(oldest);
      }
    },
  };
};
