import type { Tx } from '@staycover/db';
import type { CloudEvent, DataOf, EventDefinition, InboundCloudEvent } from '@staycover/events';
import type { Clock, NewId } from '@staycover/kernel';

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

/** One input of a service. `handle` runs in the transaction that also records the event as processed. */
export type Subscription<E extends EventDefinition = EventDefinition> = {
  event: E;
  handle: (tx: Tx, event: EventOf<E>, context: HandlerContext) => Promise<void>;
  /** One at a time, in the order of the stream; a replica beside this one still works in parallel. */
  ordered?: boolean;
};

/** Declares a subscription, its handler checked against the event's schema. */
export const on = <E extends EventDefinition>(
  event: E,
  handle: Subscription<E>['handle'],
  options: { ordered?: boolean } = {},
): Subscription => ({ event, handle, ...options }) as unknown as Subscription;
