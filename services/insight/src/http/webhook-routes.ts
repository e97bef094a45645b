import * as api from '@staycover/api';
import { handle, paginate, type Route } from '@staycover/http';
import { assertOrganization, present, readInstant } from '@staycover/kernel';
import type { Platform } from '@staycover/service';
import { assertTarget, type WebhookTargets } from '../adapters/webhook-targets.ts';
import { listAttempts } from '../db/webhook-attempts.ts';
import { listWebhookEndpoints, webhookEndpoints } from '../db/webhook-endpoints.ts';
import {
  changeWebhookEndpoint,
  setWebhookEndpointStatus,
  type WebhookEndpoint,
  webhookEndpointTransitions,
} from '../domain/webhook-endpoint.ts';
import type { WebhookCommands } from '../use-cases/webhook-commands.ts';
import type { WebhookSending } from '../use-cases/webhook-sending.ts';
import { webhookAttempt, webhookEndpointResource } from '../wire/webhooks.ts';

const PATH = '/api/webhook-endpoint';
const MOST_REPLAYED = 10_000;
/** A response with a secret must not be cached. */
const NO_STORE = { 'Cache-Control': 'no-store' };

const shown = (endpoint: WebhookEndpoint) => ({
  body: webhookEndpointResource(endpoint),
  version: endpoint.version,
});

/** Deletion has its own route, and callers cannot set DISABLED. */
const allowedOn = ({ status }: WebhookEndpoint) => ({
  setWebhookEndpointStatus: webhookEndpointTransitions[status].filter((to) => to === 'ACTIVE' || to === 'PAUSED'),
  updateWebhookEndpoint: true,
  deleteWebhookEndpoint: true,
  testWebhookEndpoint: true,
  rotateWebhookSecret: true,
  replayWebhookEvents: status !== 'DISABLED',
});

const shownWith = ({ endpoint, secret }: { endpoint: WebhookEndpoint; secret: string }) => ({
  ...shown(endpoint),
  body: { ...webhookEndpointResource(endpoint), secret },
});

/** Endpoints: reading and changing them. */
export const webhookEndpointRoutes = (
  { database }: Platform,
  commands: WebhookCommands,
  targets: WebhookTargets,
): Route[] => [
  handle(api.createWebhookEndpoint, async (request) => {
    const { actor, body } = request;
    assertOrganization(actor, body.organizationId);
    assertTarget(body.url, targets);
    const { organizationId, url, description = null, eventTypes = ['*'] } = body;
    const made = await commands.create(request, { organizationId, url, description, eventTypes });
    const headers = { ...NO_STORE, Location: `${PATH}/${made.endpoint.id}` };
    return { ...shownWith(made), status: 201, headers };
  }),

  handle(api.listWebhookEndpoints, async ({ actor, query }) => {
    const { organizationId, limit, cursor, order } = query;
    if (organizationId !== undefined) assertOrganization(actor, organizationId);
    const page = { limit: limit + 1, after: cursor, order };
    const found = await listWebhookEndpoints(database, actor, organizationId, page);
    const { page: rows, headers } = paginate(found, PATH, query, ({ id }) => id);
    return { body: rows.map(webhookEndpointResource), headers };
  }),

  handle(api.getWebhookEndpoint, async ({ actor, params }) => {
    const endpoint = await webhookEndpoints.load(database, actor, params.id);
    return { ...shown(endpoint), allowed: allowedOn(endpoint) };
  }),

  handle(api.updateWebhookEndpoint, async (request) => {
    const { url, description, eventTypes } = request.body;
    if (url !== undefined) assertTarget(url, targets);
    const settings = present({ url, description, eventTypes });
    return shown(await commands.change(request, (endpoint) => changeWebhookEndpoint(endpoint, settings)));
  }),

  handle(api.setWebhookEndpointStatus, async (request) =>
    shown(await commands.change(request, (endpoint) => setWebhookEndpointStatus(endpoint, request.body.status))),
  ),

  handle(api.deleteWebhookEndpoint, async (request) => {
    await commands.remove(request);
    return { status: 204 };
  }),

  handle(api.rotateWebhookSecret, async (request) => ({
    ...shownWith(await commands.rotate(request)),
    headers: NO_STORE,
  })),
];

/** What is sent to endpoints. */
export const webhookSendingRoutes = ({ database }: Platform, sending: WebhookSending): Route[] => [
  handle(api.testWebhookEndpoint, async (request) => ({ body: webhookAttempt(await sending.test(request)) })),

  handle(api.listWebhookAttempts, async ({ actor, params, query }) => {
    const { id } = await webhookEndpoints.load(database, actor, params.id);
    const { limit, cursor, ...filter } = query;
    const found = await listAttempts(database, id, filter, { limit: limit + 1, after: cursor });
    const { page, headers } = paginate(found, `${PATH}/${id}/attempts`, query, (attempt) => attempt.id);
    return { body: page.map(webhookAttempt), headers };
  }),

  handle(api.replayWebhookEvents, async (request) => {
    const { from, eventId, limit = MOST_REPLAYED } = request.body;
    const found = await sending.replay(request, { from: from ? readInstant(from) : undefined, eventId, limit });
    const ids = found.slice(0, limit);
    const body = { events: ids.length, lastEventId: ids.at(-1) ?? null, isComplete: found.length <= limit };
    return { status: 202, body };
  }),
];
