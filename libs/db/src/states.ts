/** Selects states. A state that is new to the type is a compile error here until it is decided. */
export type Which<State extends string> = Readonly<Record<State, boolean>>;

/**
 * These states as the list of SQL's `in`: constants, so that the planner knows whether a partial index fits. With
 * parameters it does not.
 */
export const statesIn = <State extends string>(which: Which<State>): string => {
  const states = (Object.keys(which) as State[]).filter((state) => which[state]);
  if (!states.every((state) => /^\w+$/.test(state))) throw new Error(`${states.join(', ')} are no states.`);
  return `(${states.map((state) => `'${state}'`).join(', ')})`;
};
