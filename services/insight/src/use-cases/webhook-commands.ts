import { change, createContext, inTransaction, type Work } from '@staycover/change';
import type { Actor, Context, Decision, ExpectedVersion } from '@staycover/kernel';
import { newSecret } from '../adapters/webhook-secrets.ts';
import { addSecret, assertRoom, removeSecrets, webhookEndpoints } from '../db/webhook-endpoints.ts';
import { restartDelivery } from '../db/webhook-turns.ts';
import {
  createWebhookEndpoint,
  rotateWebhookSecret,
  setWebhookEndpointStatus,
  type WebhookEndpoint,
  type WebhookEndpointEvent,
  type WebhookEndpointSettings,
} from '../domain/webhook-endpoint.ts';
import type { WebhookDeps } from './deliver-to-endpoint.ts';

type Caller = { actor: Actor };
export type Target = Caller & { params: { id: string }; ifMatch?: ExpectedVersion | undefined };
type WithSecret = { endpoint: WebhookEndpoint; secret: string };
type Decide = (endpoint: WebhookEndpoint, context: Context) => Decision<WebhookEndpoint, WebhookEndpointEvent>;

/** For so long both secrets are good after a rotation. */
const OVERLAP_HOURS = 24;

/** What is changed of webhook endpoints. */
export const webhookCommands = ({ database, newId, clock, seal }: Omit<WebhookDeps, 'send'>) => {
  const toContext = (caller: Caller): Context => createContext({ clock, newId }, caller);

  const changeStored = (
    tx: Work,
    context: Context,
    { params: { id }, ifMatch }: Omit<Target, 'actor'>,
    decide: Decide,
  ) => change(tx, webhookEndpoints, context, { id, ifMatch }, (endpoint) => decide(endpoint, context));

  return {
    /** Makes an endpoint with its secret. */
    create(caller: Caller, settings: WebhookEndpointSettings & { organizationId: string }): Promise<WithSecret> {
      const secret = newSecret();
      const context = toContext(caller);
      const { now } = context;
      return inTransaction(database, async (tx) => {
        await assertRoom(tx, settings.organizationId);
        const decision = createWebhookEndpoint(settings, context);
        await webhookEndpoints.add(tx, context, decision);
        await addSecret(tx, decision.state, { secret, seal, now, othersUntil: now });
        await restartDelivery(tx, decision.state.id);
        return { endpoint: decision.state, secret };
      });
    },

    /** Changes an endpoint; what had failed is tried again at once, since the reason may be gone. */
    change(target: Target, decide: Decide): Promise<WebhookEndpoint> {
      return inTransaction(database, async (tx) => {
        const endpoint = await changeStored(tx, toContext(target), target, decide);
        await restartDelivery(tx, endpoint.id);
        return endpoint;
      });
    },

    /** Deletes an endpoint with its secrets; its delivery log is kept until it expires. */
    async remove(target: Target): Promise<void> {
      await inTransaction(database, async (tx) => {
        const endpoint = await changeStored(tx, toContext(target), target, (stored) =>
          setWebhookEndpointStatus(stored, 'DELETED'),
        );
        await removeSecrets(tx, endpoint.id);
      });
    },

    /** Gives an endpoint another secret; the one that it has is good for a day more. */
    rotate({ actor, params }: Target): Promise<WithSecret> {
      const secret = newSecret();
      const context = toContext({ actor });
      const { now } = context;
      return inTransaction(database, async (tx) => {
        const endpoint = await changeStored(tx, context, { params }, rotateWebhookSecret);
        await addSecret(tx, endpoint, { secret, seal, now, othersUntil: now.add({ hours: OVERLAP_HOURS }) });
        // What could not be signed with the former one is sent at once.
        await restartDelivery(tx, endpoint.id);
        return { endpoint, secret };
      });
    },
  };
};

export type WebhookCommands = ReturnType<typeof webhookCommands>;
