import { isUtf8 } from 'node:buffer';
import type { JsMsg } from '@nats-io/jetstream';
import { type Database, execute, inTransaction, query, type Work } from '@staycover/db';
import { eventRejected } from '@staycover/events';
import { boundedFaults, type Clock, type Fault, type Instant, type NewId, storable } from '@staycover/kernel';
import { appendEvents, newEvent } from './outbox.ts';
import type { ReadMessage } from './read-message.ts';

/** Handler starts of one event that came before, until it is given up. */
export const MAX_STARTS = 5;

/** Counts one more start of the handler for an event that came before; 0 for one that is processed and lost its ack. */
export const countStart = async (database: Database, consumer: string, eventKey: string): Promise<number> => {
  const [row] = await inTransaction(database, (tx) =>
    query<{ starts: number }>(
      tx,
      `insert into handler_start as h (consumer, event_key, starts)
       select $1, $2, 1 where not exists (select 1 from inbox where consumer = $1 and event_key = $2)
       on conflict (consumer, event_key) do update set starts = h.starts + 1, last_start = now() returning starts`,
      [consumer, eventKey],
    ),
  );
  return row?.starts ?? 0;
};

/** Whether the handler started for an event, and did not end. */
export const isStarted = async (database: Database, consumer: string, eventKey: string): Promise<boolean> => {
  const text = 'select 1 from handler_start where consumer = $1 and event_key = $2 and starts > 0';
  return (await query(database, text, [consumer, eventKey])).length > 0;
};

/** One that is sent again after it was given up is tried as often as a new one. */
const forgetStarts = (tx: Work, consumer: string, eventKey: string): Promise<number> =>
  execute(tx, 'delete from handler_start where consumer = $1 and event_key = $2', [consumer, eventKey]);

/** Takes back one counted start: the handler could not do its work, and the process lives. */
export const forgiveStart = (database: Database, consumer: string, eventKey: string): Promise<number> =>
  inTransaction(database, (tx) =>
    execute(tx, 'update handler_start set starts = greatest(starts - 1, 0) where consumer = $1 and event_key = $2', [
      consumer,
      eventKey,
    ]),
  );

type Rejection = {
  database: Database;
  service: string;
  consumer: string;
  message: JsMsg;
  read: ReadMessage;
  reason: string;
  errors?: readonly Fault[];
  attempts: number;
  clock: Clock;
  newId: NewId;
  /** False for one that its sender may not store any more of. */
  keepsPayload?: boolean;
};

/** The header of an event that is published again: when the platform first received it, in nanoseconds since 1970. */
export const FIRST_RECEIVED = 'first-received-ns';

/**
 * When the platform received a message: when its stream did, or the stream that had it before. Any sender can write the
 * header, so it only makes a message older: what others state since then goes before it.
 */
export const readReceivedAt = ({ timestampNanos, headers }: Pick<JsMsg, 'timestampNanos' | 'headers'>): Instant => {
  const first = headers?.get(FIRST_RECEIVED) ?? '';
  const isEarlier = /^\d{1,19}$/.test(first) && BigInt(first) < timestampNanos;
  return Temporal.Instant.fromEpochNanoseconds(isEarlier ? BigInt(first) : timestampNanos);
};

const MOST_TEXT = 1_000;

/** One that came before under the same key is replaced when it is resolved, or had other content: no refusal gets lost. */
const KEEP = `insert into dead_letter as known
    (consumer, event_key, organization_id, subject, payload, reason, errors, attempts, received_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (consumer, event_key) do update set organization_id = excluded.organization_id, subject = excluded.subject,
    payload = excluded.payload, reason = excluded.reason, errors = excluded.errors, attempts = excluded.attempts,
    received_at = excluded.received_at, created_at = now(), resolved_at = null, resolution = null, resolved_by = null, note = null
  where known.resolved_at is not null or excluded.payload not in ('', known.payload)`;

/**
 * What a message carried, as a text that PostgreSQL stores. What is no such text is kept in base64: with other characters in
 * their place a replay would take it for an event.
 */
export const readPayload = ({ data }: Pick<JsMsg, 'data'>): string => {
  const bytes = Buffer.from(data);
  return isUtf8(bytes) && !bytes.includes(0) ? bytes.toString() : `base64:${bytes.toString('base64')}`;
};

/** Stores a message that cannot be processed, with the reason, and informs its sender by an `event-rejected`. */
export const recordRejection = (rejection: Rejection): Promise<void> => {
  const { database, service, consumer, message, read, attempts, clock, newId, keepsPayload = true } = rejection;
  const reason = storable(rejection.reason, MOST_TEXT);
  const errors = boundedFaults(rejection.errors ?? []);
  return inTransaction(database, async (tx) => {
    const kept = await execute(tx, KEEP, [
      consumer,
      read.eventKey,
      read.organizationId,
      storable(message.subject, MOST_TEXT),
      keepsPayload ? readPayload(message) : '',
      reason,
      JSON.stringify(errors),
      attempts,
      readReceivedAt(message).toString(),
    ]);
    await forgetStarts(tx, consumer, read.eventKey);
    if (kept === 0 || read.organizationId === null) return;
    const id = newId();
    const aggregate = { organizationId: read.organizationId, id, version: 1 };
    const faults = errors.length > 0 ? errors : [{ pointer: '', detail: reason }];
    const data = { ...read.sender, organizationId: read.organizationId, version: 1, errors: faults };
    await appendEvents(tx, [newEvent(eventRejected(service), aggregate, data)], { now: clock(), newId });
  });
};
