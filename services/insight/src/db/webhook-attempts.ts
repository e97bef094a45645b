import { type Work } from '@staycover/change';
import { execute, instantFromSql, query, whereGiven } from '@staycover/db';
import type { Instant } from '@staycover/kernel';

/** An event that was sent to an endpoint, once. */
export type StoredAttempt = {
  id: string;
  eventId: string;
  eventType: string;
  at: Instant;
  status: number | null;
  error: string | null;
  answer: string | null;
  durationMs: number;
};

const COLUMNS = 'endpoint_id, id, event_id, event_type, at, status, error, answer, duration_ms';

/** Keeps the attempt $1, as `attemptParam` prints it. */
export const INSERT_ATTEMPT = `insert into webhook_attempt (${COLUMNS})
  select ${COLUMNS} from jsonb_populate_record(null::webhook_attempt, $1::jsonb)`;

export const attemptParam = (endpointId: string, attempt: StoredAttempt): string => {
  const { eventId: event_id, eventType: event_type, durationMs: duration_ms, ...rest } = attempt;
  return JSON.stringify({ endpoint_id: endpointId, event_id, event_type, duration_ms, ...rest });
};

export const recordAttempt = (work: Work, endpointId: string, attempt: StoredAttempt): Promise<unknown> =>
  execute(work, INSERT_ATTEMPT, [attemptParam(endpointId, attempt)]);

export type AttemptFilter = { eventId?: string | undefined; outcome?: 'DELIVERED' | 'FAILED' | undefined };

type Row = {
  id: string;
  event_id: string;
  event_type: string;
  at: string;
  status: number | null;
  error: string | null;
  answer: string | null;
  duration_ms: number;
};

/** As texts: the index of failures fits no parameter. */
const ENDED = { DELIVERED: 'and error is null', FAILED: 'and error is not null' };

/** What was sent to an endpoint, the newest first. */
export const listAttempts = async (
  work: Work,
  endpointId: string,
  { eventId: wanted, outcome }: AttemptFilter,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<StoredAttempt[]> => {
  const { where, params } = whereGiven({ 'endpoint_id = ?': endpointId, 'event_id = ?': wanted, 'id < ?': after });
  const rows = await query<Row>(
    work,
    `select id, event_id, event_type, at::text, status, error, answer, duration_ms from webhook_attempt
     ${where} ${outcome ? ENDED[outcome] : ''} order by id desc limit $${params.length + 1}`,
    [...params, limit],
  );
  return rows.map(({ event_id: eventId, event_type: eventType, duration_ms: durationMs, at, ...row }) => ({
    ...row,
    eventId,
    eventType,
    durationMs,
    at: instantFromSql(at),
  }));
};
