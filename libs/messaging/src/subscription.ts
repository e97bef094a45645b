import type { Database, Tx } from '@staycover/db';
import type { CloudEvent, DataOf, EventDefinition, InboundCloudEvent } from '@staycover/events';
import type { Clock, NewId } from '@staycover/kernel';
import { processOnce } from './inbox.ts';

/** What a handler gets: the validated envelope. */
export type EventOf<E extends EventDefinition> = E extends { service: 'inbound' }
  ? InboundCloudEvent<DataOf<E>>
  : CloudEvent<DataOf<E>>;

export type HandlerContext = {
  now: Temporal.Instant;
  clock: Clock;
  newId: NewId;
  service: string;
  traceparent?: string | undefined;
};

/** An event that came, and what makes it the same event when it comes again. */
export type Delivery<E extends EventDefinition = EventDefinition> = {
  consumer: string;
  eventKey: string;
  event: EventOf<E>;
  context: HandlerContext;
};

/** One input of a service. */
export type Subscription<E extends EventDefinition = EventDefinition> = {
  event: E;
  /** One at a time, in the order of the stream; a replica beside this one still works in parallel. */
  ordered?: boolean;
} & (
  | {
      /** Processes the event once, with its inbox row, in one transaction; false when it was processed before. */
      process: (database: Database, delivery: Delivery<E>) => Promise<boolean>;
    }
  | {
      /** Runs in the transaction that also records the event as processed. */
      handle: (tx: Tx, event: EventOf<E>, context: HandlerContext) => Promise<void>;
    }
);

/** Declares a subscription, its handler checked against the event's schema. */
export const on = <E extends EventDefinition>(
  event: E,
  handle: (tx: Tx, event: EventOf<E>, context: HandlerContext) => Promise<void>,
  options: { ordered?: boolean } = {},
): Subscription => ({ event, handle, ...options }) as unknown as Subscription;

/** Has a subscription process an event once; false when it was processed before. */
export const processDelivery = (
  database: Database,
  subscription: Subscription,
  delivery: Delivery,
): Promise<boolean> => {
  if ('process' in subscription) return subscription.process(database, delivery);
  const { consumer, eventKey, event, context } = delivery;
  return processOnce(database, consumer, eventKey, (tx) => subscription.handle(tx, event, context));
};
