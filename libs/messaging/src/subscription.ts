import type { Database } from '@staycover/db';
import type { CloudEvent, DataOf, EventDefinition, InboundCloudEvent } from '@staycover/events';
import type { Clock, NewId } from '@staycover/kernel';
import type { Slots } from './slots.ts';

/** What a handler gets: the validated envelope. */
export type EventOf<E extends EventDefinition> = E extends { service: 'inbound' }
  ? InboundCloudEvent<DataOf<E>>
  : CloudEvent<DataOf<E>>;

type HandlerContext = {
  now: Temporal.Instant;
  /** When its stream received the event, by the clock of NATS: the order of publication, regardless of redeliveries. */
  receivedAt: Temporal.Instant;
  /** When the event came, by the platform's clock: the same time however often it comes again. */
  cameAt: Temporal.Instant;
  clock: Clock;
  newId: NewId;
  service: string;
  traceparent?: string | undefined;
  /** Where what shares a transaction finds a place among those that have a connection of their own. */
  handlers?: Slots;
};

/** An event that came, and what makes it the same event when it comes again. */
export type Delivery<E extends EventDefinition = EventDefinition> = {
  consumer: string;
  eventKey: string;
  event: EventOf<E>;
  context: HandlerContext;
  /** It may have come before: then it comes without others. */
  isRedelivered?: boolean;
};

/** Thrown by a subscription to have the event again soon: it waits for others, and nothing is wrong with it. */
export class NotYet extends Error {
  override name = 'NotYet';
}

/** One input of a service. */
export type Subscription = {
  event: EventDefinition;
  /**
   * One at a time for each organization, in stream order; another replica still works in parallel. An event rejected with
   * `invalid-transition` while an earlier one is in progress is redelivered.
   */
  ordered?: boolean;
  /** What comes at once shares a statement or a transaction, and with it a connection. */
  together?: boolean;
  /** Its events may wait for others of their organization: organizations take turns, and none has all places. */
  inTurns?: boolean;
  /** Processes the event once, with its inbox row, in one transaction; false when it was processed before. */
  process: (database: Database, delivery: Delivery) => Promise<boolean>;
};
