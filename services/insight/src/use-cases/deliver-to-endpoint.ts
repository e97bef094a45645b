import { change, type Database } from '@staycover/change';
import {
  allEnded,
  type Clock,
  DomainError,
  type Instant,
  lastInstant,
  type NewId,
  type Seal,
  storable,
  systemActor,
} from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import type { SendResult, SendWebhook } from '../adapters/send-webhook.ts';
import { signedHeaders } from '../adapters/webhook-secrets.ts';
import { recordAttempt, type StoredAttempt } from '../db/webhook-attempts.ts';
import { nextWaiting, recordDelivered, recordFailed, retryNow, type Waiting } from '../db/webhook-deliveries.ts';
import { readSecrets, webhookEndpoints } from '../db/webhook-endpoints.ts';
import { clearFailures, endTurn, restUntil, type Turn } from '../db/webhook-turns.ts';
import { isGivenUp, retryAt } from '../domain/retry.ts';
import { disableWebhookEndpoint, type WebhookEndpoint } from '../domain/webhook-endpoint.ts';

export type WebhookDeps = {
  database: Database;
  clock: Clock;
  wallClock: Clock;
  newId: NewId;
  send: SendWebhook;
  seal: Seal;
  logger: Logger;
};

/** How much is kept of the answer of a failure, and of a success. */
const MOST_KEPT = 1_000;
const MOST_KEPT_OF_SUCCESS = 200;
/** Events of different things that an endpoint gets at the same time; one that failed gets one. */
const AT_ONCE = 8;
/** After this number of rounds, or this time, other endpoints get their turn. */
const ROUNDS = 16;
const TURN_MS = 5_000;
/** After this number of consecutive failures the endpoint counts as down, instead of the event as bad. */
const AWAY = 3;

/** What our side fails at never counts against an endpoint; it is tried again after this. */
const OUR_REST = { minutes: 5 };

/** A receiver that answers this wants nothing any more (RFC 9110, Standard Webhooks). */
const GONE = 410;

const UNREADABLE: SendResult = {
  status: null,
  answer: null,
  error: 'The secret of the endpoint cannot be read. Rotate it, or ask the operators of the platform.',
};

type Message = Pick<Waiting, 'eventId' | 'eventType' | 'envelope'>;

/**
 * Sends one signed message; returns how that went, how long its receiver asks to be left alone, and whether it is our side that
 * failed.
 * @throws DomainError `not-found` once the endpoint is deleted: nothing could be signed.
 */
export const sendOnce = async (
  { database, wallClock, newId, send, seal, logger }: WebhookDeps,
  { id, url }: Pick<WebhookEndpoint, 'id' | 'url'>,
  { eventId, eventType, envelope: body }: Message,
): Promise<{ attempt: StoredAttempt; retryAfterMs: number | undefined; isOurFault: boolean }> => {
  const at = wallClock();
  const secrets = await readSecrets(database, id, seal, at);
  if (!secrets) throw DomainError.notFound('webhook endpoint', id);
  const isOurFault = secrets === 'UNREADABLE';
  if (isOurFault) logger.error({ endpointId: id }, 'a secret was sealed with another WEBHOOK_SECRET_KEY');
  const started = performance.now();
  const { answer, retryAfterMs, ...result } = isOurFault
    ? UNREADABLE
    : await send(url, signedHeaders(secrets, { id: eventId, at, body }), body);
  const durationMs = Math.round(performance.now() - started);
  const mostKept = result.error === null ? MOST_KEPT_OF_SUCCESS : MOST_KEPT;
  const kept = answer === null ? null : storable(answer, mostKept);
  const attempt = { id: newId(), eventId, eventType, at, durationMs, answer: kept, ...result };
  return { attempt, retryAfterMs, isOurFault };
};

/** Sends what waits for an endpoint: of each thing in order, until none is taken any more. */
export const deliverToEndpoint =
  (deps: WebhookDeps, turnMs = TURN_MS) =>
  async ({ endpointId, failures }: Turn): Promise<void> => {
    const { database, clock } = deps;
    const started = performance.now();
    let failed = failures;
    for (let round = 0; round === 0 || (round < ROUNDS && performance.now() - started < turnMs); round++) {
      // Each round as it is now: paused or deleted meanwhile, it gets no more.
      const [endpoint] = await webhookEndpoints.select(database, `where id = $1 and status = 'ACTIVE'`, [endpointId]);
      if (!endpoint) return;
      const waiting = await nextWaiting(database, endpointId, clock(), failed > 0 ? 1 : AT_ONCE);
      if (waiting.length === 0) break;
      // The endpoint has its turn until the last has ended.
      const ends = await allEnded(waiting.map((each) => deliverOne(deps, endpoint, each, failed)));
      if (!ends.includes('TAKEN')) break;
      const isRestAsked = ends.includes('REST_ASKED');
      if (ends.some((end) => end !== 'TAKEN')) await clearFailures(database, endpointId, isRestAsked);
      if (isRestAsked) break;
      if (failed >= AWAY) await retryNow(database, endpointId);
      failed = 0;
    }
    await endTurn(database, endpointId, clock());
  };

/** How an attempt ended; REST_ASKED: it failed, and the receiver asks to be left alone for a while. */
type End = 'TAKEN' | 'FAILED' | 'REST_ASKED';

const deliverOne = async (
  deps: WebhookDeps,
  endpoint: WebhookEndpoint,
  waiting: Waiting,
  failures: number,
): Promise<End> => {
  const { database, clock } = deps;
  const { attempt, retryAfterMs, isOurFault } = await sendOnce(deps, endpoint, waiting);
  if (isOurFault) {
    await recordAttempt(database, endpoint.id, attempt);
    await restUntil(database, endpoint.id, clock().add(OUR_REST));
    return 'FAILED';
  }
  if (attempt.error === null) {
    await recordDelivered(database, endpoint.id, waiting, attempt);
    return 'TAKEN';
  }
  const now = clock();
  const inARow = failures + 1;
  const askedFor = now.add({ milliseconds: retryAfterMs ?? 0 });
  const later = (count: number): Instant => lastInstant([retryAt(count, now, Math.random()), askedFor]);
  const next = { failures: inARow, retryAt: later(waiting.attempts + 1), restsUntil: later(inARow) };
  const since = await recordFailed(database, endpoint, waiting, attempt, next);
  // An event that is never accepted may have others accepted beside it: then the endpoint never fails often in a row.
  const failedOften = Math.max(inARow, waiting.attempts + 1);
  if (attempt.status === GONE || isGivenUp(since, now, failedOften)) await disable(deps, endpoint, since);
  return retryAfterMs ? 'REST_ASKED' : 'FAILED';
};

const disable = ({ database, clock, newId }: WebhookDeps, tried: WebhookEndpoint, since: Instant) =>
  change(
    database,
    webhookEndpoints,
    { actor: systemActor('insight', tried.organizationId), now: clock(), newId },
    { id: tried.id },
    (endpoint) => disableWebhookEndpoint(endpoint, tried, since),
  );
