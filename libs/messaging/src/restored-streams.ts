import { jetstreamManager } from '@nats-io/jetstream';
import type { Logger } from '@staycover/telemetry';
import type { Client } from 'pg';
import type { Nats } from './connection.ts';
import { streamName } from './streams.ts';

/** How far a stream has come, when it was made, and how full it is (0 where it has no bound). */
export type StreamStanding = { lastSequence: number; created: Temporal.Instant; fill: number };

export const streamStanding = async (
  { connection, api }: Pick<Nats, 'connection' | 'api'>,
  stream: string,
): Promise<StreamStanding> => {
  const manager = await jetstreamManager(connection, { ...api, checkAPI: false });
  const { state, created, config } = await manager.streams.info(stream);
  const fill = config.max_bytes > 0 ? state.bytes / config.max_bytes : 0;
  return { lastSequence: state.last_seq, created: Temporal.Instant.from(created), fill };
};

/** Ids grow with time, and so do sequences: the newest rows have the highest. */
const NEWEST = `select stream_seq::text as sequence, published_at::text as at from
  (select stream_seq, published_at from outbox where published_at is not null order by id desc limit 1000) as newest
  order by stream_seq desc limit 1`;
/** The same order finds the lost without an index on sequences: they are the newest, page by page. */
const LOST_PAGE = 20_000;
const LOST = `select min(created_at) filter (where stream_seq > $1)::text as since, min(id)::text as first from
  (select id, created_at, stream_seq from outbox where published_at is not null and ($2::bigint is null or id < $2)
   order by id desc limit ${LOST_PAGE}) as page`;

const firstLost = async (client: Client, lastSequence: number): Promise<string | undefined> => {
  let found: string | undefined;
  for (let before: string | null = null; ; ) {
    const page: { since: string | null; first: string | null } = (await client.query(LOST, [lastSequence, before]))
      .rows[0];
    if (page.since === null) return found;
    found = page.since;
    before = page.first;
  }
};

/**
 * The time from which on events have to be published again, when the stream ends before an event that was acknowledged;
 * else undefined. A stream that was made anew is no older one.
 */
const lostSince = async (client: Client, { lastSequence, created }: StreamStanding): Promise<string | undefined> => {
  const [newest] = (await client.query<{ sequence: string; at: string }>(NEWEST)).rows;
  if (!newest) return undefined;
  const isNew = Temporal.Instant.compare(created, Temporal.Instant.from(newest.at)) > 0;
  if (isNew || lastSequence >= Number(newest.sequence)) return undefined;
  return firstLost(client, lastSequence);
};

/**
 * The end of a service's own stream, as its relay knows it. The relay alone publishes there: what it publishes must come
 * behind it, and a stream that ends earlier has lost what it had acknowledged, be it that a server came back with older
 * files or that a cluster chose a leader without the newest events.
 */
export type StreamEnd = {
  /** Whether the end was looked at since the connection was made, not long ago, and nothing spoke against it. */
  isKnown(): boolean;
  /**
   * Looks where the stream ends. False while newer events than it has are marked: then nothing may be published, for new
   * events would get sequences that consumers are past. The provisioner makes these anew, an operator publishes the lost again.
   */
  look(client: Client): Promise<boolean>;
  /** The sequence of the stream's last event. */
  last(): number;
  /** An event was stored there. */
  stored(sequence: number): void;
  /** The stream ends elsewhere. */
  doubt(): void;
};

const LOOK_EVERY_MS = 30_000;

export const streamEnd = (nats: Nats, service: string, logger: Logger): StreamEnd => {
  let looked = { connects: 0, until: 0 };
  let last = 0;
  return {
    isKnown: () => looked.connects === nats.connects() && performance.now() < looked.until,
    async look(client) {
      if (!nats.isConnected()) return false;
      const connects = nats.connects();
      const standing = await streamStanding(nats, streamName(service)).catch((error: unknown) => {
        logger.warn({ error: String(error) }, 'the stream cannot be asked, nothing is published');
      });
      if (!standing) return false;
      const since = await lostSince(client, standing);
      last = standing.lastSequence;
      if (since === undefined) looked = { connects, until: performance.now() + LOOK_EVERY_MS };
      else logger.error({ since }, 'the stream has lost its newest events: provision, then republish');
      return since === undefined;
    },
    last: () => last,
    stored: (sequence) => void (last = Math.max(last, sequence)),
    doubt: () => void (looked = { connects: 0, until: 0 }),
  };
};
