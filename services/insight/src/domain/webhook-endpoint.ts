import {
  type Aggregate,
  assertTransition,
  authored,
  type Context,
  changed,
  created,
  type Decision,
  type Instant,
  type Transitions,
  unchanged,
} from '@staycover/kernel';

/** DELETED keeps the row for the audit trail; it is never shown. */
export type WebhookEndpointStatus = 'ACTIVE' | 'PAUSED' | 'DISABLED' | 'DELETED';

export const webhookEndpointTransitions: Transitions<WebhookEndpointStatus> = {
  ACTIVE: ['PAUSED', 'DISABLED', 'DELETED'],
  PAUSED: ['ACTIVE', 'DELETED'],
  DISABLED: ['ACTIVE', 'DELETED'],
  DELETED: [],
};

/** What can be changed of an endpoint. */
export type WebhookEndpointSettings = {
  url: string;
  description: string | null;
  /** Event types; `*` matches any text. */
  eventTypes: readonly string[];
};

export type WebhookEndpoint = Aggregate &
  WebhookEndpointSettings & {
    status: WebhookEndpointStatus;
    /** When it got its newest secret; null where it has the one of a time when that was not kept. */
    secretIssuedAt: Instant | null;
  };

export type WebhookEndpointEvent = { type: 'webhook-endpoint-disabled'; failingSince: Instant };

type EndpointDecision = Decision<WebhookEndpoint, WebhookEndpointEvent>;

export const createWebhookEndpoint = (
  { organizationId, ...settings }: WebhookEndpointSettings & { organizationId: string },
  context: Context,
): EndpointDecision =>
  created({
    id: context.newId(),
    organizationId,
    ...settings,
    status: 'ACTIVE',
    secretIssuedAt: context.now,
    ...authored(context),
  });

export const changeWebhookEndpoint = (
  endpoint: WebhookEndpoint,
  settings: Partial<WebhookEndpointSettings>,
): EndpointDecision => changed<WebhookEndpoint, WebhookEndpointEvent>(endpoint, settings);

export const setWebhookEndpointStatus = (
  endpoint: WebhookEndpoint,
  status: 'ACTIVE' | 'PAUSED' | 'DELETED',
): EndpointDecision => {
  if (endpoint.status === status) return unchanged(endpoint);
  assertTransition('webhook endpoint', webhookEndpointTransitions, endpoint.status, status);
  return changed(endpoint, { status });
};

/** The secret itself is kept apart; its rotation is a change like others. */
export const rotateWebhookSecret = (endpoint: WebhookEndpoint, { now }: Context): EndpointDecision =>
  changed(endpoint, { secretIssuedAt: now });

/** Gives up on an endpoint that failed for too long as it was when it was `tried`; who changed it meanwhile comes first. */
export const disableWebhookEndpoint = (
  endpoint: WebhookEndpoint,
  tried: WebhookEndpoint,
  failingSince: Instant,
): EndpointDecision =>
  endpoint.version === tried.version
    ? changed(endpoint, { status: 'DISABLED' }, { type: 'webhook-endpoint-disabled', failingSince })
    : unchanged(endpoint);
