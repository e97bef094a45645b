import type { DataOf, EventDefinition } from '@staycover/events';
import type { Aggregate } from '@staycover/kernel';
import { type NewEvent, newEvent } from '@staycover/messaging';

/** How an event of the domain is published: none, one or several events of the interface; thousands take their time. */
export type Announcement<State, Event> = (
  state: State,
  event: Event,
) => readonly NewEvent[] | Promise<readonly NewEvent[]>;

/** One entry for each event of the domain: a new one that is not announced is a compile error. */
export type Announcements<State, Event extends { type: string }> = {
  readonly [T in Event['type']]: Announcement<State, Extract<Event, { type: T }>>;
};

/** Publishes an event of the domain as `definition`, its data checked against the published schema. */
export const announce =
  <State extends Aggregate, Event, E extends EventDefinition>(
    definition: E,
    data: (state: State, event: Event) => DataOf<E>,
  ): Announcement<State, Event> =>
  (state, event) => [newEvent(definition, state, data(state, event))];

/** The events of a stored state, ready to publish. */
export const announced = async <State, Event extends { type: string }>(
  announcements: Announcements<State, Event>,
  state: State,
  events: readonly Event[],
): Promise<NewEvent[]> => {
  const published: NewEvent[] = [];
  for (const event of events) {
    const announcement = announcements[event.type as Event['type']] as Announcement<State, Event>;
    published.push(...(await announcement(state, event)));
  }
  return published;
};
