import type { Work } from '@staycover/db';
import type { Context } from '@staycover/kernel';
import { appendEvents, type NewEvent } from '@staycover/messaging';

/** Publishes what has no state of its own, in the transaction that makes it true. */
export const publish = (tx: Work, { now, newId }: Context, event: NewEvent): Promise<void> =>
  appendEvents(tx, [event], { now, newId });
