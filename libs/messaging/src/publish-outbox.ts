import { JetStreamApiCodes, JetStreamApiError, type JetStreamClient } from '@nats-io/jetstream';
import { allEnded } from '@staycover/kernel';
import type { Metrics } from '@staycover/telemetry';
import type { Client } from 'pg';
import { RELAY_BATCH, type StreamEnd } from './restored-streams.ts';
import { slots } from './slots.ts';
import { storeEvent } from './store-event.ts';
import { streamName } from './streams.ts';

/** Called between the steps of a batch; fault tests end the process there. */
export type Failpoint = (step: 'before-publish' | 'before-mark') => void;

type PublisherOptions = { failpoint?: Failpoint | undefined; metrics?: Metrics | undefined; batchMs?: number };

type OutboxRow = { id: string; event_id: string; aggregate_id: string; subject: string; payload: string };
type Sent = { id: string; seq: number };
type Backoff = Map<string, { attempts: number; until: number }>;
type Batch = {
  js: JetStreamClient;
  end: StreamEnd;
  backoff: Backoff;
  metrics: Metrics | undefined;
  sent: Sent[];
  /** The sequences of what it stored: each has one. */
  stored: Set<number>;
  failed: { id: string; error: string }[];
  /** By `performance.now()`: what has not begun by then is left to the next batch. */
  until: number;
  isCutShort: boolean;
  /** The stream takes nothing now. */
  isHalted: boolean;
  /** The sequence from which on the stream lost what it had acknowledged. */
  cutAt: number;
};

/** How many bytes go out together at most: the last row may go beyond. */
const BATCH_BYTES = 8 * 1024 ** 2;
/** How long a batch may take, and its last event: the session of the lock is silent meanwhile, and ends after 15 s. */
const BATCH_MS = 5_000;
/** How many wait for their acknowledgement at once. */
const WINDOW = 256;
const ACK_TIMEOUT_MS = 2_000;
const FIRST_REST_MS = 100;
const LONGEST_REST_MS = 5_000;
const MAX_BACKOFF_MS = 30_000;
const MESSAGE_TOO_LARGE = 10_054;

const MARK = `update outbox set published_at = now(), stream_seq = s.seq, last_error = null
  from unnest($1::bigint[], $2::bigint[]) as s(id, seq) where outbox.id = s.id`;
// Never "id greater than the last": ids commit out of order, and late ones would be skipped. What the statement marks, it
// sees as it was before.
const MARK_AND_READ = `with marked as (${MARK}),
  next as (
    select id, event_id, aggregate_id, subject, payload, sum(octet_length(payload)) over (order by id) as bytes from outbox
    where published_at is null and id not in (select unnest($1::bigint[] || $4::bigint[]))
      and aggregate_id <> all($3::text[])
    order by id limit ${RELAY_BATCH})
  select id, event_id, aggregate_id, subject, payload from next
  where bytes - octet_length(payload) < ${BATCH_BYTES} order by id`;
/** Once published again, those that are still there are known by their ids. */
const FORGET = `update outbox set published_at = null, stream_seq = null
  where published_at > now() - interval '1 hour' and stream_seq >= $1`;
const FAILED = `update outbox set attempts = attempts + 1, last_error = f.error
  from unnest($1::bigint[], $2::text[]) as f(id, error) where outbox.id = f.id`;

/** How many events a batch published, whether more wait, and how long the stream is left alone, as it takes none. */
export type Published = { count: number; isMore: boolean; restMs: number };

/** What publishes an outbox, one batch after the other; one relay at a time may use it. */
export type OutboxPublisher = {
  /** Publishes the next batch at the end of the stream. While a full one goes out, the next is read. */
  next(client: Client, end: StreamEnd): Promise<Published>;
  /** Marks published rows that are not marked yet. */
  mark(client: Client): Promise<void>;
};

/**
 * Makes a publisher. Aggregates go out side by side, the events of one strictly in turn. A batch is marked by a statement
 * that reads a later one: one that a crash takes with it goes out again, under the same ids.
 */
export const outboxPublisher = (
  js: JetStreamClient,
  { failpoint = () => undefined, metrics, batchMs = BATCH_MS }: PublisherOptions = {},
): OutboxPublisher => {
  const backoff: Backoff = new Map();
  let unmarked: Sent[] = [];
  let readAhead: OutboxRow[] | undefined;
  let refusals = 0;

  const marking = async (client: Client, name: string, text: string, ...more: unknown[]): Promise<OutboxRow[]> => {
    if (unmarked.length > 0) failpoint('before-mark');
    const values = [unmarked.map(({ id }) => id), unmarked.map(({ seq }) => seq), ...more];
    unmarked = [];
    const { rows } = await client.query<OutboxRow>({ name, text, values });
    return rows;
  };
  const markAndRead = (client: Client, goingOut: readonly OutboxRow[]): Promise<OutboxRow[]> =>
    marking(
      client,
      'outbox-next',
      MARK_AND_READ,
      blocked(backoff),
      goingOut.map(({ id }) => id),
    );

  return {
    async next(client, end) {
      const rows = readAhead ?? (await markAndRead(client, []));
      readAhead = undefined;
      if (rows.length === 0) return { count: 0, isMore: false, restMs: 0 };
      failpoint('before-publish');
      const batch = beginBatch(js, { end, backoff, metrics, until: performance.now() + batchMs });
      const reading = isFull(rows) ? markAndRead(client, rows) : Promise.resolve([]);
      await allEnded<unknown>([publishAll(rows, batch), reading]);
      const following = await reading;
      const { failed, isHalted, isCutShort, cutAt } = batch;
      const sent = batch.sent.filter(({ seq }) => seq < cutAt);
      // Those of the batch before may still be unmarked, and lost with it.
      unmarked = [...unmarked.filter(({ seq }) => seq < cutAt), ...sent];
      if (cutAt < Infinity) await client.query(FORGET, [cutAt]);
      if (failed.length > 0) await client.query(FAILED, [failed.map(({ id }) => id), failed.map(({ error }) => error)]);
      // What follows one that failed or was left must wait for it.
      else if (!isHalted && !isCutShort && following.length > 0) readAhead = following;
      refusals = isHalted && sent.length === 0 && failed.length > 0 ? refusals + 1 : 0;
      const isMore = sent.length > 0 && (isCutShort || following.length > 0);
      return { count: sent.length, isMore, restMs: isHalted ? restAfter(refusals) : 0 };
    },
    async mark(client) {
      if (unmarked.length > 0) await marking(client, 'outbox-mark', MARK);
    },
  };
};

const beginBatch = (js: JetStreamClient, given: Pick<Batch, 'end' | 'backoff' | 'metrics' | 'until'>): Batch => ({
  js,
  ...given,
  isCutShort: false,
  sent: [],
  stored: new Set(),
  failed: [],
  isHalted: false,
  cutAt: Infinity,
});

const isFull = (rows: readonly OutboxRow[]): boolean =>
  rows.length === RELAY_BATCH || rows.reduce((sum, { payload }) => sum + Buffer.byteLength(payload), 0) >= BATCH_BYTES;

const publishAll = async ([first, ...others]: OutboxRow[], batch: Batch): Promise<void> => {
  // The first one proves that the stream still ends where it did; otherwise the next would take the sequences of lost events.
  const isPublished = await publish(first!, batch, batch.end.last());
  const follow = async (events: readonly OutboxRow[]): Promise<void> => {
    for (const row of events) {
      if (batch.isHalted) return;
      if (performance.now() >= batch.until) return void (batch.isCutShort = true);
      if (!(await publish(row, batch))) return;
    }
  };
  const inWindow = slots(WINDOW);
  const aggregates = Map.groupBy(others, (row) => row.aggregate_id);
  if (!isPublished) aggregates.delete(first!.aggregate_id);
  await Promise.all([...aggregates.values()].map((events) => inWindow(() => follow(events))));
};

/** Publishes one event; false when later events of its aggregate must wait. */
const publish = async (row: OutboxRow, batch: Batch, behind?: number): Promise<boolean> => {
  const { js, end, backoff, metrics } = batch;
  const before = end.last();
  try {
    const stream = { streamName: streamName(row.subject.split('.')[1]!) };
    const expect = behind ? { ...stream, lastSequence: behind } : stream;
    const event = { id: row.event_id, subject: row.subject, payload: row.payload };
    const { seq, duplicate } = await storeEvent(js, event, { timeout: ACK_TIMEOUT_MS, expect });
    batch.sent.push({ id: row.id, seq });
    end.stored(seq);
    if (!duplicate) noteStored(batch, seq, before);
    metrics?.of('eventsPublished').inc({ event: eventInSubject(row.subject) });
    backoff.delete(row.aggregate_id);
    return true;
  } catch (error) {
    if (errorCode(error) === JetStreamApiCodes.StreamWrongLastSequence) end.doubt();
    else {
      metrics?.of('publishFailures').inc({ event: eventInSubject(row.subject) });
      batch.failed.push({ id: row.id, error: String(error) });
    }
    // The outcome is unknown: it is published again under the same id, and later events of the aggregate wait.
    if (errorCode(error) === MESSAGE_TOO_LARGE) postpone(backoff, row.aggregate_id);
    else batch.isHalted = true;
    return false;
  }
};

/**
 * A young cluster may change the leader of a stream for one without its newest events; the next ones take their sequences.
 * Where both went out at the same time, the sequence is there twice, and any of the batch may be lost.
 */
const noteStored = (batch: Batch, seq: number, before: number): void => {
  const { stored } = batch;
  if (stored.has(seq)) cut(batch, Math.min(...stored));
  else if (seq <= before) cut(batch, seq);
  stored.add(seq);
};

const cut = (batch: Batch, seq: number): void => {
  batch.cutAt = Math.min(batch.cutAt, seq);
  batch.isHalted = true;
  batch.end.cut(seq);
};

const errorCode = (error: unknown): number | undefined => (error instanceof JetStreamApiError ? error.code : undefined);

/** `insurance.billing.invoice-paid.acme` is billing.invoice-paid. */
const eventInSubject = (subject: string): string => subject.split('.').slice(1, 3).join('.');

/** Backoff for a stream that is full or does not answer. */
const restAfter = (refusals: number): number =>
  1 + Math.random() * Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** refusals);

const postpone = (backoff: Backoff, aggregateId: string): void => {
  const attempts = (backoff.get(aggregateId)?.attempts ?? 0) + 1;
  const delay = Math.random() * Math.min(MAX_BACKOFF_MS, 100 * 2 ** attempts);
  backoff.set(aggregateId, { attempts, until: Date.now() + delay });
};

const blocked = (backoff: Backoff): string[] => {
  const now = Date.now();
  return [...backoff].filter(([, { until }]) => until > now).map(([aggregateId]) => aggregateId);
};
