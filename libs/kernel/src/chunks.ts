/**
 * Cuts a list, in its order, into parts of at most `maxCount` entries and `maxSize` together; an entry that is larger
 * than that alone is a part of its own. `getSize` measures an entry, for example in bytes.
 */
export const chunks = <T>(
  entries: readonly T[],
  { maxCount, maxSize, getSize }: { maxCount: number; maxSize: number; getSize: (entry: T) => number },
): T[][] => {
  const parts: T[][] = [];
  let total = 0;
  for (const entry of entries) {
    const size = getSize(entry);
    const part = parts.at(-1);
    if (part && part.length < maxCount && total + size <= maxSize) {
      part.push(entry);
      total += size;
    } else {
      parts.push([entry]);
      total = size;
    }
  }
  return parts;
};

/** Cuts a list, in its order, into parts of at most `most` entries. */
export const portions = <T>(entries: readonly T[], most: number): T[][] =>
  chunks(entries, { maxCount: most, maxSize: Infinity, getSize: () => 0 });

/** The size of a value as JSON, in bytes, including a separating comma. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1;

/**
 * Splits related lists into parts of at most `keysAPart` keys, each with all entries of its keys. For work in which no
 * key depends on the entries of another.
 */
export const partsBy = <Lists extends Record<string, readonly object[]>>(
  lists: Lists,
  getKey: (entry: Lists[keyof Lists][number]) => string,
  keysAPart: number,
): Lists[] => {
  const numbers = new Map<string, number>();
  const numberKey = (entry: object): number => {
    const key = getKey(entry);
    return numbers.getOrInsertComputed(key, () => Math.floor(numbers.size / keysAPart));
  };
  const grouped = Object.entries(lists).map(([name, list]) => ({ name, groups: Map.groupBy(list, numberKey) }));
  const count = Math.ceil(numbers.size / keysAPart);
  return Array.from(
    { length: count },
    (_, i) => Object.fromEntries(grouped.map(({ name, groups }) => [name, groups.get(i) ?? []])) as unknown as Lists,
  );
};
