/** Runs `make` when it is first called for; later calls get the same result, or the same promise, also one that failed. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
};
