import type { Runs } from '@staycover/db';
import { type EventDefinition, eventSubject } from '@staycover/events';
import { type JetStreamLink, type Nats, streamManager } from './connection.ts';
import type { Consumer } from './consumer.ts';
import { FOLLOWER_LOCK } from './follower.ts';
import { RELAY_LOCK } from './relay.ts';
import { streamName } from './streams.ts';

/** Events of a service that are to be published. */
export type OutboxStanding = {
  unpublished: number;
  oldest_seconds: number;
  failing: number;
  last_published: string | null;
  /** Why the stream refused the oldest event that it refused. */
  last_error: string | null;
};

const OUTBOX = `select count(*)::int as unpublished,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_seconds,
    count(*) filter (where attempts > 0)::int as failing, (select max(published_at) from outbox) as last_published,
    (array_agg(last_error order by id) filter (where last_error is not null))[1] as last_error
  from outbox where published_at is null`;

/** How the outbox of the service stands. */
export const outboxStanding = async (on: Runs): Promise<OutboxStanding> =>
  (await on.run<OutboxStanding>(OUTBOX)).rows[0]!;

const OPEN = 'select count(*)::int as open from dead_letter where resolved_at is null';

/** How many dead letters of the service are open. */
export const openDeadLetters = async (on: Runs): Promise<number> =>
  (await on.run<{ open: number }>(OPEN)).rows[0]!.open;

const LEADS = `select count(distinct classid)::int as held from pg_locks where locktype = 'advisory' and granted
  and classid = any(select hashtext(name)::oid from unnest($1::text[]) as name) and objid = hashtext($2)::oid
  and database = (select oid from pg_database where datname = current_database())`;

/** Whether a replica, be it another one, publishes the events of the service, and follows those of others if it does. */
export const isLed = async (on: Runs, schema: string, follows: boolean): Promise<boolean> => {
  const locks = [RELAY_LOCK, ...(follows ? [FOLLOWER_LOCK] : [])];
  return (await on.run<{ held: number }>(LEADS, [locks, schema])).rows[0]!.held === locks.length;
};

export type ConsumerStanding = {
  consumer: string;
  fresh: boolean;
  pending: number | null;
  unacknowledged: number | null;
  redelivered: number | null;
};

/** The position of a consumer; values that the server does not report now are null. */
export const consumerStanding = async (nats: Nats, { durable, isFresh, info }: Consumer): Promise<ConsumerStanding> => {
  const known = nats.isConnected() ? await info().catch(() => undefined) : undefined;
  return {
    consumer: durable,
    fresh: isFresh(),
    pending: known?.num_pending ?? null,
    unacknowledged: known?.num_ack_pending ?? null,
    redelivered: known?.num_redelivered ?? null,
  };
};

/** Whether an event of other systems waits for an organization; what is handled or given up waits no more. */
export const isAnyWaiting = async (
  link: JetStreamLink,
  event: EventDefinition,
  organizationId: string,
): Promise<boolean> => {
  const manager = await streamManager(link);
  const asked = { subjects_filter: eventSubject(event, organizationId) };
  const { state } = await manager.streams.info(streamName(event.service), asked);
  return Object.keys(state.subjects ?? {}).length > 0;
};
