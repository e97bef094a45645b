import { change, createContext, inTransaction } from '@staycover/change';
import type { Actor, Context, Decision, ExpectedVersion } from '@staycover/kernel';
import { newSecret } from '../adapters/webhook-secrets.ts';
import { addSecret, assertRoom, removeSecrets, webhookEndpoints } from '../db/webhook-endpoints.ts';
import { startAnew } from '../db/webhook-turns.ts';
import {
  createWebhookEndpoint,
  rotateWebhookSecret,
  setWebhookEndpointStatus,
  type WebhookEndpoint,
  type WebhookEndpointEvent,
  type WebhookEndpointSettings,
} from '../domain/webhook-endpoint.ts';
import type { Delivering } from './deliver-to-endpoint.ts';

type Asked = { actor: Actor };
export type Target = Asked & { params: { id: string }; ifMatch?: ExpectedVersion | undefined };
type WithSecret = { endpoint: WebhookEndpoint; secret: string };
type Decide = (endpoint: WebhookEndpoint) => Decision<WebhookEndpoint, WebhookEndpointEvent>;

/** For so long both secrets are good after a rotation. */
const OVERLAP_HOURS = 24;

/** What is changed of webhook endpoints. */
export const webhookCommands = (delivering: Omit<Delivering, 'send'>) => {
  const { database, newId, clock, seal } = delivering;
  const context = (asked: Asked): Context => createContext({ clock, newId }, asked);

  return {
    /** Makes an endpoint with its secret. */
    create(asked: Asked, settings: WebhookEndpointSettings & { organizationId: string }): Promise<WithSecret> {
      const secret = newSecret();
      return inTransaction(database, async (tx) => {
        await assertRoom(tx, settings.organizationId);
        const decision = createWebhookEndpoint(settings, context(asked));
        await webhookEndpoints.add(tx, context(asked), decision);
        await addSecret(tx, decision.state, { secret, seal, now: clock(), othersUntil: clock() });
        await startAnew(tx, decision.state.id);
        return { endpoint: decision.state, secret };
      });
    },

    /** Changes an endpoint; what had failed is tried again at once, since the reason may be gone. */
    change(asked: Target, decide: Decide): Promise<WebhookEndpoint> {
      const target = { id: asked.params.id, ifMatch: asked.ifMatch };
      return inTransaction(database, async (tx) => {
        const endpoint = await change(tx, webhookEndpoints, context(asked), target, decide);
        await startAnew(tx, endpoint.id);
        return endpoint;
      });
    },

    /** Deletes an endpoint with its secrets; its delivery log is kept until it expires. */
    async remove(asked: Target): Promise<void> {
      const target = { id: asked.params.id, ifMatch: asked.ifMatch };
      await inTransaction(database, async (tx) => {
        const decide: Decide = (endpoint) => setWebhookEndpointStatus(endpoint, 'DELETED');
        await removeSecrets(tx, (await change(tx, webhookEndpoints, context(asked), target, decide)).id);
      });
    },

    /** Gives an endpoint another secret; the one that it has is good for a day more. */
    rotate(asked: Target): Promise<WithSecret> {
      const secret = newSecret();
      const by = context(asked);
      return inTransaction(database, async (tx) => {
        const decide: Decide = (endpoint) => rotateWebhookSecret(endpoint, by);
        const endpoint = await change(tx, webhookEndpoints, by, { id: asked.params.id }, decide);
        const othersUntil = by.now.add({ hours: OVERLAP_HOURS });
        await addSecret(tx, endpoint, { secret, seal, now: by.now, othersUntil });
        return { endpoint, secret };
      });
    },
  };
};

export type WebhookCommands = ReturnType<typeof webhookCommands>;
