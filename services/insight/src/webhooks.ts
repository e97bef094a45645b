import type { Route } from '@staycover/http';
import type { Platform } from '@staycover/service';
import { webhookSender } from './adapters/send-webhook.ts';
import { webhookSeal } from './adapters/webhook-secrets.ts';
import { type InsightConfig, webhookSettings } from './config.ts';
import { webhookEndpointRoutes, webhookSendingRoutes } from './http/webhook-routes.ts';
import { deliverToEndpoint } from './use-cases/deliver-to-endpoint.ts';
import { startDelivery } from './use-cases/deliver-webhooks.ts';
import { webhookCommands } from './use-cases/webhook-commands.ts';
import { webhookSending } from './use-cases/webhook-sending.ts';

/** Wires webhooks: their routes, and what sends events. */
export const openWebhooks = (platform: Platform, config: InsightConfig): { routes: Route[]; stop(): Promise<void> } => {
  const { secretKey, targets, withinMs } = webhookSettings(config);
  const ending = new AbortController();
  const send = webhookSender({ targets, withinMs }, ending.signal);
  const delivering = { ...platform, send, seal: webhookSeal(secretKey) };
  const commands = webhookCommands(delivering);
  const delivery = startDelivery({
    ...platform,
    url: config.RELAY_DATABASE_URL ?? config.DATABASE_URL,
    schema: platform.database.schema,
    deliver: deliverToEndpoint(delivering),
  });
  return {
    routes: [
      ...webhookEndpointRoutes(platform, commands, targets),
      ...webhookSendingRoutes(platform, webhookSending(delivering)),
    ],
    async stop() {
      ending.abort();
      await delivery.stop();
    },
  };
};
