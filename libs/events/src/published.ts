import type { components } from './published-types.ts';

export type { CloudEvent } from './cloud-event.ts';
export type * from './published-types.ts';
export * from './verify-webhook.ts';

/** Every event that the platform publishes, by its type. */
export type StaycoverEvents = components['schemas']['StaycoverEvents'];

/** The type of an event: `insurance.billing.invoice-sent.v1`. */
export type EventType = keyof StaycoverEvents;

/** The event of a type. */
export type EventOf<Type extends EventType> = StaycoverEvents[Type];

/** Any event that the platform publishes, by its `type`. */
export type StaycoverEvent = StaycoverEvents[EventType];
