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

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Nearly as long as a stream keeps events; older ones may have left the outbox. */
const REMEMBERED = { hours: 29 * 24 };

/** The id of an event that a relay stored at the end of a stream not longer ago than outboxes remember, if there is one. */
export const newestInStream = async (
  { connection, api }: Pick<Nats, 'connection' | 'api'>,
  stream: string,
  sequence: number,
): Promise<string | undefined> => {
  const manager = await jetstreamManager(connection, { ...api, checkAPI: false });
  const message = await manager.streams.getMessage(stream, { seq: sequence });
  const id = message?.header.get('Nats-Msg-Id') ?? '';
  if (!message || !UUID.test(id)) return undefined;
  const since = Temporal.Now.instant().subtract(REMEMBERED).epochMilliseconds;
  return message.time.getTime() > since ? id : undefined;
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

type Newest = { sequence: string; at: string };

/**
 * Whether the stream ends with an event that this database does not know: the database was restored to an earlier point,
 * or a standby without the newest changes was promoted. New events would reuse the versions of other events.
 */
const isStrange = async (
  client: Client,
  nats: Nats,
  stream: string,
  { lastSequence }: StreamStanding,
  newest: Newest | undefined,
): Promise<boolean> => {
  if (lastSequence <= Number(newest?.sequence ?? 0)) return false;
  const id = await newestInStream(nats, stream, lastSequence);
  if (id === undefined) return false;
  return (await client.query('select 1 from outbox where event_id = $1', [id])).rowCount === 0;
};

/**
 * The time since which events must be published again, when the stream ends before an acknowledged event; otherwise
 * undefined. A recreated stream does not count as an older one.
 */
const lostSince = async (
  client: Client,
  { lastSequence, created }: StreamStanding,
  newest: Newest | undefined,
): Promise<string | undefined> => {
  if (!newest) return undefined;
  const isNew = Temporal.Instant.compare(created, Temporal.Instant.from(newest.at)) > 0;
  if (isNew || lastSequence >= Number(newest.sequence)) return undefined;
  return firstLost(client, lastSequence);
};

/**
 * The end of a service's own stream, as its relay knows it. Only the relay publishes there: new events must follow its
 * last one. A stream that ends earlier has lost acknowledged events: a server was restored from older files, or a cluster
 * elected a leader without the newest events.
 */
export type StreamEnd = {
  /** Whether the end was looked at since the connection was made, not long ago, and nothing spoke against it. */
  isKnown(): boolean;
  /**
   * Checks where the stream ends. False while newer events than its last one are marked: publishing then would give new
   * events sequences that consumers are past. The provisioner recreates those consumers, an operator republishes the lost events.
   * Also false while the stream ends with events that the database does not know; an operator reconciles the two.
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
const LOST_NEWEST = 'the stream has lost its newest events: provision, then republish';
const UNKNOWN_TO_DATABASE = 'the stream has events that this database never had: ops -- outbox reconcile';

export const streamEnd = (nats: Nats, service: string, logger: Logger): StreamEnd => {
  let looked = { connects: 0, until: 0 };
  let last = 0;
  let logged: string | undefined;
  // Every commit has the relay look.
  const logOnce = (finding: string | undefined, details: object): void => {
    if (finding && finding !== logged) logger.error(details, finding);
    logged = finding;
  };
  return {
    isKnown: () => looked.connects === nats.connects() && performance.now() < looked.until,
    async look(client) {
      if (!nats.isConnected()) return false;
      const connects = nats.connects();
      const stream = streamName(service);
      const standing = await streamStanding(nats, stream).catch((error: unknown) => {
        logger.warn({ error: String(error) }, 'the stream cannot be asked, nothing is published');
      });
      if (!standing) return false;
      const [newest] = (await client.query<Newest>(NEWEST)).rows;
      const since = await lostSince(client, standing, newest);
      last = standing.lastSequence;
      const isAhead = await isStrange(client, nats, stream, standing, newest).catch((error: unknown) => {
        logger.warn({ error: String(error) }, 'the end of the stream cannot be read');
        return false;
      });
      const isSound = since === undefined && !isAhead;
      if (isSound) looked = { connects, until: performance.now() + LOOK_EVERY_MS };
      logOnce(since ? LOST_NEWEST : isAhead ? UNKNOWN_TO_DATABASE : undefined, { since });
      return isSound;
    },
    last: () => last,
    stored: (sequence) => void (last = Math.max(last, sequence)),
    doubt: () => void (looked = { connects: 0, until: 0 }),
  };
};
