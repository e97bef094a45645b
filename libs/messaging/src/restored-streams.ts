import { jetstreamManager } from '@nats-io/jetstream';
import type { Logger } from '@staycover/telemetry';
import type { Client } from 'pg';
import type { Nats } from './connection.ts';
import { streamName } from './streams.ts';

/** How far a stream has come, and when it was made. */
export const streamEnd = async (
  { connection, api }: Pick<Nats, 'connection' | 'api'>,
  stream: string,
): Promise<{ lastSequence: number; created: Temporal.Instant }> => {
  const manager = await jetstreamManager(connection, { ...api, checkAPI: false });
  const { state, created } = await manager.streams.info(stream);
  return { lastSequence: state.last_seq, created: Temporal.Instant.from(created) };
};

/** Ids grow with time, and so do sequences: the newest rows have the highest. */
const NEWEST = `select stream_seq::text as sequence, published_at::text as at from
  (select stream_seq, published_at from outbox where published_at is not null order by id desc limit 1000) as newest
  order by stream_seq desc limit 1`;
const FIRST_LOST = `select min(created_at)::text as since from outbox where stream_seq > $1`;

/**
 * The time from which on events have to be published again, when the server came back with older files of the stream
 * than events were acknowledged for; else undefined. A stream that was made anew is no older one.
 */
const lostSince = async (client: Client, nats: Nats, service: string): Promise<string | undefined> => {
  const [newest] = (await client.query<{ sequence: string; at: string }>(NEWEST)).rows;
  if (!newest) return undefined;
  const { lastSequence, created } = await streamEnd(nats, streamName(service));
  const isNew = Temporal.Instant.compare(created, Temporal.Instant.from(newest.at)) > 0;
  if (isNew || lastSequence >= Number(newest.sequence)) return undefined;
  return (await client.query<{ since: string }>(FIRST_LOST, [lastSequence])).rows[0]!.since;
};

/**
 * Whether a relay may publish, which it asks before every batch. Behind a server that came back with older files nothing
 * is published: new events would get sequences that consumers are past. The provisioner makes these anew, then an operator
 * publishes the lost ones again.
 */
export const restoreGuard = (nats: Nats, service: string, logger: Logger): ((client: Client) => Promise<boolean>) => {
  let checked = 0;
  return async (client) => {
    if (!nats.isConnected()) return false;
    const connects = nats.connects();
    if (checked === connects) return true;
    const since = await lostSince(client, nats, service);
    if (since === undefined) checked = connects;
    else logger.error({ since }, 'the stream came back without its newest events: provision, then republish');
    return since === undefined;
  };
};
