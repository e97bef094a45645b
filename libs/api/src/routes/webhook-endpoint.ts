import { z } from 'zod';
import { idField, list } from '../fields.ts';
import { allowedActions, entityTag, guarded, location, nextPage, route, withBody } from '../route.ts';
import {
  CreateWebhookEndpointBody,
  ReplayWebhookEventsBody,
  UpdateWebhookEndpointBody,
  WebhookAttempt,
  WebhookAttemptQuery,
  WebhookEndpoint,
  WebhookEndpointQuery,
  WebhookEndpointSecret,
  WebhookEndpointStatusBody,
  WebhookReplay,
} from '../webhook-endpoint.ts';

const service = 'insight';
const params = z.object({ id: idField('webhook endpoint') });
const endpoint = { description: 'The webhook endpoint', body: WebhookEndpoint, headers: entityTag };
const withSecret = { description: 'The webhook endpoint, with its secret', body: WebhookEndpointSecret };

export const createWebhookEndpoint = route({
  operationId: 'createWebhookEndpoint',
  service,
  method: 'post',
  path: '/api/webhook-endpoint',
  summary: 'Have events sent to an address',
  description:
    'Events are sent as Standard Webhooks, in order for each thing that they happened to, and again for 5 days until the ' +
    'address answers 2xx within 15 s. The secret is in this answer only. The address must be public; redirects are not ' +
    'followed. There is no Idempotency-Key, since it would store the answer with the secret. A second call makes another endpoint.',
  role: 'ops',
  body: CreateWebhookEndpointBody,
  responses: { 201: { ...withSecret, headers: { ...entityTag, ...location } } },
  problems: [...withBody, 'not-found', 'webhook-endpoint-limit', ...guarded],
});

export const listWebhookEndpoints = route({
  operationId: 'listWebhookEndpoints',
  service,
  method: 'get',
  path: '/api/webhook-endpoint',
  summary: 'List webhook endpoints',
  role: 'read',
  query: WebhookEndpointQuery,
  responses: { 200: { description: 'The webhook endpoints', body: list(WebhookEndpoint, 1_000), headers: nextPage } },
  problems: ['invalid-request', 'not-found', ...guarded],
});

export const getWebhookEndpoint = route({
  operationId: 'getWebhookEndpoint',
  service,
  method: 'get',
  path: '/api/webhook-endpoint/{id}',
  summary: 'Read a webhook endpoint',
  role: 'read',
  params,
  responses: { 200: { ...endpoint, headers: { ...entityTag, ...allowedActions } } },
  problems: ['not-found', ...guarded],
  etag: true,
});

export const updateWebhookEndpoint = route({
  operationId: 'updateWebhookEndpoint',
  service,
  method: 'put',
  path: '/api/webhook-endpoint/{id}',
  summary: 'Change a webhook endpoint',
  description: 'Changes only the members in the body. Events that wait already are still sent.',
  role: 'ops',
  params,
  body: UpdateWebhookEndpointBody,
  responses: { 200: endpoint },
  problems: [...withBody, 'not-found', 'version-mismatch', ...guarded],
  etag: true,
});

export const setWebhookEndpointStatus = route({
  operationId: 'setWebhookEndpointStatus',
  service,
  method: 'patch',
  path: '/api/webhook-endpoint/{id}/status',
  summary: 'Pause or resume a webhook endpoint',
  role: 'ops',
  params,
  body: WebhookEndpointStatusBody,
  responses: { 200: endpoint },
  problems: [...withBody, 'not-found', 'invalid-transition', 'version-mismatch', ...guarded],
  etag: true,
});

export const deleteWebhookEndpoint = route({
  operationId: 'deleteWebhookEndpoint',
  service,
  method: 'delete',
  path: '/api/webhook-endpoint/{id}',
  summary: 'Delete a webhook endpoint',
  role: 'ops',
  params,
  responses: { 204: { description: 'It is deleted, and gets nothing more' } },
  problems: ['not-found', 'version-mismatch', ...guarded],
  etag: true,
});

export const testWebhookEndpoint = route({
  operationId: 'testWebhookEndpoint',
  service,
  method: 'post',
  path: '/api/webhook-endpoint/{id}/test',
  summary: 'Send a test event to a webhook endpoint',
  description: 'Sends an event of the type insurance.insight.webhook-test.v1 once, at once, also to a paused endpoint.',
  role: 'ops',
  params,
  outlives: true,
  responses: { 200: { description: 'How that went', body: WebhookAttempt } },
  problems: ['not-found', ...guarded],
});

export const rotateWebhookSecret = route({
  operationId: 'rotateWebhookSecret',
  service,
  method: 'post',
  path: '/api/webhook-endpoint/{id}/rotate-secret',
  summary: 'Give a webhook endpoint a new secret',
  description: 'For 24 hours, requests have the signatures of both secrets.',
  role: 'ops',
  params,
  responses: { 200: { ...withSecret, headers: entityTag } },
  problems: ['not-found', ...guarded],
});

export const listWebhookAttempts = route({
  operationId: 'listWebhookAttempts',
  service,
  method: 'get',
  path: '/api/webhook-endpoint/{id}/attempts',
  summary: 'List what was sent to a webhook endpoint',
  description: 'Newest first, for 30 days.',
  role: 'read',
  params,
  query: WebhookAttemptQuery,
  responses: { 200: { description: 'The attempts', body: list(WebhookAttempt, 1_000), headers: nextPage } },
  problems: ['invalid-request', 'not-found', ...guarded],
});

export const replayWebhookEvents = route({
  operationId: 'replayWebhookEvents',
  service,
  method: 'post',
  path: '/api/webhook-endpoint/{id}/replay',
  summary: 'Send events to a webhook endpoint again',
  description:
    'Events of the last 30 days that it subscribes to, delivered or not, under the same ids. While 10,000 events wait for an endpoint, another replay is 429 `rate-limited`.',
  role: 'ops',
  params,
  body: ReplayWebhookEventsBody,
  responses: { 202: { description: 'They will be sent', body: WebhookReplay } },
  problems: [...withBody, 'not-found', 'webhook-endpoint-not-active', ...guarded],
});

export const webhookEndpointRoutes = [
  createWebhookEndpoint,
  listWebhookEndpoints,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  setWebhookEndpointStatus,
  deleteWebhookEndpoint,
  testWebhookEndpoint,
  rotateWebhookSecret,
  listWebhookAttempts,
  replayWebhookEvents,
] as const;
