/**
 * Waits until `condition` returns something other than undefined, null or false, and returns it.
 * @throws with `what` when it does not within `withinMs`.
 */
export const eventually = async <T>(
  what: string,
  condition: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  withinMs = 60_000,
): Promise<T> => {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== null && value !== false) return value;
    if (performance.now() > deadline) throw new Error(`It never came: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
};
