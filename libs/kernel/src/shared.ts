/**
 * Reads texts into values that never change, and answers the same value for the same text while it remembers it: thousands of
 * rows of the same few days are then a few objects, not thousands that the garbage collector has to follow.
 */
export const shared = <T>(read: (text: string) => T, most = 4_096): ((text: string) => T) => {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = read(text);
    if (known.size >= most) known.clear();
    known.set(text, value);
    return value;
  };
};
