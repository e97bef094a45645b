import type { Work } from '@staycover/change';
import { execute, fittingCount, instantFromSql, query, whereGiven } from '@staycover/db';
import type { Instant } from '@staycover/kernel';
import type { WebhookEndpoint } from '../domain/webhook-endpoint.ts';
import { attemptParam, INSERT_ATTEMPT, type StoredAttempt } from './webhook-attempts.ts';

/** An event that waits for an endpoint, the first of those that happened to one thing; `storedAt` changes when it is replayed. */
export type Waiting = {
  position: number;
  eventId: string;
  eventType: string;
  envelope: string;
  attempts: number;
  storedAt: string;
};

const SUBSCRIBES = `exists (select from jsonb_array_elements_text(e.event_types) as pattern
  where ev.type like replace(pattern, '*', '%'))`;

/**
 * Has the events that are `kept` wait for the endpoints that subscribe to them, which are due unless they rest. An
 * organization may have thousands of patterns: each is compared with a type once, not with each event.
 */
export const HANDED_OUT = `subscribed as materialized (
    select e.id as endpoint_id, ev.organization_id, ev.type from (select distinct organization_id, type from kept) ev
    join webhook_endpoint e on e.organization_id = ev.organization_id and e.status in ('ACTIVE', 'PAUSED') and ${SUBSCRIBES}),
  handed as (
    insert into webhook_delivery (endpoint_id, position, aggregate_id)
    select endpoint_id, position, aggregate_id from kept join subscribed using (organization_id, type)
    returning endpoint_id),
  due as (
    update webhook_turn set due_at = least(due_at, coalesce(rests_until, '-infinity'))
    where endpoint_id in (select endpoint_id from handed))`;

/** What can be sent to an endpoint now: nothing that happened to a thing before waits for its retry. */
export const DELIVERABLE = `from webhook_delivery d join payload p using (position)
  where d.endpoint_id = $1 and d.delivered_at is null
    and not exists (select from webhook_delivery b where b.endpoint_id = $1 and b.aggregate_id = d.aggregate_id
      and b.delivered_at is null and b.retry_at > $2::timestamptz)`;

const LOOKED_AT = 256;
/** What an endpoint is sent at the same time is kept until the last has answered, for hundreds of endpoints. */
const BYTES_AT_ONCE = 256 * 1024;

/**
 * The first waiting event of each aggregate for an endpoint, except aggregates with an event to be retried later. Events
 * that failed before come last: alone they do not show whether the endpoint is back. Of large events fewer than `limit`.
 */
export const nextWaiting = async (work: Work, endpointId: string, now: Instant, limit: number): Promise<Waiting[]> => {
  const rows = await query<Omit<Waiting, 'position'> & { position: string }>(
    work,
    `select position::text, ev.event_id as "eventId", ev.type as "eventType", envelope, attempts,
       stored_at::text as "storedAt"
     from (select distinct on (aggregate_id) * from (
       select d.*, p.envelope ${DELIVERABLE} order by d.position limit ${LOOKED_AT}) as first
       order by aggregate_id, position) as heads
     join event ev using (position) order by attempts, heads.position limit $3`,
    [endpointId, now.toString(), limit],
  );
  const sizes = rows.map(({ envelope }) => envelope.length);
  return rows.slice(0, fittingCount(sizes, BYTES_AT_ONCE)).map((row) => ({ ...row, position: Number(row.position) }));
};

/**
 * True, and known only when a change of the same statement is done: deliveries are locked before the turn of their endpoint, as
 * `restartDelivery` does. What a statement does not read of itself, PostgreSQL does last.
 */
const isAfter = (change: string): string => `(select count(*) from ${change}) >= 0`;

/**
 * Keeps that an event was taken: its endpoint is well. What is sent at the same time may have it rest all the same. An event
 * that was replayed meanwhile is sent again.
 */
export const recordDelivered = (
  work: Work,
  endpointId: string,
  { position, storedAt }: Waiting,
  attempt: StoredAttempt,
): Promise<unknown> =>
  execute(
    work,
    `with attempt as (${INSERT_ATTEMPT}), done as (
       update webhook_delivery set delivered_at = $3, attempts = attempts + 1, retry_at = null, failed_at = null
       where endpoint_id = $2 and position = $4 and stored_at = $5 returning 1)
     update webhook_turn set failures = 0, failing_since = null
     where endpoint_id = $2 and ${isAfter('done')}`,
    [attemptParam(endpointId, attempt), endpointId, attempt.at.toString(), position, storedAt],
  );

/**
 * Keeps that an event was not taken, and until when it and its endpoint rest; returns since when either fails. What was
 * changed or started anew meanwhile does not rest: the reason may be gone.
 */
export const recordFailed = async (
  work: Work,
  { id: endpointId, version }: Pick<WebhookEndpoint, 'id' | 'version'>,
  { position, attempts }: Waiting,
  attempt: StoredAttempt,
  { failures, retryAt, restsUntil }: { failures: number; retryAt: Instant; restsUntil: Instant },
): Promise<Instant> => {
  const [row] = await query<{ since: string }>(
    work,
    `with attempt as (${INSERT_ATTEMPT}), tried as (select id from webhook_endpoint where id = $2 and version = $3), failed as (
       update webhook_delivery set attempts = attempts + 1, failed_at = coalesce(failed_at, $4), retry_at = $5
       where endpoint_id in (select id from tried) and position = $6 and attempts = $7 returning failed_at)
     update webhook_turn set failures = $8, failing_since = coalesce(failing_since, $4),
       rests_until = greatest(rests_until, $9)
     where endpoint_id in (select id from tried) and failures in ($8 - 1, $8) and ${isAfter('failed')}
     returning least(failing_since, (select failed_at from failed))::text as since`,
    [
      attemptParam(endpointId, attempt),
      endpointId,
      version,
      attempt.at.toString(),
      retryAt.toString(),
      position,
      attempts,
      failures,
      restsUntil.toString(),
    ],
  );
  return row ? instantFromSql(row.since) : attempt.at;
};

/** Makes all events that failed while an endpoint was down due now that it is back. */
export const retryNow = (work: Work, endpointId: string): Promise<unknown> =>
  execute(
    work,
    `update webhook_delivery set retry_at = null where endpoint_id = $1 and delivered_at is null and retry_at is not null`,
    [endpointId],
  );

/** Whether more than so many events wait for an endpoint. */
export const isCrowded = async (work: Work, endpointId: string, most: number): Promise<boolean> => {
  const rows = await query(
    work,
    `select from webhook_delivery where endpoint_id = $1 and delivered_at is null order by position offset $2 limit 1`,
    [endpointId, most],
  );
  return rows.length > 0;
};

/** Sends again the events from a time or an event on, or one alone; returns their ids, and one more where there are more. */
export const replayEvents = async (
  tx: Work,
  endpointId: string,
  { from, eventId, limit }: { from?: Instant | undefined; eventId?: string | undefined; limit: number },
): Promise<string[]> => {
  const isAlone = limit === 1;
  const { where, params } = whereGiven({
    'e.id = ?': endpointId,
    // As seconds: PostgreSQL reads no years but those from 1 to 9999 in the form that others write.
    [`ev.position >= (
      select position from payload where stored_at >= to_timestamp(?) order by stored_at, position limit 1)`]:
      from && from.epochMilliseconds / 1_000,
    [`ev.position ${isAlone ? '=' : '>='} (
      select position from event where event_id = ? and organization_id = e.organization_id)`]: eventId,
  });
  const most = `$${params.length + 1}::int`;
  const rows = await query<{ event_id: string }>(
    tx,
    `with found as (
       select e.id, ev.position, ev.aggregate_id, ev.event_id from webhook_endpoint e
       join event ev on ev.organization_id = e.organization_id and ${SUBSCRIBES}
       join payload p on p.position = ev.position
       ${where} order by ev.position limit ${most} + 1),
     again as (
       insert into webhook_delivery (endpoint_id, position, aggregate_id)
       select id, position, aggregate_id from found order by position limit ${most}
       on conflict (endpoint_id, position) do update set delivered_at = null, attempts = 0, failed_at = null,
         retry_at = null, stored_at = now())
     select event_id from found order by position`,
    [...params, limit],
  );
  return rows.map(({ event_id }) => event_id);
};
