import type { Database, Work } from '@staycover/db';
import type { DataOf, EventDefinition } from '@staycover/events';
import type { Context } from '@staycover/kernel';
import type { Delivery, EventOf, Subscription } from '@staycover/messaging';
import { handlesTogether } from './handles-together.ts';
import type { Projection } from './projection.ts';
import { createEventContext, subscription } from './subscriptions.ts';

/** What an event can be to more than a projection. */
type Consequence<E extends EventDefinition> = {
  /** A constant condition on the row, which is called `r`; where it holds the command has the event to itself. */
  where: string;
  /** What the event is about, which the command changes. */
  about: (event: EventOf<E>) => string;
  handle: (tx: Work, event: EventOf<E>, context: Context) => Promise<unknown>;
};

/** Keeps a projection up to date from events; `row` returns undefined for an event that does not concern it. */
export const projects = <E extends EventDefinition, Row extends object>(
  events: readonly E[],
  { following }: Projection<Row>,
  row: (data: DataOf<E>, context: Context) => Row | undefined,
  consequence?: Consequence<E>,
): Subscription[] =>
  events.map((definition) => {
    const follow = following(consequence?.where);
    const command = consequence && handlesTogether(definition, consequence.handle, { about: consequence.about });
    const process = async (database: Database, delivery: Delivery<E>): Promise<boolean> => {
      const { consumer, eventKey, event, isRedelivered } = delivery;
      const followed = row(event.data as DataOf<E>, createEventContext(definition, delivery));
      const outcome = await follow({ work: database, consumer, eventKey, row: followed, isRedelivered });
      return outcome === 'concerned' ? command!.process(database, delivery as Delivery) : outcome === 'stored';
    };
    return subscription(definition, process, { together: true });
  });
