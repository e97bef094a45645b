import type { Actor } from './actor.ts';
import { isSame } from './canonical.ts';
import type { Instant } from './dates.ts';
import { DomainError } from './errors.ts';
import type { NewId } from './ids.ts';

/** What every aggregate has. */
export type Aggregate = {
  id: string;
  organizationId: string;
  createdBy: string;
  createdDate: Instant;
  lastModifiedBy: string;
  lastModifiedDate: Instant;
  version: number;
};

/** Who decides, when, and how new things get their ids: all that a decision may know beside its state and command. */
export type Context = { readonly actor: Actor; readonly now: Instant; readonly newId: NewId };

/** What a command makes of a state, and what it tells the world. The same state and no events: nothing is stored. */
export type Decision<State, Event> = { readonly state: State; readonly events: readonly Event[] };

/** The decision that nothing changes. */
export const unchanged = <State>(state: State): Decision<State, never> => ({ state, events: [] });

/**
 * The decision to change some members of a state, announced by `events`. Members are compared value by value: changes
 * that say what the state says already change nothing and announce nothing.
 */
export const changed = <State extends object, Event>(
  state: State,
  changes: Partial<State>,
  ...events: readonly Event[]
): Decision<State, Event> => {
  const names = Object.keys(changes) as (keyof State)[];
  if (names.every((name) => state[name] === changes[name] || isSame(state[name], changes[name])))
    return unchanged(state);
  return { state: { ...state, ...changes }, events };
};

/** The decision to bring something new into the world. */
export const created = <State, Event>(state: State, ...events: readonly Event[]): Decision<State, Event> => ({
  state,
  events,
});

/**
 * Checks a version that `If-Match` asked for against the stored one.
 * @throws DomainError `version-mismatch` (412).
 */
export const assertVersion = (resource: string, actual: number, ifMatch: number | undefined): void => {
  if (ifMatch === undefined || ifMatch === actual) return;
  throw new DomainError('version-mismatch', `The ${resource} is at version ${actual} now.`, { version: actual });
};
