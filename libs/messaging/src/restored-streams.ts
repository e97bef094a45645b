import { type Runs, runOn } from '@staycover/db';
import { allEnded, madeAtMs } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import type { Client } from 'pg';
import { type JetStreamLink, type Nats, streamManager } from './connection.ts';
import { slots } from './slots.ts';
import { eventIdIn } from './store-event.ts';
import { streamName } from './streams.ts';

/** How far a stream has come, when it was made, and how full it is: 0 to 1, and 0 where it has no bound. */
type StreamStanding = { lastSequence: number; created: Temporal.Instant; fill: number };

/**
 * How a stream stands.
 * @throws JetStreamApiError when it is missing.
 */
export const streamStanding = async (link: JetStreamLink, stream: string): Promise<StreamStanding> => {
  const manager = await streamManager(link);
  const { state, created, config } = await manager.streams.info(stream);
  const fill = config.max_bytes > 0 ? state.bytes / config.max_bytes : 0;
  return { lastSequence: state.last_seq, created: Temporal.Instant.from(created), fill };
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Nearly as long as a stream keeps events; older ones may have left the outbox. */
const REMEMBERED = { hours: 29 * 24 };

/** A stream behind a sequence. */
type End = { stream: string; after: number; last: number };

/** How many events a relay reads and publishes at a time. */
export const RELAY_BATCH = 1_000;
const AT_ONCE = 64;

/** The ids of the newest events behind a sequence, at most `RELAY_BATCH`, made not longer ago than outboxes remember. */
const idsBehind = async (link: JetStreamLink, { stream, after, last }: End): Promise<string[]> => {
  const manager = await streamManager(link);
  const since = Temporal.Now.instant().subtract(REMEMBERED).epochMilliseconds;
  const reading = slots(AT_ONCE);
  const first = Math.max(after, last - RELAY_BATCH, 0) + 1;
  const sequences = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  const messages = await allEnded(sequences.map((seq) => reading(() => manager.streams.getMessage(stream, { seq }))));
  return messages.flatMap((message) => {
    const id = eventIdIn(message?.header.get('Nats-Msg-Id') ?? '');
    return UUID.test(id) && madeAtMs(id) > since ? [id] : [];
  });
};

/**
 * Whether a stream has, behind the newest event that is marked, one that the database does not know: it was restored to an
 * earlier point, or a standby without the newest changes was promoted. New events would reuse the versions of other events.
 */
export const hasUnknown = async (on: Runs, streams: JetStreamLink, end: End): Promise<boolean> => {
  const ids = [...new Set(await idsBehind(streams, end))];
  if (ids.length === 0) return false;
  const { rows } = await on.run('select event_id from outbox where event_id = any($1::uuid[])', [ids]);
  return rows.length < ids.length;
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

type LostPage = { since: string | null; first: string | null };

const firstLost = async (on: Runs, lastSequence: number): Promise<string | undefined> => {
  let found: string | undefined;
  for (let before: string | null = null; ; ) {
    const { since, first }: LostPage = (await on.run<LostPage>(LOST, [lastSequence, before])).rows[0]!;
    if (since === null) return found;
    found = since;
    before = first;
  }
};

type Newest = { sequence: number; at: string };

/** The event that is marked with the highest sequence. */
export const newestMarked = async (on: Runs): Promise<Newest | undefined> => {
  const { rows } = await on.run<{ sequence: string; at: string }>(NEWEST);
  return rows[0] && { ...rows[0], sequence: Number(rows[0].sequence) };
};

/**
 * The time since which events must be published again, when the stream ends before an acknowledged event; otherwise
 * undefined. A recreated stream does not count as an older one.
 */
export const lostSince = async (
  on: Runs,
  { lastSequence, created }: StreamStanding,
  newest: Newest | undefined,
): Promise<string | undefined> => {
  if (!newest) return undefined;
  const isNew = Temporal.Instant.compare(created, Temporal.Instant.from(newest.at)) > 0;
  if (isNew || lastSequence >= newest.sequence) return undefined;
  return firstLost(on, lastSequence);
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
  /** Acknowledged events are lost, from this sequence on, and others have their places. */
  cut(sequence: number): void;
};

const LOOK_EVERY_MS = 30_000;
const LOST_NEWEST = 'the stream has lost its newest events: provision, then republish';
const UNKNOWN_TO_DATABASE = 'the stream has events that this database never had: ops -- outbox reconcile';

/** Watches the end of a service's own stream. */
export const streamEnd = (nats: Nats, service: string, logger: Logger): StreamEnd => {
  let looked = { connects: 0, until: 0 };
  let last = 0;
  let logged: string | undefined;
  // Every commit has the relay look.
  const logOnce = (finding: string | undefined, details: object): void => {
    if (finding && finding !== logged) logger.error(details, finding);
    logged = finding;
  };
  const doubt = (): void => void (looked = { connects: 0, until: 0 });
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
      const on: Runs = { run: (text, params) => runOn(client, text, params) };
      const newest = await newestMarked(on);
      const since = await lostSince(on, standing, newest);
      last = standing.lastSequence;
      const end = { stream, after: newest?.sequence ?? 0, last };
      const isAhead = await hasUnknown(on, nats, end).catch((error: unknown) => {
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
    doubt,
    cut(sequence) {
      logger.error({ from: sequence }, 'the stream has lost acknowledged events, which go out again');
      doubt();
    },
  };
};
