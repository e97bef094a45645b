import {
  AckPolicy,
  type ConsumerConfig,
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

const DAY_MS = 86_400_000;
const GIB = 1024 ** 3;

/** The stream that holds a publisher's events, e.g. `BILLING`; other systems publish into `INBOUND`. */
export const streamName = (publisher: string): string => publisher.toUpperCase();

/** The durable consumer of one service for one event, e.g. `policy-contract-deal-closed`. */
export const durableName = (service: string, event: EventDefinition): string =>
  `${service}-${event.service}-${event.name}`;

/** A durable consumer: its stream, its name, and the subjects that it gets. */
export type DurableConsumer = { stream: string; durable: string; filter: string };

export type Provisioning = {
  publishers: readonly string[];
  consumers: readonly { service: string; event: EventDefinition }[];
  systemConsumers?: readonly DurableConsumer[];
  replicas?: number;
  maxBytes?: number;
  duplicateWindowMs?: number;
  /** Milliseconds after which a delivery that nobody answered comes again. */
  ackWaitMs?: number;
};

/**
 * What other systems publish is told apart by the inbox, within an organization. The server would compare message ids
 * across organizations, so its window is the smallest there is.
 */
const INBOUND_WINDOW_MS = 100;
const WINDOW_MS = 600_000;

const windowMs = (publisher: string, { duplicateWindowMs = WINDOW_MS }: Provisioning): number =>
  publisher === 'inbound' ? INBOUND_WINDOW_MS : duplicateWindowMs;

const streamConfig = (publisher: string, options: Provisioning): Partial<StreamConfig> & { name: string } => ({
  name: streamName(publisher),
  subjects: [`insurance.${publisher}.>`],
  storage: StorageType.File,
  retention: RetentionPolicy.Limits,
  // A full stream refuses the publisher, whose outbox holds; it never drops what nobody has read.
  discard: DiscardPolicy.New,
  max_age: nanos(30 * DAY_MS),
  max_bytes: options.maxBytes ?? GIB,
  max_msg_size: MAX_EVENT_BYTES + 4_096,
  duplicate_window: nanos(windowMs(publisher, options)),
  deny_delete: true,
  deny_purge: true,
  num_replicas: options.replicas ?? 1,
});

const consumerConfig = ({ durable, filter }: DurableConsumer, ackWaitMs = 30_000): Partial<ConsumerConfig> => ({
  durable_name: durable,
  filter_subject: filter,
  deliver_policy: DeliverPolicy.All,
  ack_policy: AckPolicy.Explicit,
  ack_wait: nanos(ackWaitMs),
  // The application gives up on a message, never the server.
  max_deliver: -1,
  max_ack_pending: 64,
});

/**
 * Makes or updates every stream and durable consumer, as the user that administers JetStream; services only use them.
 * A consumer that is ahead of its stream (the stream was restored from older files) is made anew from the start:
 * inboxes drop what was already processed.
 */
export const provisionStreams = async (connection: NatsConnection, options: Provisioning): Promise<void> => {
  const jsm = await jetstreamManager(connection);
  for (const publisher of options.publishers) await provisionStream(jsm, streamConfig(publisher, options));
  const own = options.consumers.map(({ service, event }) => ({
    stream: streamName(event.service),
    durable: durableName(service, event),
    filter: `${event.subjectPrefix}.>`,
  }));
  const all = [...own, ...(options.systemConsumers ?? [])];
  await Promise.all(all.map((consumer) => provisionConsumer(jsm, consumer, options.ackWaitMs)));
};

const provisionStream = async (jsm: JetStreamManager, config: Partial<StreamConfig> & { name: string }) => {
  try {
    await jsm.streams.info(config.name);
    await jsm.streams.update(config.name, config);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await jsm.streams.add(config);
  }
};

const provisionConsumer = async (jsm: JetStreamManager, consumer: DurableConsumer, ackWaitMs: number | undefined) => {
  const { stream, durable } = consumer;
  try {
    const info = await jsm.consumers.info(stream, durable);
    const { state } = await jsm.streams.info(stream);
    if (info.delivered.stream_seq <= state.last_seq) return;
    await jsm.consumers.delete(stream, durable);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  await jsm.consumers.add(stream, consumerConfig(consumer, ackWaitMs));
};

const isNotFound = (error: unknown): boolean => /not found/i.test(String((error as Error).message));
