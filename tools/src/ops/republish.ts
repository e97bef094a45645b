import { setTimeout as delay } from 'node:timers/promises';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { allEnded } from '@staycover/kernel';
import { findEvent, slots, storeEvent, streamName } from '@staycover/messaging';
import type { Sql } from './command.ts';
import { isMissing } from './missing-stream.ts';

const PAGE = 500;
/** How many wait for their acknowledgement at once. */
const WINDOW = 64;

/** Within which a relay that lost its server marks what that had acknowledged. */
const MARKED_WITHIN_MS = 3_000;

/** Which rows are published again: those created since a time, and of them those marked since another. */
type Chosen = { since: string; markedSince: string };
/** `last` is where the stream took the newest event that was published again before. */
type Round = Chosen & { last: number };
const ALWAYS = '-infinity';

/**
 * Publishes again until nothing was missing: what is marked meanwhile may be lost, too, and would hold the relay. Only that
 * is looked at again, JetStream soon forgets the ids of the others; all of it where the stream lost what it had just taken.
 */
export const republishOne = async (sql: Sql, js: JetStreamClient, service: string, since: string) => {
  let begun = await oldestOpen(sql);
  let round = await republishOnce(sql, js, service, { since, markedSince: ALWAYS, last: 0 });
  const counts = { published: round.published, known: round.known };
  do {
    await delay(MARKED_WITHIN_MS);
    const markedSince = round.isCut ? ALWAYS : begun;
    begun = await oldestOpen(sql);
    round = await republishOnce(sql, js, service, { since, markedSince, last: round.isCut ? 0 : round.last });
    counts.published += round.published;
  } while (round.published > 0 || round.isCut);
  return counts;
};

/** Since when a mark may have begun that others do not see yet: a row has the time at which its mark began. */
const oldestOpen = async (sql: Sql): Promise<string> => {
  const [oldest] = await sql<{ at: string }>(
    'select min(xact_start)::text as at from pg_stat_activity where datname = current_database()',
  );
  return oldest!.at;
};

const republishOnce = async (sql: Sql, js: JetStreamClient, service: string, { last, ...chosen }: Round) => {
  const round = { published: 0, known: 0, isCut: false, last };
  const stream = streamName(service);
  const manager = await js.jetstreamManager();
  const before = await lastBefore(sql, service, chosen);
  for (
    let rows = await kept(sql, service, chosen, before);
    rows.length > 0;
    rows = await kept(sql, service, chosen, rows.at(-1)!.id)
  ) {
    const moved: { id: string; seq: number }[] = [];
    await sideBySide(rows, async ({ id, event_id, subject, payload, stream_seq }) => {
      const event = { id: event_id, subject, payload };
      const expect = { streamName: stream };
      const behind = round.last;
      // First: after ten minutes the stream forgets ids, and would store what it has a second time.
      const found = await findEvent(manager, stream, { id: event_id, sequence: Number(stream_seq) });
      const { duplicate, seq } = found ?? (await storeEvent(js, event, { expect }));
      round[duplicate ? 'known' : 'published'] += 1;
      // A young cluster may change the leader of a stream for one without its newest events.
      round.isCut ||= !duplicate && seq <= behind;
      if (!duplicate) round.last = Math.max(round.last, seq);
      if (String(seq) !== stream_seq) moved.push({ id, seq });
    }).finally(() => noteMoved(sql, service, moved));
  }
  round.isCut ||= (await lastSequence(manager, stream)) < round.last;
  return round;
};

/** The last sequence of a stream: 0 for one that is missing, which has lost everything. */
const lastSequence = async (manager: JetStreamManager, stream: string): Promise<number> => {
  try {
    return (await manager.streams.info(stream)).state.last_seq;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
};

/** Publishes aggregates side by side, the events of one in turn. Once one has failed, none is begun. */
export const sideBySide = async <Row extends { aggregate_id: string }>(
  rows: readonly Row[],
  publish: (row: Row) => Promise<void>,
): Promise<void> => {
  const inWindow = slots(WINDOW);
  let hasFailed = false;
  const inTurn = async (events: readonly Row[]): Promise<void> => {
    for (const row of events) {
      if (hasFailed) return;
      await publish(row).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  await allEnded(
    [...Map.groupBy(rows, (row) => row.aggregate_id).values()].map((events) => inWindow(() => inTurn(events))),
  );
};

/** Where events are now: the relay compares that with the end of the stream. */
const noteMoved = async (sql: Sql, service: string, moved: readonly { id: string; seq: number }[]): Promise<void> => {
  if (moved.length === 0) return;
  await sql(
    `update ${service}.outbox as o set stream_seq = m.seq from unnest($1::bigint[], $2::bigint[]) as m(id, seq) where o.id = m.id`,
    [moved.map(({ id }) => id), moved.map(({ seq }) => seq)],
  );
};

/** The row to begin behind, found by the index of what is published; the rows before it may be many. */
const lastBefore = async (sql: Sql, service: string, { since, markedSince }: Chosen): Promise<string> => {
  const [first] = await sql<{ id: string }>(
    `select (coalesce(min(id), 1) - 1)::text as id from ${service}.outbox
     where published_at >= greatest($1::timestamptz, $2) and created_at >= $1`,
    [since, markedSince],
  );
  return first!.id;
};

type Kept = {
  id: string;
  event_id: string;
  aggregate_id: string;
  subject: string;
  payload: string;
  stream_seq: string;
};

const kept = (sql: Sql, service: string, { since, markedSince }: Chosen, after: string): Promise<Kept[]> =>
  sql<Kept>(
    `select id::text, event_id, aggregate_id, subject, payload, stream_seq::text from ${service}.outbox as kept
     where created_at >= $1 and published_at >= $2 and id > $3 order by kept.id limit ${PAGE}`,
    [since, markedSince, after],
  );
