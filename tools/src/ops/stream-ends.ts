import type { NatsConnection } from '@nats-io/transport-node';
import { hasUnknown, lostSince, newestMarked, streamName, streamStanding } from '@staycover/messaging';
import { inSchema, type Sql } from './command.ts';
import type { Finding } from './finding.ts';
import { unlessMissing } from './missing-stream.ts';

/** How the end of a service's stream and its database differ. */
type Difference = {
  /** The stream has events that the database never had. */
  hasUnknown: boolean;
  /** Since when events are lost that the stream had acknowledged. */
  lostSince: string | undefined;
};

const compareEnds = (connection: NatsConnection, sql: Sql, service: string): Promise<Difference> =>
  inSchema(sql, service, async (on) => {
    const stream = streamName(service);
    const streams = { connection, api: {} };
    // Before the stream: what the relay publishes and marks meanwhile is not lost.
    const newest = await newestMarked(on);
    const standing = await streamStanding(streams, stream);
    const end = { stream, after: newest?.sequence ?? 0, last: standing.lastSequence };
    const since = await lostSince(on, standing, newest);
    return {
      hasUnknown: await hasUnknown(on, streams, end),
      lostSince: since && Temporal.Instant.from(since).toString(),
    };
  });

const UNDEFINED_TABLE = '42P01';

/** A stream or a schema that is missing is a finding of another check. */
const unlessNotMade = (error: unknown): undefined =>
  (error as { code?: unknown }).code === UNDEFINED_TABLE ? undefined : unlessMissing(error);

/** Whether a stream and its database agree. */
export const checkEnds = async (sql: Sql, connection: NatsConnection, service: string): Promise<Finding[]> => {
  const where = `stream ${streamName(service)}`;
  const difference = await compareEnds(connection, sql, service).catch(unlessNotMade);
  const since = difference?.lostSince;
  const unknown = {
    where,
    wrong: 'ends with events that the database never had: PostgreSQL was restored to an earlier point',
    remedy: 'npm run ops -- outbox reconcile, then npm run ops -- inbound republish --since <30 days ago>.',
  };
  const lost = {
    where,
    wrong: `has lost its newest events, those since ${since}; new ones are held back`,
    remedy: `npm run provision, then npm run ops -- outbox republish --since ${since}.`,
  };
  return [...(difference?.hasUnknown ? [unknown] : []), ...(since ? [lost] : [])];
};
