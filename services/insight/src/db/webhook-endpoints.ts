import { repository, type Work } from '@staycover/change';
import { execute, type Page, pageInSql, query } from '@staycover/db';
import { type Actor, DomainError, type Instant, type Seal, visibleOrganizations } from '@staycover/kernel';
import type { WebhookEndpoint, WebhookEndpointEvent } from '../domain/webhook-endpoint.ts';
import { announcements } from '../events.ts';
import { WebhookEndpointEntity } from './entities.ts';

const endpoints = repository<WebhookEndpoint, WebhookEndpointEvent>({
  resource: 'webhook endpoint',
  entity: WebhookEndpointEntity,
  announcements,
});

/** Where webhook endpoints live; one that is deleted is not found. */
export const webhookEndpoints: typeof endpoints = {
  ...endpoints,
  async find(work, actor, id) {
    const found = await endpoints.find(work, actor, id);
    return found?.status === 'DELETED' ? undefined : found;
  },
  async load(work, actor, id) {
    const found = await webhookEndpoints.find(work, actor, id);
    if (!found) throw DomainError.notFound('webhook endpoint', id);
    return found;
  },
};

/** Endpoints of the actor's organizations by id. */
export const listWebhookEndpoints = (
  work: Work,
  { organizations }: Actor,
  organizationId: string | undefined,
  { limit, after, order }: Page,
): Promise<WebhookEndpoint[]> => {
  const { beyond, sort } = pageInSql(order);
  const page = `where status <> 'DELETED' and ($1::text[] is null or organization_id = any($1))
    and ($2::text is null or organization_id = $2) and ($3::uuid is null or id ${beyond} $3) order by id ${sort} limit $4`;
  const scope = visibleOrganizations({ organizations });
  return webhookEndpoints.select(work, page, [scope, organizationId ?? null, after ?? null, limit]);
};

const MOST = 100;

/** Refuses one endpoint too many of an organization; those who ask at once are counted one after the other. */
export const assertRoom = async (tx: Work, organizationId: string): Promise<void> => {
  await query(tx, `select pg_advisory_xact_lock(hashtextextended('webhook-endpoint ' || $1, 0))`, [organizationId]);
  const [row] = await query<{ count: number }>(
    tx,
    `select count(*)::int as count from webhook_endpoint where organization_id = $1 and status <> 'DELETED'`,
    [organizationId],
  );
  if (row!.count >= MOST)
    throw new DomainError('webhook-endpoint-limit', `The organization has ${MOST} webhook endpoints already.`);
};

/** Adds a secret to those that an endpoint has; they expire then. */
export const addSecret = async (
  tx: Work,
  { id }: Pick<WebhookEndpoint, 'id'>,
  { secret, seal, now, othersUntil }: { secret: string; seal: Seal; now: Instant; othersUntil: Instant },
): Promise<void> => {
  await execute(tx, 'delete from webhook_secret where endpoint_id = $1 and expires_at <= $2', [id, now.toString()]);
  await execute(
    tx,
    'update webhook_secret set expires_at = least(expires_at, $2::timestamptz) where endpoint_id = $1',
    [id, othersUntil.toString()],
  );
  await execute(tx, 'insert into webhook_secret (endpoint_id, sealed, created_at) values ($1, $2, $3)', [
    id,
    seal.seal(secret, id),
    now.toString(),
  ]);
};

/**
 * The secrets of an endpoint that have not expired, the newest first; undefined once it is deleted. Former ones that were sealed
 * with another key are left out; with the newest, none counts.
 */
export const readSecrets = async (
  work: Work,
  id: string,
  seal: Seal,
  now: Instant,
): Promise<string[] | 'UNREADABLE' | undefined> => {
  const rows = await query<{ sealed: Buffer | null }>(
    work,
    `select sealed from webhook_endpoint e
     left join webhook_secret s on s.endpoint_id = e.id and (expires_at is null or expires_at > $2)
     where e.id = $1 and status <> 'DELETED' order by created_at desc limit 10`,
    [id, now.toString()],
  );
  if (rows.length === 0) return undefined;
  const sealed = rows.flatMap((row) => row.sealed ?? []);
  const [newest, ...former] = sealed.map((each) => openIfPossible(seal, each, id));
  if (newest?.length === 0) return 'UNREADABLE';
  return [...(newest ?? []), ...former.flat()];
};

const openIfPossible = (seal: Seal, sealed: Buffer, id: string): string[] => {
  try {
    return [seal.open(sealed, id)];
  } catch {
    return [];
  }
};

export const removeSecrets = (tx: Work, id: string): Promise<unknown> =>
  execute(tx, 'delete from webhook_secret where endpoint_id = $1', [id]);
