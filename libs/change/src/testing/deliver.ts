import { type CloudEvent, contractEvents } from '@staycover/events';
import { newId, systemClock } from '@staycover/kernel';
import type { Delivery } from '@staycover/messaging';

/** An event with this data, as a consumer of boats gets it. */
export const delivery = (data: object, eventKey = newId()): Delivery => ({
  consumer: 'policy-boat',
  eventKey,
  event: { ...contractEvents.contractChanged.example, data } as unknown as CloudEvent,
  context: {
    now: systemClock(),
    receivedAt: systemClock(),
    cameAt: systemClock(),
    clock: systemClock,
    newId,
    service: 'policy',
  },
});
