const storage = (): Storage | undefined => {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
};

/** What this browser keeps under a name; null for nothing, and where it may keep nothing. */
export const readKept = (name: string): string | null => storage()?.getItem(name) ?? null;

/** Keeps a text for the next visits, or nothing more with null; where that is denied, for this page only. */
export const keep = (name: string, text: string | null): void => {
  try {
    if (text === null) storage()?.removeItem(name);
    else storage()?.setItem(name, text);
  } catch {
    // No room.
  }
};
