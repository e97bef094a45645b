import { type ConsumerInfo, type JsMsg, jetstream } from '@nats-io/jetstream';
import { actingFrom, type Database, isDatabaseUnavailable, type Spend } from '@staycover/db';
import type { EventDefinition } from '@staycover/events';
import { type Clock, type Fault, isDomainError, type NewId } from '@staycover/kernel';
import { attributes, beginLinked, beginRemote, type Logger, type Metrics, SpanKind } from '@staycover/telemetry';
import type { Nats } from './connection.ts';
import { countStart, forgiveStart, MAX_STARTS, recordRejection } from './dead-letters.ts';
import { type Delivery, watch, watchPlace } from './delivery.ts';
import { type ReadMessage, readMessage } from './read-message.ts';
import { type Slots, slots } from './slots.ts';
import { durableName, streamName } from './streams.ts';
import type { EventOf, Subscription } from './subscription.ts';

/** A running durable consumer of one service. */
export type Consumer = {
  readonly durable: string;
  /** False while the server does not deliver: missed heartbeats, a deleted consumer or stream. */
  isFresh(): boolean;
  /** What the server knows: events not delivered yet, events not acknowledged yet. */
  info(): Promise<ConsumerInfo>;
  /** Stops pulling, gives back what was not started, waits for what was. */
  stop(): Promise<void>;
};

export type ConsumerOptions = {
  service: string;
  nats: Nats;
  database: Database;
  logger: Logger;
  clock: Clock;
  newId: NewId;
  /** Shared by the consumers of a service, so that they leave database connections to its requests. */
  handlers: Slots;
  metrics?: Metrics | undefined;
  /** What pays for events of other systems. */
  spend?: Spend | undefined;
  /** Milliseconds to wait before the 2nd, 3rd, … delivery of an event whose handler failed. */
  retryMs?: readonly number[];
};

/** How many events are handled at once, and asked for at once. */
const PREFETCH = 8;
const WORKING_EVERY_MS = 10_000;
const RETRY_MS = [1_000, 5_000, 30_000, 120_000, 600_000];
const UNAVAILABLE_MS = 2_000;

// A redelivered event may be one that kills the process. Alone, it takes no other with it that would be blamed too.
const suspects = slots(1);

/** Starts consuming one subscription; several replicas share the durable consumer. */
export const startConsumer = async (subscription: Subscription, options: ConsumerOptions): Promise<Consumer> => {
  const { nats, logger } = options;
  const durable = durableName(options.service, subscription.event);
  const consumer = await jetstream(nats.connection, nats.api).consumers.get(
    streamName(subscription.event.service),
    durable,
  );
  const delivery: Delivery = { isFresh: true };
  // Between accounts, the server takes an empty event for the end of an answer and loses what follows in it until the
  // acknowledgement is overdue. Services publish no empty events; what others publish comes one an answer.
  const batch = subscription.event.service === 'inbound' ? 1 : PREFETCH;
  const messages = await consumer.consume({
    max_messages: batch,
    // With the default, 1 of 1, every status of the server would be answered by another request.
    threshold_messages: batch / 2,
    expires: 5_000,
    idle_heartbeat: 2_000,
  });
  watch(messages, delivery, durable, logger);
  const place = watchPlace(consumer, durable, nats, logger);
  const inFlight = new Set<Promise<void>>();
  let stopping = false;

  const consuming = (async () => {
    for await (const message of messages) {
      if (stopping) {
        message.nak();
        continue;
      }
      const task = handle(message, durable, subscription, options).finally(() => inFlight.delete(task));
      inFlight.add(task);
      if (inFlight.size >= (subscription.ordered ? 1 : PREFETCH)) await Promise.race(inFlight);
    }
  })();

  return {
    durable,
    isFresh: () => delivery.isFresh && place.isInStream(),
    info: () => consumer.info(),
    async stop() {
      stopping = true;
      place.stop();
      await messages.close();
      await consuming;
      await Promise.all(inFlight);
    },
  };
};

type Outcome = 'processed' | 'duplicate' | 'rejected' | 'failed' | 'unavailable';

/** Gives an event its span and, when it is done with, a measurement and a line in the log. */
const handle = async (message: JsMsg, durable: string, subscription: Subscription, options: ConsumerOptions) => {
  const started = performance.now();
  const read = readMessage(message.subject, message.string(), subscription.event);
  const { service, name } = subscription.event;
  const begin = service === 'inbound' ? beginLinked : beginRemote;
  const activity = begin(`process ${service}.${name}`, { kind: SpanKind.CONSUMER }, traceparentOf(read));
  activity.set({ [attributes.consumer]: durable, [attributes.event]: read.eventKey });
  await activity.run(async () => {
    const log = options.logger.child({ durable, subject: message.subject, delivery: message.info.deliveryCount });
    const outcome = await deliver(message, durable, read, subscription, options, log);
    const ms = performance.now() - started;
    options.metrics?.of('eventDuration').observe({ consumer: durable, outcome }, ms / 1_000);
    const who = { actor: `system:${service}`, organization: read.organizationId };
    log.info({ event: read.eventKey, outcome, ...who, durationMs: Math.round(ms * 10) / 10 }, 'event');
    activity.set({
      [attributes.outcome]: outcome,
      ...(read.organizationId && { [attributes.organization]: read.organizationId }),
    });
    activity.end(outcome === 'processed' || outcome === 'duplicate' ? undefined : outcome);
  });
};

const traceparentOf = (read: ReadMessage): string | undefined => (read.ok ? read.envelope.traceparent : undefined);

const deliver = async (
  message: JsMsg,
  durable: string,
  read: ReadMessage,
  subscription: Subscription,
  options: ConsumerOptions,
  log: Logger,
): Promise<Outcome> => {
  const keepAlive = setInterval(() => message.working(), WORKING_EVERY_MS);
  const work = () => options.handlers(() => handleRead(message, durable, read, subscription, options, log));
  try {
    return await (message.redelivered ? suspects(work) : work());
  } catch (error) {
    if (isDatabaseUnavailable(error)) {
      log.warn({ error: String(error) }, 'database unavailable, event waits');
      if (message.redelivered) await forgiveStart(options.database, durable, read.eventKey).catch(() => undefined);
      message.nak(UNAVAILABLE_MS);
      return 'unavailable';
    }
    log.error({ err: error, event: read.eventKey }, 'event handler failed, event will be redelivered');
    const { retryMs = RETRY_MS } = options;
    message.nak(retryMs[Math.min(message.info.deliveryCount, retryMs.length) - 1]);
    return 'failed';
  } finally {
    clearInterval(keepAlive);
  }
};

const handleRead = async (
  message: JsMsg,
  durable: string,
  read: ReadMessage,
  subscription: Subscription,
  options: ConsumerOptions,
  log: Logger,
): Promise<Outcome> => {
  const { database, clock, newId, service } = options;
  const spend = subscription.event.service === 'inbound' ? options.spend : undefined;
  const reject = async (
    reason: string,
    errors: readonly Fault[],
    attempts: number,
    keepsPayload = true,
  ): Promise<Outcome> => {
    await recordRejection({
      database,
      service,
      consumer: durable,
      message,
      read,
      reason,
      errors,
      attempts,
      clock,
      newId,
      keepsPayload,
    });
    log.error({ event: read.eventKey, reason }, 'event went to the dead letters');
    // Servers before 2.10.4 take a TERM with a reason for an unknown ack and deliver again.
    message.term();
    return 'rejected';
  };

  const refused = message.redelivered ? undefined : overspent(spend, read.organizationId, message.data.length);
  if (refused) return reject(refused, [], message.info.deliveryCount, false);
  if (!read.ok) return reject(read.reason, read.errors, message.info.deliveryCount);
  // Deliveries are no measure of attempts: the prefetched neighbours of a message that kills the process share them.
  if (message.redelivered && (await countStart(database, durable, read.eventKey)) > MAX_STARTS) {
    return reject('The handler failed or killed the process each time.', [], MAX_STARTS);
  }
  let fresh: boolean;
  try {
    fresh = await process(message, durable, read, subscription, { ...options, spend });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return reject(error.message, (error.extra['errors'] as Fault[] | undefined) ?? [], message.info.deliveryCount);
  }
  // Not waited for: where it is lost the event comes again, and the inbox knows it.
  message.ack();
  return fresh ? 'processed' : 'duplicate';
};

/** Runs the handler; whatever it stores is put down to the event. */
const process = (
  message: JsMsg,
  consumer: string,
  { envelope, eventKey }: Extract<ReadMessage, { ok: true }>,
  subscription: Subscription,
  { database, clock, newId, service, spend }: ConsumerOptions,
): Promise<boolean> => {
  const context = { now: clock(), clock, newId, service, traceparent: envelope.traceparent };
  const origin = { actor: `system:${subscription.event.service}`, source: `${message.subject} ${eventKey}`, spend };
  const event = envelope as EventOf<EventDefinition>;
  return actingFrom(origin, () => subscription.process(database, { consumer, eventKey, event, context }));
};

/** Why an event is more than its organization may still have stored. */
const overspent = (spend: Spend | undefined, organizationId: string | null, bytes: number): string | undefined => {
  try {
    if (organizationId !== null) spend?.(organizationId, bytes);
    return undefined;
  } catch (error) {
    if (isDomainError(error, 'budget-exceeded')) return `budget-exceeded: ${error.message}`;
    throw error;
  }
};
