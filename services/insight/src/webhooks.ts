import type { Database } from '@staycover/change';
import type { Route } from '@staycover/http';
import { DomainError } from '@staycover/kernel';
import { slots } from '@staycover/messaging';
import { type Platform, sessionUrl } from '@staycover/service';
import { webhookSender } from './adapters/send-webhook.ts';
import { webhookSeal } from './adapters/webhook-secrets.ts';
import { type InsightConfig, webhookSettings } from './config.ts';
import { webhookEndpointRoutes, webhookSendingRoutes } from './http/webhook-routes.ts';
import { deliverToEndpoint } from './use-cases/deliver-to-endpoint.ts';
import { startDelivery } from './use-cases/deliver-webhooks.ts';
import { webhookCommands } from './use-cases/webhook-commands.ts';
import { webhookSending } from './use-cases/webhook-sending.ts';

/** Connections that deliveries use at the same time; the rest of the pool is for requests and events. */
const CONNECTIONS = 4;

/** The database for hundreds of deliveries at once: they queue for a few connections instead of crowding the pool. */
const sparing = (database: Database): Database => {
  const connected = slots(CONNECTIONS);
  return {
    ...database,
    connect: (use) => connected(() => database.connect(use)),
    run: (text, params) => connected(() => database.run(text, params)),
  };
};

/** Wires webhooks: their routes, and what sends events. */
export const openWebhooks = (platform: Platform, config: InsightConfig): { routes: Route[]; stop(): Promise<void> } => {
  const { secretKey, targets, withinMs } = webhookSettings(config);
  const ending = new AbortController();
  const send = webhookSender({ targets, withinMs }, ending.signal);
  const delivering = { ...platform, send, seal: webhookSeal(secretKey) };
  const commands = webhookCommands(delivering);
  const delivery = startDelivery({
    ...platform,
    url: sessionUrl(config),
    schema: platform.database.schema,
    deliver: deliverToEndpoint({ ...delivering, database: sparing(platform.database) }),
  });
  return {
    routes: [
      ...webhookEndpointRoutes(platform, commands, targets),
      ...webhookSendingRoutes(platform, webhookSending(delivering)),
    ],
    async stop() {
      ending.abort(new DomainError('service-unavailable', 'This process ends. Try again.'));
      await delivery.stop();
    },
  };
};
