import { inTransaction } from '@staycover/change';
import { cloudEvent } from '@staycover/events';
import { DomainError, type Instant, timestamp } from '@staycover/kernel';
import { findEvent } from '../db/events.ts';
import { recordAttempt, type StoredAttempt } from '../db/webhook-attempts.ts';
import { replayEvents } from '../db/webhook-deliveries.ts';
import { webhookEndpoints } from '../db/webhook-endpoints.ts';
import { startAnew } from '../db/webhook-turns.ts';
import { type Delivering, sendOnce } from './deliver-to-endpoint.ts';
import type { Target } from './webhook-commands.ts';

type Replay = { from?: Instant | undefined; eventId?: string | undefined; limit: number };

const TEST = { service: 'insight', type: 'insurance.insight.webhook-test.v1' } as const;

/** Deliveries to webhook endpoints on request. */
export const webhookSending = (delivering: Delivering) => {
  const { database, newId, clock } = delivering;
  return {
    /** Sends a test event once, and keeps how that went. */
    async test({ actor, params }: Target): Promise<StoredAttempt> {
      const { id, organizationId, url } = await webhookEndpoints.load(database, actor, params.id);
      const eventId = newId();
      const data = { organizationId, version: 1, webhookEndpointId: id };
      const event = cloudEvent(TEST, { id: eventId, aggregateId: id, time: timestamp(clock()), data });
      const message = { eventId, eventType: TEST.type, envelope: JSON.stringify(event) };
      const { attempt } = await sendOnce(delivering, { id, url }, message);
      await recordAttempt(database, id, attempt);
      return attempt;
    },

    /** Has events sent again; returns the ids of those, and of one more when there is one. */
    async replay({ actor, params }: Target, asked: Replay): Promise<string[]> {
      const { eventId } = asked;
      if (eventId !== undefined && !(await findEvent(database, actor, eventId)))
        throw DomainError.notFound('event', eventId);
      return await inTransaction(database, async (tx) => {
        const { id, status } = await webhookEndpoints.load(tx, actor, params.id);
        if (status === 'DISABLED')
          throw new DomainError('webhook-endpoint-not-active', 'The endpoint is DISABLED. Make it ACTIVE first.');
        const found = await replayEvents(tx, id, asked);
        await startAnew(tx, id);
        return found;
      });
    },
  };
};

export type WebhookSending = ReturnType<typeof webhookSending>;
