/** What this browser keeps for the next visits; undefined where it is denied: then all holds for this page only. */
export const storage = (): Storage | undefined => {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
};
