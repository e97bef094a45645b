import type { WebhookAttempt, WebhookEndpoint as WebhookEndpointResource } from '@staycover/api';
import { timestamp } from '@staycover/kernel';
import type { StoredAttempt } from '../db/webhook-attempts.ts';
import type { WebhookEndpoint } from '../domain/webhook-endpoint.ts';

/** The endpoint as the interface shows it; a DELETED one is never shown. */
export const webhookEndpointResource = (endpoint: WebhookEndpoint): WebhookEndpointResource => ({
  id: endpoint.id,
  organizationId: endpoint.organizationId,
  url: endpoint.url,
  description: endpoint.description,
  eventTypes: [...endpoint.eventTypes],
  status: endpoint.status as WebhookEndpointResource['status'],
  createdBy: endpoint.createdBy,
  createdDate: timestamp(endpoint.createdDate),
  lastModifiedBy: endpoint.lastModifiedBy,
  lastModifiedDate: timestamp(endpoint.lastModifiedDate),
  version: endpoint.version,
});

export const webhookAttempt = ({ at, error, ...attempt }: StoredAttempt): WebhookAttempt => ({
  ...attempt,
  at: timestamp(at),
  error,
  outcome: error === null ? 'DELIVERED' : 'FAILED',
});
