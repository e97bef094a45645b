/**
 * Waits until `condition` returns something other than undefined, null or false, and returns it.
 * @throws with `what` when it does not within `withinMs`.
 */
export const eventually = async <T>(
  what: string,
  condition: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  withinMs = 60_000,
): Promise<T> => {
  const began = performance.now();
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== null && value !== false) return value;
    const waitedMs = performance.now() - began;
    if (waitedMs > withinMs) throw new Error(`It never came: ${what}`);
    // Asking takes time from what is waited for: what takes long is asked for less often.
    await new Promise((resolve) => setTimeout(resolve, Math.min(Math.max(waitedMs / 10, 5), 100)));
  }
};
