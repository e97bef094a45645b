import type { JetStreamClient } from '@nats-io/jetstream';
import type { Metrics } from '@staycover/telemetry';
import type { Client } from 'pg';
import { streamName } from './streams.ts';

/** Called between the steps of a batch; fault tests end the process there. */
export type Failpoint = (step: 'before-publish' | 'before-mark') => void;

export type PublisherOptions = { failpoint?: Failpoint | undefined; metrics?: Metrics | undefined };

type OutboxRow = { id: string; event_id: string; aggregate_id: string; subject: string; payload: string };
type Sent = { id: string; seq: number };
type Backoff = Map<string, { attempts: number; until: number }>;
type Batch = { sent: Sent[]; backoff: Backoff; metrics: Metrics | undefined };

/** How many rows go out together at most. */
const BATCH = 1_000;
const ACK_TIMEOUT_MS = 2_000;
const MAX_BACKOFF_MS = 30_000;

const MARK = `update outbox set published_at = now(), stream_seq = s.seq, last_error = null
  from unnest($1::bigint[], $2::bigint[]) as s(id, seq) where outbox.id = s.id`;
// Never "id greater than the last": ids commit out of order, and late ones would be skipped. What the statement marks, it
// sees as it was before.
const MARK_AND_READ = `with marked as (${MARK})
  select id, event_id, aggregate_id, subject, payload from outbox
  where published_at is null and id not in (select unnest($1::bigint[])) and aggregate_id <> all($3::text[]) order by id limit ${BATCH}`;
const FAILED = `update outbox set attempts = attempts + 1, last_error = $2 where id = $1`;

/** What publishes an outbox, one batch after the other; one relay at a time may use it. */
export type OutboxPublisher = {
  /** Marks the batch before, reads the next and publishes it; returns how many events it published. */
  next(client: Client): Promise<number>;
  /** Marks what is published and not marked yet. */
  mark(client: Client): Promise<void>;
};

/**
 * Makes a publisher. Aggregates go out side by side, the events of one strictly in turn. A batch is marked by the statement
 * that reads the next: one that a crash takes with it goes out again, under the same ids.
 */
export const outboxPublisher = (
  js: JetStreamClient,
  { failpoint = () => undefined, metrics }: PublisherOptions = {},
): OutboxPublisher => {
  const backoff: Backoff = new Map();
  let unmarked: Sent[] = [];

  const marking = async (client: Client, name: string, text: string, ...more: unknown[]): Promise<OutboxRow[]> => {
    if (unmarked.length > 0) failpoint('before-mark');
    const values = [unmarked.map(({ id }) => id), unmarked.map(({ seq }) => seq), ...more];
    const { rows } = await client.query<OutboxRow>({ name, text, values });
    unmarked = [];
    return rows;
  };

  return {
    async next(client) {
      const rows = await marking(client, 'outbox-next', MARK_AND_READ, blocked(backoff));
      if (rows.length === 0) return 0;
      failpoint('before-publish');
      const batch = { sent: unmarked, backoff, metrics };
      const aggregates = Map.groupBy(rows, (row) => row.aggregate_id).values();
      await Promise.all([...aggregates].map((events) => publishInTurn(js, client, events, batch)));
      return batch.sent.length;
    },
    async mark(client) {
      if (unmarked.length > 0) await marking(client, 'outbox-mark', MARK);
    },
  };
};

const publishInTurn = async (
  js: JetStreamClient,
  client: Client,
  events: OutboxRow[],
  { sent, backoff, metrics }: Batch,
) => {
  for (const row of events) {
    try {
      const { seq } = await js.publish(row.subject, row.payload, {
        msgID: row.event_id,
        timeout: ACK_TIMEOUT_MS,
        expect: { streamName: streamName(row.subject.split('.')[1]!) },
      });
      sent.push({ id: row.id, seq });
      metrics?.of('eventsPublished').inc({ event: eventOf(row.subject) });
      backoff.delete(row.aggregate_id);
    } catch (error) {
      // Whether it arrived is unknown: it goes out again under the same id, and nothing of this aggregate before it.
      postpone(backoff, row.aggregate_id);
      metrics?.of('publishFailures').inc({ event: eventOf(row.subject) });
      await client.query(FAILED, [row.id, String(error)]);
      return;
    }
  }
};

/** `insurance.billing.invoice-paid.acme` is billing.invoice-paid. */
const eventOf = (subject: string): string => subject.split('.').slice(1, 3).join('.');

const postpone = (backoff: Backoff, aggregateId: string): void => {
  const attempts = (backoff.get(aggregateId)?.attempts ?? 0) + 1;
  const delay = Math.random() * Math.min(MAX_BACKOFF_MS, 100 * 2 ** attempts);
  backoff.set(aggregateId, { attempts, until: Date.now() + delay });
};

const blocked = (backoff: Backoff): string[] => {
  const now = Date.now();
  return [...backoff].filter(([, { until }]) => until > now).map(([aggregateId]) => aggregateId);
};
