import { type Announcements, announce } from '@staycover/change';
import { insightEvents } from '@staycover/events';
import { timestamp } from '@staycover/kernel';
import type { WebhookEndpoint, WebhookEndpointEvent } from './domain/webhook-endpoint.ts';
import { webhookEndpointResource } from './wire/webhooks.ts';

/** How each event of a webhook endpoint is published. */
export const announcements: Announcements<WebhookEndpoint, WebhookEndpointEvent> = {
  'webhook-endpoint-disabled': announce(insightEvents.webhookEndpointDisabled, (endpoint, { failingSince }) => ({
    organizationId: endpoint.organizationId,
    version: endpoint.version,
    webhookEndpointId: endpoint.id,
    webhookEndpoint: webhookEndpointResource(endpoint),
    failingSince: timestamp(failingSince),
  })),
};
