import type { ConsumerInfo, JsMsg } from '@nats-io/jetstream';
import { organizationInSubject } from '@staycover/events';
import { beginWithNats } from './connection.ts';
import { openGate } from './gate.ts';
import { type HandlerOptions, handle } from './handle.ts';
import { boundedInFlight } from './in-flight.ts';
import { GIVEN_BACK_MS, startPulling } from './pulling.ts';
import { slots } from './slots.ts';
import { durableName, MAX_WAITING, streamName } from './streams.ts';
import type { Subscription } from './subscription.ts';

/** A running durable consumer of one service. */
export type Consumer = {
  readonly durable: string;
  /** False while the server does not deliver: missed heartbeats, a deleted consumer or stream. */
  isFresh(): boolean;
  /** What the server knows: events not delivered yet, events not acknowledged yet. */
  info(): Promise<ConsumerInfo>;
  /** Stops pulling, returns events that were not started, and waits for those that were. */
  stop(): Promise<void>;
};

/** How many events are handled, and requested, at once. */
const PREFETCH = 8;
/** The same for those that share a statement. */
const TOGETHER = 32;
/**
 * How many events of other systems are prefetched, so that organizations can take turns: more than may wait of one
 * organization, so that, within the bytes, they delay no others. Those of two that fill their shares come in the order of the stream.
 */
const AHEAD = { events: 2 * MAX_WAITING, bytes: 64 * 1024 ** 2 };
/** The same for events of our own, in numbers of those that are handled at once: fewer come again when a process ends. */
const AHEAD_OF_OWN = 4;
/** The places that one organization leaves to others. */
const LEFT_TO_OTHERS = 8;
const WORKING_EVERY_MS = 10_000;

/** Starts consuming one subscription, as soon as NATS has it; several replicas share the durable consumer. */
export const startConsumer = (subscription: Subscription, options: HandlerOptions): Consumer => {
  const { nats, logger, service } = options;
  const durable = durableName(service, subscription.event);
  const ending = new AbortController();
  let consuming: Consuming | undefined;
  const beginning = beginWithNats({ nats, logger, what: durable, signal: ending.signal }, async () => {
    consuming = await consume(durable, subscription, options);
  });
  return {
    durable,
    isFresh: () => consuming?.isFresh() ?? false,
    info: () => consuming?.info() ?? Promise.reject(new Error(`${durable} has not begun.`)),
    async stop() {
      ending.abort();
      await beginning;
      await consuming?.stop();
    },
  };
};

type Consuming = Omit<Consumer, 'durable'>;

const consume = async (durable: string, subscription: Subscription, options: HandlerOptions): Promise<Consuming> => {
  const isInbound = subscription.event.service === 'inbound';
  const { ordered = false, together = false, inTurns = ordered } = subscription;
  const prefetch = together ? TOGETHER : PREFETCH;
  // Between accounts, the server mistakes an empty event for the end of a response and loses the rest of it until the
  // acknowledgement is overdue. Services publish no empty events; events of other systems are fetched one per response.
  const batch = isInbound ? 1 : prefetch;
  const pulling = await startPulling({ stream: streamName(subscription.event.service), durable, batch }, options);
  const { consumer, messages, isFresh } = pulling;
  const inFlight = boundedInFlight(isInbound ? AHEAD : { ...AHEAD, events: prefetch * (inTurns ? AHEAD_OF_OWN : 1) });
  const turns = slots(prefetch, ordered ? 1 : prefetch - (inTurns ? LEFT_TO_OTHERS : 0));
  const gate = isInbound ? openGate(durable, options) : undefined;
  const waits = { until: 0 };
  let stopping = false;

  const isEarly = async (message: JsMsg): Promise<boolean> =>
    ordered && isBeforeItsTurn(await consumer.info(), message);
  const work = (message: JsMsg, refusal: string | undefined) => async (): Promise<void> => {
    if (stopping) message.nak(GIVEN_BACK_MS);
    else await handle(message, { durable, subscription, refusal, isEarly, waits }, options);
  };
  const inTurn = (message: JsMsg, refusal: string | undefined): Promise<void> => {
    const keepAlive = setInterval(() => message.working(), WORKING_EVERY_MS);
    const turn = turns(work(message, refusal), organizationInSubject(message.subject));
    return turn.finally(() => clearInterval(keepAlive));
  };
  const reading = takeAll(messages, async (message) => {
    const passed = gate?.(message) ?? { refusal: undefined };
    if (passed === 'given up') return;
    await inFlight.start(message.data.length, () => inTurn(message, passed.refusal));
  });

  return {
    isFresh,
    info: () => consumer.info(),
    async stop() {
      stopping = true;
      inFlight.release();
      await pulling.close();
      await reading;
      await inFlight.empty();
    },
  };
};

/** The acknowledgement floor counts deliveries; a redelivered event has a different number than before. */
const isBeforeItsTurn = ({ ack_floor, num_ack_pending }: ConsumerInfo, { redelivered, info }: JsMsg): boolean =>
  redelivered ? num_ack_pending > 1 : ack_floor.consumer_seq < info.deliverySequence - 1;

const takeAll = async (messages: AsyncIterable<JsMsg>, take: (message: JsMsg) => Promise<void>): Promise<void> => {
  for await (const message of messages) await take(message);
};
