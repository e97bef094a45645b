import { inTransaction } from '@staycover/change';
import { cloudEvent } from '@staycover/events';
import { DomainError, type Instant, timestamp } from '@staycover/kernel';
import { findEvent } from '../db/events.ts';
import { recordAttempt, type StoredAttempt } from '../db/webhook-attempts.ts';
import { isCrowded, replayEvents } from '../db/webhook-deliveries.ts';
import { webhookEndpoints } from '../db/webhook-endpoints.ts';
import { restartDelivery } from '../db/webhook-turns.ts';
import { sendOnce, type WebhookDeps } from './deliver-to-endpoint.ts';
import type { Target } from './webhook-commands.ts';

type Replay = { from?: Instant | undefined; eventId?: string | undefined; limit: number };

/** No events are sent again while more than these wait: each attempt is kept for 30 days. */
const MOST_WAITING = 10_000;
const RETRY_AFTER_S = 60;
const CROWDED = 'More than 10,000 events wait for the endpoint: wait until it has accepted some.';

const TEST = { service: 'insight', type: 'insurance.insight.webhook-test.v1' } as const;

/** Deliveries to webhook endpoints on request. */
export const webhookSending = (deps: WebhookDeps) => {
  const { database, newId, clock } = deps;
  return {
    /** Sends a test event once, and keeps how that went. */
    async test({ actor, params }: Target): Promise<StoredAttempt> {
      const { id, organizationId, url } = await webhookEndpoints.load(database, actor, params.id);
      const eventId = newId();
      const data = { organizationId, version: 1, webhookEndpointId: id };
      const event = cloudEvent(TEST, { id: eventId, aggregateId: id, time: timestamp(clock()), data });
      const message = { eventId, eventType: TEST.type, envelope: JSON.stringify(event) };
      const { attempt } = await sendOnce(deps, { id, url }, message);
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
        if (await isCrowded(tx, id, MOST_WAITING))
          throw new DomainError('rate-limited', CROWDED, { retryAfter: RETRY_AFTER_S });
        const found = await replayEvents(tx, id, asked);
        await restartDelivery(tx, id);
        return found;
      });
    },
  };
};

export type WebhookSending = ReturnType<typeof webhookSending>;
