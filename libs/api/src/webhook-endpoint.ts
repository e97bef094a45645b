import { z } from 'zod';
import * as f from './fields.ts';
import { integerParam } from './fields.ts';
import { idCursor, orderedPaging } from './list.ts';
import { personal } from './personal-data.ts';
import { anyOf, component } from './rules.ts';

const eventTypes = (pattern: z.ZodString, how: string) =>
  z
    .array(pattern)
    .min(1)
    .max(50)
    .meta({ description: `Which events: their types, in which ${how}`, example: ['insurance.billing.invoice-*'] });

const ANY_TEXT = '* stands for any text';
const THRICE = `${ANY_TEXT}, three times at most`;

const pattern = z
  .string()
  .max(128)
  .regex(/^[a-z0-9.*-]+$/, { error: `must be an event type, in which ${ANY_TEXT}` });

const WebhookEndpointStatus = z.enum(['ACTIVE', 'PAUSED', 'DISABLED']).meta({
  id: 'WebhookEndpointStatus',
  description:
    'ACTIVE: events are sent. PAUSED: events wait, for 30 days. DISABLED, after 5 days of failures: it misses events; make it ACTIVE again and replay them',
});

const settings = {
  url: f.url.meta({ description: 'Where events are sent: a public https address' }),
  description: f.shortText.nullable(),
  eventTypes: eventTypes(
    pattern.regex(/^[^*]*(\*[^*]*){0,3}$/, { error: `must be an event type, in which ${THRICE}` }),
    THRICE,
  ),
};

const resource = {
  id: f.uuid,
  organizationId: f.organizationId,
  ...settings,
  // Older endpoints have patterns with more.
  eventTypes: eventTypes(pattern, ANY_TEXT),
  status: WebhookEndpointStatus,
  createdBy: f.longText,
  createdDate: f.timestamp,
  lastModifiedBy: f.longText,
  lastModifiedDate: f.timestamp,
  version: z.int().min(1),
};

const example = {
  id: '01a1f84a-95d1-7c55-9d0a-2c1f6a3f9e01',
  organizationId: 'acme-stays',
  url: 'https://hooks.acme-stays.example/staycover',
  description: 'Accounting',
  eventTypes: ['insurance.billing.*'],
  status: 'ACTIVE' as const,
  createdBy: 'dana',
  createdDate: '2026-11-20T09:30:00.000Z',
  lastModifiedBy: 'dana',
  lastModifiedDate: '2026-11-20T09:30:00.000Z',
  version: 1,
};

export const WebhookEndpoint = component(z.object(resource), {
  id: 'WebhookEndpoint',
  description: 'An address of an organization that events are sent to',
  example,
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

const secret = personal({
  secret: f.longText.meta({
    description: 'The key of the signatures, `whsec_` and base64 (Standard Webhooks). It is shown only here: keep it',
  }),
});

export const WebhookEndpointSecret = component(z.object({ ...resource, ...secret }), {
  id: 'WebhookEndpointSecret',
  description: 'A webhook endpoint with its new secret',
  example: { ...example, secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD' },
});
export type WebhookEndpointSecret = z.infer<typeof WebhookEndpointSecret>;

export const CreateWebhookEndpointBody = component(
  z.object({
    organizationId: f.organizationId,
    url: settings.url,
    description: settings.description.optional(),
    eventTypes: settings.eventTypes.optional(),
  }),
  {
    id: 'CreateWebhookEndpointBody',
    description: 'A new webhook endpoint; without eventTypes it gets all events',
    example: {
      organizationId: 'acme-stays',
      url: 'https://hooks.acme-stays.example/staycover',
      description: 'Accounting',
      eventTypes: ['insurance.billing.*'],
    },
  },
);

export const UpdateWebhookEndpointBody = component(z.object(settings).partial(), {
  id: 'UpdateWebhookEndpointBody',
  description: 'What to change of a webhook endpoint',
  example: { eventTypes: ['insurance.billing.*', 'insurance.claims.*'] },
});
export type UpdateWebhookEndpointBody = z.infer<typeof UpdateWebhookEndpointBody>;

export const WebhookEndpointStatusBody = component(
  z.object({ status: z.enum(['ACTIVE', 'PAUSED']).meta({ description: 'ACTIVE sends what waits' }) }),
  {
    id: 'WebhookEndpointStatusBody',
    description: 'Pauses a webhook endpoint, or goes on',
    example: { status: 'PAUSED' },
  },
);

export const WebhookAttempt = component(
  z.object({
    id: f.uuid,
    eventId: f.uuid.meta({ description: 'The event, which is also the `webhook-id`' }),
    eventType: f.longText,
    at: f.timestamp,
    outcome: z.enum(['DELIVERED', 'FAILED']),
    status: z.int().nullable().meta({ description: 'The HTTP status of the answer; null without one' }),
    error: f.longText.nullable().meta({ description: 'Why it failed' }),
    answer: f.longText.nullable().meta({ description: 'How the answer begins' }),
    durationMs: z.int().min(0),
  }),
  {
    id: 'WebhookAttempt',
    description: 'An event that was sent to a webhook endpoint, once',
    example: {
      id: '01a1f84a-9aa1-7d2c-8f0e-6b2f4f0c9a11',
      eventId: '01a1f84a-95ca-74d0-85fb-48b92136c7d3',
      eventType: 'insurance.billing.invoice-sent.v1',
      at: '2026-11-20T09:30:00.250Z',
      outcome: 'FAILED',
      status: 500,
      error: 'The answer has the status 500.',
      answer: 'Internal Server Error',
      durationMs: 84,
    },
  },
);
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

export const ReplayWebhookEventsBody = component(
  z
    .object({
      from: f.instant.optional().meta({ description: 'Events that the platform kept at this time or later' }),
      eventId: f.uuid.optional().meta({ description: 'This event, and those behind it' }),
      limit: z
        .int()
        .min(1)
        .max(10_000)
        .optional()
        .meta({ description: 'Events at most, 10,000 without it; 1 with eventId: only that' }),
    })
    .refine(...anyOf('from', 'eventId')),
  {
    id: 'ReplayWebhookEventsBody',
    description: 'Which events are sent again, in order. With both starts, the later one counts',
    example: { from: '2026-11-20T09:00:00Z' },
  },
);

export const WebhookReplay = component(
  z.object({
    events: z.int().min(0).meta({ description: 'How many events will be sent' }),
    lastEventId: f.uuid.nullable().meta({ description: 'The last of them; null when there is none' }),
    isComplete: z.boolean().meta({ description: 'False when there are more: go on with `eventId` of the last one' }),
  }),
  {
    id: 'WebhookReplay',
    description: 'What will be sent again',
    example: { events: 12, lastEventId: '01a1f84a-95ca-74d0-85fb-48b92136c7d3', isComplete: true },
  },
);
export type WebhookReplay = z.infer<typeof WebhookReplay>;

export const WebhookEndpointQuery = z.object({
  organizationId: f.organizationId.optional(),
  ...orderedPaging(idCursor),
});

export const WebhookAttemptQuery = z.object({
  eventId: f.uuid.optional().meta({ description: 'Only those of this event' }),
  outcome: z.enum(['DELIVERED', 'FAILED']).optional().meta({ description: 'Only those that ended so' }),
  limit: integerParam(1, 1000).default(100).meta({ description: 'Rows of a page at most' }),
  cursor: idCursor
    .optional()
    .meta({ description: 'Where the page starts, taken from the Link header of the page before' }),
});
