/**
 * Reads keys into values that never change, and answers the same value for the same key while it remembers it: thousands
 * of rows of the same few days are then a few objects, not thousands that the garbage collector has to follow.
 */
export const remembering = <T, K extends string | number = string>(
  read: (key: K) => T,
  most = 4_096,
): ((key: K) => T) => {
  const known = new Map<K, T>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = read(key);
    if (known.size >= most) known.clear();
    known.set(key, value);
    return value;
  };
};
