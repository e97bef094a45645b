/**
 * Cuts a list, in its order, into parts of at most `maxCount` entries and `maxSize` together; an entry that is larger
 * than that alone is a part of its own. `sizeOf` measures an entry, for example in bytes.
 */
export const chunks = <T>(
  entries: readonly T[],
  { maxCount, maxSize, sizeOf }: { maxCount: number; maxSize: number; sizeOf: (entry: T) => number },
): T[][] => {
  const parts: T[][] = [];
  let total = 0;
  for (const entry of entries) {
    const size = sizeOf(entry);
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

/** The size of a value as JSON, in bytes, with the comma behind it. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1;
