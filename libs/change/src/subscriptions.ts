import { type Database, execute, inTransaction, type Work } from '@staycover/db';
import type { EventDefinition } from '@staycover/events';
import { type Context, type Instant, systemActor } from '@staycover/kernel';
import type { Delivery, EventOf, Subscription } from '@staycover/messaging';
import { askingAgain } from './ask-again.ts';

/** Who an event comes from, when it is handled, when its stream got it, and when it came by the platform's clock. */
type EventContext = Context & { readonly receivedAt: Instant; readonly cameAt: Instant };

/** Who acts on an event, in the name of its publisher for its organization, and when. */
export const createEventContext = <E extends EventDefinition>(definition: E, delivery: Delivery<E>): EventContext => {
  const { now, receivedAt, cameAt, newId } = delivery.context;
  return { actor: systemActor(definition.service, deliveryOrganization(delivery)), now, receivedAt, cameAt, newId };
};

/** The organization that an event is about. */
export const deliveryOrganization = ({ event }: Delivery): string =>
  (event.data as { organizationId: string }).organizationId;

/** A subscription of one kind of event, which gets no other: so its handler may ask for that kind. */
export const subscription = <E extends EventDefinition>(
  definition: E,
  process: (database: Database, delivery: Delivery<E>) => Promise<boolean>,
  options: Pick<Subscription, 'ordered' | 'together' | 'inTurns'>,
): Subscription => ({ event: definition, process: process as unknown as Subscription['process'], ...options });

/** How a command follows an event. */
type HandlingOptions<E extends EventDefinition, Asked> = {
  ordered?: boolean;
  /** Asks other services, which no transaction waits for; its answer is the last argument of the command. */
  before?: (event: EventOf<E>, context: EventContext) => Promise<Asked>;
};

export type Command<E extends EventDefinition, Asked = undefined> = (
  tx: Work,
  event: EventOf<E>,
  context: EventContext,
  asked: Asked,
) => Promise<unknown>;

/**
 * Runs a command for an event, exactly once: in one transaction with the inbox row. The context's actor is the service
 * that published the event.
 */
export const handles = <E extends EventDefinition, Asked = undefined>(
  definition: E,
  handle: Command<E, Asked>,
  { before, ...options }: HandlingOptions<E, Asked> = {},
): Subscription => {
  const attempt = async (database: Database, delivery: Delivery<E>): Promise<boolean> => {
    const context = createEventContext(definition, delivery);
    const asked = (await before?.(delivery.event, context)) as Asked;
    return inTransaction(database, async (tx) => {
      const { consumer, eventKey } = delivery;
      // First, so that a concurrent duplicate waits here and then does nothing.
      const isFirst = (await execute(tx, INBOX, [consumer, eventKey])) > 0;
      if (isFirst) await handle(tx, delivery.event, context, asked);
      return isFirst;
    });
  };
  // What was sent after this event would overtake it if it came again later.
  const process = (database: Database, delivery: Delivery<E>) => askingAgain(() => attempt(database, delivery));
  return subscription(definition, process, options);
};

const INBOX = 'insert into inbox (consumer, event_key) values ($1, $2) on conflict do nothing';
