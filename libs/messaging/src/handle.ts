import type { JsMsg } from '@nats-io/jetstream';
import { actingFrom, type Database, isDatabaseAway, type Origin, type Spend } from '@staycover/db';
import { type EventDefinition, organizationInSubject } from '@staycover/events';
import { type Clock, type Fault, isDomainError, type NewId, storable } from '@staycover/kernel';
import { attributes, beginLinked, beginRemote, type Logger, type Metrics, SpanKind } from '@staycover/telemetry';
import { acknowledge } from './acknowledge.ts';
import { cameAt } from './came-at.ts';
import type { Nats } from './connection.ts';
import { countStart, forgiveStart, isStarted, MAX_STARTS, readReceivedAt, recordRejection } from './dead-letters.ts';
import { type ReadMessage, readMessage } from './read-message.ts';
import { ServiceAway } from './rpc.ts';
import { type Slots, slots } from './slots.ts';
import { type EventOf, NotYet, type Subscription } from './subscription.ts';

export type HandlerOptions = {
  service: string;
  nats: Nats;
  database: Database;
  logger: Logger;
  clock: Clock;
  /** How far the clock is ahead of that of streams. Absent where it is one of tests and stands still: what is new comes now. */
  aheadMs?: (() => number) | undefined;
  newId: NewId;
  /** Shared by the consumers of a service, so that they leave database connections to its requests. */
  handlers: Slots;
  metrics?: Metrics | undefined;
  /** What pays for events of other systems. */
  spend?: Spend | undefined;
  /** When the process started, in milliseconds since 1970. */
  startedAt?: number;
  /** Milliseconds before the next delivery of an event after its handler failed once, twice, … */
  retryMs?: readonly number[];
  /** Milliseconds before the next delivery of an event that needs a service which is away. */
  serviceAwayMs?: number;
};

const RETRY_MS = [1_000, 5_000, 30_000, 120_000, 600_000];
const UNAVAILABLE_MS = 2_000;
const SERVICE_AWAY_MS = 10_000;

/** By then, the server has delivered again what a process that ended did not acknowledge. */
const YOUNG_MS = 60_000;

/**
 * Whether an event may have come before. The server may count a delivery after others that a killed process got as the
 * first; so every event that is older than a young process counts.
 */
const mayHaveCome = ({ redelivered, info }: JsMsg, { startedAt = performance.timeOrigin }: HandlerOptions): boolean =>
  redelivered || (Date.now() - startedAt < YOUNG_MS && info.timestampNanos / 1e6 < startedAt);

// A redelivered event may be one that kills the process. Alone, it takes no other with it that would be blamed too.
const suspects = slots(1);

/** How often an event is redelivered when an event still in progress may bring about the state it needs. */
const MOST_EARLY = 3;

/** Where an event came in, and why it is refused unread, if it is. */
type Entry = {
  durable: string;
  subscription: Subscription;
  refusal: string | undefined;
  /** Whether something that came before may still be under way. */
  isEarly: (message: JsMsg) => Promise<boolean>;
  /** Until when one of the consumer's events is expected to wait for a service that is away, or for other events, as `performance.now` has it. */
  waits: { until: number };
};

type Outcome = 'processed' | 'duplicate' | 'rejected' | 'early' | 'failed' | 'unavailable';

/** Handles an event in a span, and records a metric and a log line at the end. */
export const handle = async (message: JsMsg, entry: Entry, options: HandlerOptions): Promise<void> => {
  const started = performance.now();
  const { durable, subscription } = entry;
  const read = readMessage(message.subject, message.data, subscription.event);
  const { service, name } = subscription.event;
  const begin = service === 'inbound' ? beginLinked : beginRemote;
  const activity = begin(`process ${service}.${name}`, { kind: SpanKind.CONSUMER }, readTraceparent(read));
  activity.set({ [attributes.consumer]: durable, [attributes.event]: read.eventKey });
  await activity.run(async () => {
    const about = { durable, subject: message.subject, delivery: message.info.deliveryCount, event: read.eventKey };
    const outcome = await deliver({ ...entry, message, read, about, failures: { count: 0 } }, options);
    const ms = performance.now() - started;
    options.metrics?.of('eventDuration').observe({ consumer: durable, outcome }, ms / 1_000);
    const who = { actor: `system:${service}`, organization: read.organizationId };
    options.logger.info({ ...about, outcome, ...who, durationMs: Math.round(ms * 10) / 10 }, 'event');
    activity.set({
      [attributes.outcome]: outcome,
      ...(read.organizationId && { [attributes.organization]: read.organizationId }),
    });
    activity.end(outcome === 'processed' || outcome === 'duplicate' ? undefined : outcome);
  });
};

const readTraceparent = (read: ReadMessage): string | undefined => (read.ok ? read.envelope.traceparent : undefined);

/** What every line of the log about an event has. */
type About = { durable: string; subject: string; delivery: number; event: string };

type Delivered = Entry & { message: JsMsg; read: ReadMessage; about: About; failures: Failures };

/** How often the handler of an event failed before, as far as it is known; deliveries that only waited are none. */
type Failures = { count: number };

const deliver = async (delivered: Delivered, options: HandlerOptions): Promise<Outcome> => {
  const { durable, message, read, about } = delivered;
  const organization = organizationInSubject(message.subject);
  // What shares a connection needs no place among those that have one each.
  const work = () =>
    delivered.subscription.together
      ? handleRead(delivered, options)
      : options.handlers(() => handleRead(delivered, options), organization);
  const isSuspect = async (): Promise<boolean> =>
    message.redelivered ||
    (mayHaveCome(message, options) &&
      options.handlers(() => isStarted(options.database, durable, read.eventKey), organization));
  try {
    return await ((await isSuspect()) ? suspects(work, organization) : work());
  } catch (error) {
    if (error instanceof ServiceAway || error instanceof NotYet || isDatabaseAway(error))
      return redeliverWhenAvailable(error, delivered, options);
    options.logger.error({ ...about, err: error }, 'event handler failed, event will be redelivered');
    redeliverLater(delivered, options);
    return 'failed';
  }
};

/** The event is not at fault: it comes again when the service or the database may be back, or others are done. */
const redeliverWhenAvailable = async (
  error: unknown,
  delivered: Delivered,
  options: HandlerOptions,
): Promise<Outcome> => {
  const { durable, message, read, about, waits } = delivered;
  const isServiceAway = error instanceof ServiceAway;
  const away = isServiceAway ? 'a service' : 'the database';
  if (error instanceof NotYet) options.logger.info({ ...about, reason: error.message }, 'event waits');
  else options.logger.warn({ ...about, error: String(error) }, `${away} is unavailable, event waits`);
  if (mayHaveCome(message, options))
    await forgiveStart(options.database, durable, read.eventKey).catch(() => undefined);
  const laterMs = isServiceAway ? (options.serviceAwayMs ?? SERVICE_AWAY_MS) : UNAVAILABLE_MS;
  if (isServiceAway || error instanceof NotYet) waits.until = performance.now() + 3 * laterMs;
  message.nak(laterMs);
  return 'unavailable';
};

/** Later after each failure. */
const redeliverLater = ({ message, failures }: Delivered, { retryMs = RETRY_MS }: HandlerOptions): void =>
  message.nak(retryMs[Math.min(failures.count, retryMs.length - 1)]);

const handleRead = async (delivered: Delivered, options: HandlerOptions): Promise<Outcome> => {
  const { durable, message, read, refusal } = delivered;
  const attempts = message.info.deliveryCount;
  if (refusal !== undefined) return giveUp(delivered, { reason: refusal, attempts, keepsPayload: false }, options);
  if (!read.ok) return giveUp(delivered, { reason: read.reason, errors: read.errors, attempts }, options);
  // Deliveries do not count attempts: the prefetched neighbours of a message that kills the process share them.
  const mayRepeat = mayHaveCome(message, options);
  const starts = mayRepeat ? await countStart(options.database, durable, read.eventKey) : 0;
  if (starts > MAX_STARTS) {
    const reason = 'The handler failed or killed the process each time.';
    return giveUp(delivered, { reason, attempts: MAX_STARTS }, options);
  }
  // The first delivery is no start that is counted, except by a young process.
  delivered.failures.count = Math.min(starts, attempts - 1);
  let isFirst: boolean;
  try {
    isFirst = await runHandler(delivered, read, options);
  } catch (error) {
    if (!isDomainError(error)) throw error;
    // What could not be done now may be done later: the event is not at fault.
    if (error.code === 'service-unavailable') throw error;
    // What it follows may wait for a service or for other events, however long.
    const isAwaiting = performance.now() < delivered.waits.until;
    const mayBeEarly = isDomainError(error, 'invalid-transition') && (isAwaiting || starts < MOST_EARLY);
    if (mayBeEarly && (await delivered.isEarly(message))) {
      if (isAwaiting && mayRepeat) await forgiveStart(options.database, durable, read.eventKey);
      return awaitEarlierEvent(delivered, error.message, options);
    }
    const errors = (error.extra['errors'] as Fault[] | undefined) ?? [];
    const isOverspent = error.code === 'budget-exceeded';
    const reason = isOverspent ? `${error.code}: ${error.message}` : error.message;
    return giveUp(delivered, { reason, errors, attempts }, options);
  }
  // Not waited for: where it is lost the event comes again, and the inbox knows it.
  acknowledge(message);
  return isFirst ? 'processed' : 'duplicate';
};

/** An event overtook the one before it, because of another replica or a failure. */
const awaitEarlierEvent = (delivered: Delivered, reason: string, options: HandlerOptions): Outcome => {
  options.logger.info({ ...delivered.about, reason }, 'event came before what it follows, it will be redelivered');
  redeliverLater(delivered, options);
  return 'early';
};

const MOST_SOURCE = 2_000;

/** Attributes what an event stores to it, and charges its organization when it is from another system. */
const deliveryOrigin = ({ message, read, subscription }: Delivered, options: HandlerOptions): Origin => ({
  actor: `system:${subscription.event.service}`,
  source: storable(`${message.subject} ${read.eventKey}`, MOST_SOURCE),
  spend: subscription.event.service === 'inbound' ? options.spend : undefined,
});

const runHandler = (
  delivered: Delivered,
  { envelope, eventKey }: Extract<ReadMessage, { ok: true }>,
  options: HandlerOptions,
): Promise<boolean> => {
  const { durable, subscription, message } = delivered;
  const { clock, aheadMs, newId, service, handlers } = options;
  const now = clock();
  const receivedAt = readReceivedAt(message);
  const came = aheadMs || mayHaveCome(message, options) ? cameAt(now, receivedAt, aheadMs?.()) : now;
  const context = { now, receivedAt, cameAt: came, clock, newId, service, traceparent: envelope.traceparent, handlers };
  const event = envelope as EventOf<EventDefinition>;
  return actingFrom(deliveryOrigin(delivered, options), () =>
    subscription.process(options.database, {
      consumer: durable,
      eventKey,
      event,
      context,
      isRedelivered: message.redelivered,
    }),
  );
};

type GivenUp = { reason: string; errors?: readonly Fault[]; attempts: number; keepsPayload?: boolean };

const giveUp = async (delivered: Delivered, why: GivenUp, options: HandlerOptions): Promise<Outcome> => {
  const { durable: consumer, message, read, about } = delivered;
  const record = (changes: Partial<GivenUp>) =>
    recordRejection({ ...options, consumer, message, read, ...why, ...changes });
  const origin = deliveryOrigin(delivered, options);
  // Stored faults are charged like the rest; an organization without budget gets the reason only.
  await actingFrom(why.keepsPayload === false ? { ...origin, spend: undefined } : origin, () => record({})).catch(
    (error: unknown) => {
      if (!isDomainError(error, 'budget-exceeded')) throw error;
      return record({ errors: [], keepsPayload: false });
    },
  );
  options.logger.error({ ...about, reason: why.reason }, 'event went to the dead letters');
  // Servers before 2.10.4 take a TERM with a reason for an unknown ack and deliver again.
  message.term();
  return 'rejected';
};
