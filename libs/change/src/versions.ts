import type { Aggregate, Context, Decision } from '@staycover/kernel';

/** Each decision as the version that it makes: one on from the one before about the same state. */
export const numbered = <State extends Aggregate, Event>(
  decisions: readonly Decision<State, Event>[],
  context: Context,
  known: ReadonlyMap<string, number> = new Map(),
): Decision<State, Event>[] => {
  const versions = new Map(known);
  return decisions.map((decision) => {
    const before = versions.get(decision.state.id);
    const state = before === undefined ? decision.state : stamped(before, decision.state, context);
    versions.set(state.id, state.version);
    return { ...decision, state };
  });
};

/** A state as the next version after `before`, by whom and when. */
export const stamped = <State extends Aggregate>(before: number, after: State, { actor, now }: Context): State => ({
  ...after,
  version: before + 1,
  lastModifiedBy: actor.id,
  lastModifiedDate: now,
});
