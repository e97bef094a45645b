import { chargeEach, execute, type Work } from '@staycover/db';
import { cloudEvent, type DataOf, type EventDefinition, eventSubject } from '@staycover/events';
import { DomainError, slice, timestamp } from '@staycover/kernel';
import { currentTraceparent, inSpan, SpanKind } from '@staycover/telemetry';

/** The largest event that the streams take, in bytes. */
export const MAX_EVENT_BYTES = 256 * 1024;

export type NewEvent<E extends EventDefinition = EventDefinition> = {
  definition: E;
  organizationId: string;
  aggregateId: string;
  aggregateVersion: number;
  data: DataOf<E>;
};

/** Pairs a definition with its data, so that the compiler checks one against the other. */
export const newEvent = <E extends EventDefinition>(
  definition: E,
  aggregate: { organizationId: string; id: string; version: number },
  data: DataOf<E>,
): NewEvent<E> => ({
  definition,
  organizationId: aggregate.organizationId,
  aggregateId: aggregate.id,
  aggregateVersion: aggregate.version,
  data,
});

type OutboxContext = { now: Temporal.Instant; newId: () => string; traceparent?: string | undefined };

/**
 * Writes events into the outbox, in the transaction of the change; the relay publishes them after the commit.
 * Events of one aggregate version belong in one call, which numbers them.
 * @throws DomainError `payload-too-large` when an event is too large to publish, `budget-exceeded` when the caller has
 *   used up its budget.
 */
export const appendEvents = async (tx: Work, events: readonly NewEvent[], context: OutboxContext): Promise<void> => {
  if (events.length === 0) return;
  const { service, name } = events[0]!.definition;
  await inSpan(
    `send ${service}.${name}`,
    { kind: SpanKind.PRODUCER, attributes: { 'messaging.batch.message_count': events.length } },
    () => append(tx, events, { ...context, traceparent: currentTraceparent() ?? context.traceparent }),
  );
};

/** Events as the outbox keeps them: columns of one row each. */
export type OutboxColumns = [
  eventId: string[],
  organizationId: string[],
  aggregateId: string[],
  aggregateVersion: number[],
  ordinal: number[],
  subject: string[],
  payload: string[],
];

/** The parameters `$first` and following as rows `(event_id, organization_id, aggregate_id, aggregate_version, ordinal, subject, payload)`. */
export const outboxRows = (first: number): string => {
  const types = ['uuid', 'text', 'text', 'int', 'smallint', 'text', 'text'];
  return `unnest(${types.map((type, i) => `$${first + i}::${type}[]`).join(', ')})`;
};

/** How many bytes of events one statement brings at most: the driver copies and escapes them in one go. */
const BYTES_A_STATEMENT = 512 * 1024;

/**
 * Prints events for the outbox, those of one aggregate version numbered in their order; many in slices, and in as many
 * parts as there have to be statements.
 * @throws DomainError `payload-too-large` when an event could not be published.
 */
export const printEvents = async (
  events: readonly NewEvent[],
  context: OutboxContext,
): Promise<[OutboxColumns, ...OutboxColumns[]]> => {
  const ordinals = new Map<string, number>();
  const parts: [OutboxColumns, ...OutboxColumns[]] = [[[], [], [], [], [], [], []]];
  let bytes = 0;
  for (const event of events) {
    const eventId = context.newId();
    const key = `${event.aggregateId} ${event.aggregateVersion}`;
    const ordinal = ordinals.get(key) ?? 0;
    ordinals.set(key, ordinal + 1);
    const { organizationId, aggregateId, aggregateVersion, definition } = event;
    const subject = eventSubject(definition, organizationId);
    const payload = printed(event, eventId, context);
    bytes += payload.length;
    if (bytes > BYTES_A_STATEMENT && parts.at(-1)![0].length > 0) {
      parts.push([[], [], [], [], [], [], []]);
      bytes = payload.length;
    }
    const row = [eventId, organizationId, aggregateId, aggregateVersion, ordinal, subject, payload];
    const columns = parts.at(-1)!;
    row.forEach((value, i) => (columns[i] as unknown[]).push(value));
    const rest = slice();
    if (rest) await rest;
  }
  return parts;
};

const printed = (event: NewEvent, id: string, { now, traceparent }: OutboxContext): string => {
  const { definition, aggregateId, data } = event;
  const payload = JSON.stringify(cloudEvent(definition, { id, aggregateId, time: timestamp(now), data, traceparent }));
  if (Buffer.byteLength(payload) <= MAX_EVENT_BYTES) return payload;
  const detail = `The change would make an event of more than ${MAX_EVENT_BYTES / 1024} KiB (${definition.type}).`;
  throw new DomainError('payload-too-large', detail);
};

const append = async (tx: Work, events: readonly NewEvent[], context: OutboxContext): Promise<void> => {
  const parts = await printEvents(events, context);
  chargeEvents(tx, parts);
  await appendPrinted(tx, parts);
};

/**
 * Charges organizations for printed events; returns what gives each of them back when it was not stored.
 * @throws DomainError `budget-exceeded`.
 */
export const chargeEvents = (work: Work, parts: readonly OutboxColumns[]): (() => void)[] =>
  chargeEach(
    parts.flatMap(([, organizationIds, , , , , payloads]) =>
      payloads.map((payload, i) => [organizationIds[i]!, Buffer.byteLength(payload)] as const),
    ),
    'event',
    work,
  );

/** Writes printed events, a statement for each part, within the transaction that makes them true. */
export const appendPrinted = async (tx: Work, parts: readonly OutboxColumns[]): Promise<void> => {
  for (const part of parts) {
    await execute(
      tx,
      `insert into outbox (event_id, organization_id, aggregate_id, aggregate_version, ordinal, subject, payload)
       select * from ${outboxRows(1)}`,
      part,
    );
  }
};
