import { fields, schemaExample, WebhookEndpoint } from '@staycover/api';
import { z } from 'zod';
import { aggregate } from './common.ts';
import { defineEvent } from './define.ts';

const webhookEndpoint = { ...schemaExample(WebhookEndpoint), status: 'DISABLED' as const, version: 2 };
const { id: webhookEndpointId, organizationId, version } = webhookEndpoint;

export const webhookEndpointDisabled = defineEvent('insight', {
  name: 'webhook-endpoint-disabled',
  summary: 'A webhook endpoint accepted no event for 5 days and 12 attempts, or answered 410, and gets no more events',
  data: z.object({
    ...aggregate,
    webhookEndpointId: fields.uuid,
    webhookEndpoint: WebhookEndpoint,
    failingSince: fields.timestamp.meta({ description: 'When it failed first' }),
  }),
  aggregateId: webhookEndpointId,
  example: {
    organizationId,
    version,
    webhookEndpointId,
    webhookEndpoint,
    failingSince: '2026-11-15T09:30:00.000Z',
  },
});
