import {
  AckPolicy,
  type ConsumerConfig,
  type ConsumerUpdateConfig,
  DeliverPolicy,
  DiscardPolicy,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import type { EventDefinition } from '@staycover/events';
import { MAX_EVENT_BYTES } from './outbox.ts';
import { hasSkipped } from './skipped.ts';
import { PATIENCE_MS, patiently } from './young-cluster.ts';

const DAY_MS = 86_400_000;
const GIB = 1024 ** 3;

/** The stream that holds a publisher's events, e.g. `BILLING`; what other systems publish waits in `INBOUND`. */
export const streamName = (publisher: string): string => publisher.toUpperCase();

/** The stream that keeps what `INBOUND` has stored, handled or not, for operators. */
export const RECEIVED = 'RECEIVED';

/** The subject under which `RECEIVED` stores an event that arrived as `subject`. */
export const receivedSubject = (subject: string): string => subject.replace(/^insurance\./, 'received.');

/** The subject that an event came as which `RECEIVED` keeps. */
export const originalSubject = (subject: string): string => subject.replace(/^received\./, 'insurance.');

/**
 * How many events of one kind and organization may wait in `INBOUND`; the next is refused to its publisher. So many of
 * the largest, of every kind, leave room for others.
 */
export const MAX_WAITING = 2_000;

/** The durable consumer of one service for one event, e.g. `policy-contract-deal-closed`. */
export const durableName = (service: string, event: EventDefinition): string =>
  `${service}-${event.service}-${event.name}`;

/** A durable consumer: its stream, its name, the subjects that it gets, and how long it may take, 30 s where not given. */
export type DurableConsumer = { stream: string; durable: string; filter: string; ackWaitMs?: number };

/** Newer events wait so long for what a process that died had taken. */
const FOLLOWER_WAIT_MS = 10_000;
const WAIT_MS = 30_000;

/** The durable consumer of one service for one event. */
export const durableConsumer = (service: string, event: EventDefinition): DurableConsumer => ({
  stream: streamName(event.service),
  durable: durableName(service, event),
  filter: `${event.subjectPrefix}.>`,
});

/** The durable consumer of one service for everything that another publishes, e.g. `insight-billing`. */
export const durableFollower = (service: string, publisher: string): DurableConsumer => ({
  stream: streamName(publisher),
  durable: `${service}-${publisher}`,
  filter: `insurance.${publisher}.>`,
  ackWaitMs: FOLLOWER_WAIT_MS,
});

export type Provisioning = {
  publishers: readonly string[];
  consumers: readonly { service: string; event: EventDefinition }[];
  otherConsumers?: readonly DurableConsumer[];
  /** Copies of each stream; one that has more keeps them. */
  replicas?: number;
  /** What each stream holds at most; one that holds more already keeps its size. */
  maxBytes?: number;
  /** The same for single publishers, e.g. `{ billing: 8 * 1024 ** 3 }`. */
  maxBytesByService?: Readonly<Record<string, number>>;
  duplicateWindowMs?: number;
  /** Milliseconds after which an unacknowledged delivery is repeated, of every consumer. */
  ackWaitMs?: number;
};

/**
 * Events of other systems are deduplicated by the inbox, within an organization. The server would compare message ids
 * across organizations, so its window is the smallest possible.
 */
const INBOUND_WINDOW_MS = 100;
const WINDOW_MS = 600_000;

const windowMs = (publisher: string, { duplicateWindowMs = WINDOW_MS }: Provisioning): number =>
  publisher === 'inbound' ? INBOUND_WINDOW_MS : duplicateWindowMs;

/** Room for the headers of an event, besides its body. */
const HEADER_BYTES = 4_096;
const MAX_MESSAGE_BYTES = MAX_EVENT_BYTES + HEADER_BYTES;

type Config = Partial<StreamConfig> & { name: string; max_bytes: number; num_replicas: number };

const maxBytesFor = (publisher: string, { maxBytes = GIB, maxBytesByService = {} }: Provisioning): number =>
  maxBytesByService[publisher] ?? maxBytes;

const streamConfig = (publisher: string, options: Provisioning): Config => ({
  name: streamName(publisher),
  subjects: [`insurance.${publisher}.>`],
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  // A full stream rejects the publisher, and the events wait in its outbox; unread events are never dropped.
  discard: DiscardPolicy.New,
  max_age: nanos(30 * DAY_MS),
  max_bytes: maxBytesFor(publisher, options),
  max_msg_size: MAX_MESSAGE_BYTES,
  duplicate_window: nanos(windowMs(publisher, options)),
  deny_delete: true,
  deny_purge: true,
  num_replicas: options.replicas ?? 1,
});

/**
 * Events of other systems wait here only until they are handled: so one organization cannot fill the shared space,
 * and is rejected alone when its own share is full.
 */
const inboundConfig = (options: Provisioning): Config => ({
  ...streamConfig('inbound', options),
  retention: RetentionPolicy.Workqueue,
  max_bytes: 4 * maxBytesFor('inbound', options),
  max_msgs_per_subject: MAX_WAITING,
  discard_new_per_subject: true,
  republish: { src: 'insurance.inbound.>', dest: receivedSubject('insurance.inbound.>') },
});

/** The history of `INBOUND`; when it is full the oldest goes. */
const receivedConfig = (options: Provisioning): Config => ({
  ...streamConfig('inbound', options),
  name: RECEIVED,
  subjects: [receivedSubject('insurance.inbound.>')],
  // The server adds headers to what it copies.
  max_msg_size: MAX_MESSAGE_BYTES + HEADER_BYTES,
  discard: DiscardPolicy.Old,
});

const consumerConfig = (
  { stream, durable, filter, ackWaitMs = WAIT_MS }: DurableConsumer,
  wantedMs = ackWaitMs,
): Partial<ConsumerConfig> => ({
  durable_name: durable,
  filter_subject: filter,
  deliver_policy: DeliverPolicy.All,
  ack_policy: AckPolicy.Explicit,
  ack_wait: nanos(wantedMs),
  // The application gives up on a message, never the server.
  max_deliver: -1,
  max_ack_pending: maxUnderWay(stream),
});

/**
 * Limits unacknowledged events. Failed events count while they wait for their retry: the limit is high enough that those of
 * one tenant do not block the others. More events of other systems are prefetched, so that organizations can take turns.
 */
const maxUnderWay = (stream: string): number => (stream === streamName('inbound') ? 4_096 : 1_000);

const ANSWER_MS = 2_000;

/**
 * Creates or updates every stream and durable consumer, as the JetStream administrator; services only use them.
 * A consumer that is ahead of its stream (the stream was restored from older files), or past events of a work queue, is
 * recreated from the start: inboxes drop events that were already processed.
 */
export const provisionStreams = async (connection: NatsConnection, options: Provisioning): Promise<void> => {
  await patiently(() => jetstreamManager(connection, { timeout: ANSWER_MS }));
  const jsm = await jetstreamManager(connection, { timeout: PATIENCE_MS, checkAPI: false });
  for (const publisher of options.publishers) {
    if (publisher !== 'inbound') await provisionStream(jsm, streamConfig(publisher, options));
    else for (const config of [receivedConfig(options), inboundConfig(options)]) await provisionStream(jsm, config);
  }
  const own = options.consumers.map(({ service, event }) => durableConsumer(service, event));
  const all = [...own, ...(options.otherConsumers ?? [])];
  await Promise.all(all.map((consumer) => provisionConsumer(jsm, consumer, options.ackWaitMs)));
};

const provisionStream = async (jsm: JetStreamManager, config: Config): Promise<void> => {
  try {
    const { config: found } = await jsm.streams.info(config.name);
    if (found.retention === config.retention)
      return void (await jsm.streams.update(config.name, { ...config, ...neverLess(found, config) }));
    // A server changes no stream into a work queue.
    await assertHandled(jsm, config.name);
    await jsm.streams.delete(config.name);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  await patiently(() => jsm.streams.add(config));
};

/** What an operator has given a stream is not taken from it again. */
const neverLess = (found: StreamConfig, { max_bytes, num_replicas }: Config) => ({
  max_bytes: found.max_bytes < 0 ? found.max_bytes : Math.max(found.max_bytes, max_bytes),
  num_replicas: Math.max(found.num_replicas, num_replicas),
});

const assertHandled = async (jsm: JetStreamManager, stream: string): Promise<void> => {
  for await (const { name, num_pending, num_ack_pending } of jsm.consumers.list(stream)) {
    const waiting = num_pending + num_ack_pending;
    if (waiting === 0) continue;
    const remedy = 'let the release that ran before handle them, then provision again';
    throw new Error(`The stream ${stream} must be made anew, but ${waiting} events wait there for ${name}: ${remedy}.`);
  }
};

const provisionConsumer = async (jsm: JetStreamManager, consumer: DurableConsumer, ackWaitMs: number | undefined) => {
  const { stream, durable } = consumer;
  try {
    const info = await jsm.consumers.info(stream, durable);
    const { state, config } = await jsm.streams.info(stream);
    const isQueue = config.retention === RetentionPolicy.Workqueue;
    const isAhead = info.delivered.stream_seq > state.last_seq;
    if (!isAhead && !(isQueue && (await hasSkipped(jsm, consumer)))) {
      const { ack_wait, max_deliver, max_ack_pending, filter_subject } = consumerConfig(consumer, ackWaitMs);
      const changes = { ack_wait, max_deliver, max_ack_pending, filter_subject } as ConsumerUpdateConfig;
      const isChanged = Object.entries(changes).some(
        ([name, value]) => info.config[name as keyof ConsumerConfig] !== value,
      );
      if (isChanged) await jsm.consumers.update(stream, durable, changes);
      return;
    }
    await jsm.consumers.delete(stream, durable);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  await jsm.consumers.add(stream, consumerConfig(consumer, ackWaitMs));
};

const isNotFound = (error: unknown): boolean => /not found/i.test(String((error as Error).message));
