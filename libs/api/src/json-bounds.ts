const MOST_LEVELS = 32;
/** Twice the longest policy that anybody has; to refuse each of so many values takes some 50 ms. */
const MOST_VALUES = 20_000;

/** Why JSON is more than anybody needs to send, whatever its schema: nested too deep, or too many values. */
export const excessOf = (json: unknown): string | undefined => {
  let left = MOST_VALUES;
  const excess = (value: unknown, level: number): string | undefined => {
    if (--left < 0) return `has more than ${MOST_VALUES} values`;
    if (typeof value !== 'object' || value === null) return undefined;
    if (level >= MOST_LEVELS) return `is nested deeper than ${MOST_LEVELS} levels`;
    for (const member of Object.values(value)) {
      const found = excess(member, level + 1);
      if (found) return found;
    }
    return undefined;
  };
  return excess(json, 0);
};
