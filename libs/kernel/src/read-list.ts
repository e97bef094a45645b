/** The entries of a list that is one text, trimmed; empty ones are left out. */
export const readList = (text: string, separator: ',' | ';' | '|'): string[] =>
  text
    .split(separator)
    .map((entry) => entry.trim())
    .filter(Boolean);
