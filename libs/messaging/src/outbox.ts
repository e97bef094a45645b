import { execute, type Tx } from '@staycover/db';
import { cloudEvent, type DataOf, type EventDefinition, subjectOf } from '@staycover/events';
import { DomainError, timestamp } from '@staycover/kernel';
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

export type OutboxContext = { now: Temporal.Instant; newId: () => string; traceparent?: string | undefined };

/**
 * Writes events into the outbox of the transaction that makes them true; the relay publishes them after the commit.
 * Events of one aggregate version belong into one call, which numbers them.
 * @throws DomainError `payload-too-large` when an event could not be published.
 */
export const appendEvents = async (tx: Tx, events: readonly NewEvent[], context: OutboxContext): Promise<void> => {
  if (events.length === 0) return;
  const { service, name } = events[0]!.definition;
  await inSpan(
    `send ${service}.${name}`,
    { kind: SpanKind.PRODUCER, attributes: { 'messaging.batch.message_count': events.length } },
    () => append(tx, events, { ...context, traceparent: currentTraceparent() ?? context.traceparent }),
  );
};

const append = async (tx: Tx, events: readonly NewEvent[], context: OutboxContext): Promise<void> => {
  const ordinals = new Map<string, number>();
  const rows = events.map((event) => {
    const eventId = context.newId();
    const payload = JSON.stringify(
      cloudEvent(event.definition, {
        id: eventId,
        aggregateId: event.aggregateId,
        time: timestamp(context.now),
        data: event.data,
        ...(context.traceparent ? { traceparent: context.traceparent } : {}),
      }),
    );
    if (Buffer.byteLength(payload) > MAX_EVENT_BYTES) {
      const detail = `The change would make an event of more than ${MAX_EVENT_BYTES / 1024} KiB (${event.definition.type}).`;
      throw new DomainError('payload-too-large', detail);
    }
    const key = `${event.aggregateId} ${event.aggregateVersion}`;
    const ordinal = ordinals.get(key) ?? 0;
    ordinals.set(key, ordinal + 1);
    return { ...event, eventId, payload, ordinal, subject: subjectOf(event.definition, event.organizationId) };
  });
  await execute(
    tx,
    `insert into outbox (event_id, organization_id, aggregate_id, aggregate_version, ordinal, subject, payload)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::smallint[], $6::text[], $7::text[])`,
    [
      rows.map((row) => row.eventId),
      rows.map((row) => row.organizationId),
      rows.map((row) => row.aggregateId),
      rows.map((row) => row.aggregateVersion),
      rows.map((row) => row.ordinal),
      rows.map((row) => row.subject),
      rows.map((row) => row.payload),
    ],
  );
};
