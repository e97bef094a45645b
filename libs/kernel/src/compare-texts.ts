/** Sorts texts by their characters, the same on every machine; names for people are sorted by their language. */
export const compareTexts = (a: string, b: string): number => {
  if (a === b) return 0;
  return a < b ? -1 : 1;
};
