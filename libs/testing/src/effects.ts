import { execute, inTransaction, type Work } from '@staycover/db';
import type { DataOf, EventDefinition } from '@staycover/events';
import type { Subscription } from '@staycover/messaging';

/** A subscription for specs of the consumer itself: `effect` and the inbox row commit together, once an event. */
export const oncePerEvent = <E extends EventDefinition>(
  event: E,
  effect: (tx: Work, data: DataOf<E>) => Promise<unknown>,
): Subscription => ({
  event,
  process: (database, delivery) =>
    inTransaction(database, async (tx) => {
      const key = [delivery.consumer, delivery.eventKey];
      const fresh = await execute(
        tx,
        'insert into inbox (consumer, event_key) values ($1, $2) on conflict do nothing',
        key,
      );
      if (fresh > 0) await effect(tx, delivery.event.data as DataOf<E>);
      return fresh > 0;
    }),
});
