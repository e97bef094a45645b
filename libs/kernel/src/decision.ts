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

/** The actor, the time and the id generator: all that a decision may know besides its state and command. */
export type Context = { readonly actor: Actor; readonly now: Instant; readonly newId: NewId };

/** Who made a new aggregate, and when: its first version. */
export const authored = ({ actor, now }: Pick<Context, 'actor' | 'now'>): Omit<Aggregate, 'id' | 'organizationId'> => ({
  createdBy: actor.id,
  createdDate: now,
  lastModifiedBy: actor.id,
  lastModifiedDate: now,
  version: 1,
});

/** The new state and the events of a command. Nothing is stored when the state is the same and there are no events. */
export type Decision<State, Event> = { readonly state: State; readonly events: readonly Event[] };

/** The decision that changes nothing. */
export const unchanged = <State>(state: State): Decision<State, never> => ({ state, events: [] });

/**
 * The decision to change some members of a state, with `events`. Members are compared by value: when none differs, the
 * state stays as it is and no event is produced.
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

/** The version that a change expects, or several of which it may be one. */
export type ExpectedVersion = number | readonly number[];

/**
 * Checks the version from `If-Match` against the stored one.
 * @throws DomainError `version-mismatch` (412).
 */
export const assertVersion = (resource: string, actual: number, ifMatch: ExpectedVersion | undefined): void => {
  if (ifMatch === undefined || [ifMatch].flat().includes(actual)) return;
  throw new DomainError('version-mismatch', `The ${resource} is at version ${actual} now.`, { version: actual });
};
