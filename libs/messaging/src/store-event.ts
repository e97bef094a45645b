import { randomUUID } from 'node:crypto';
import {
  JetStreamApiError,
  type JetStreamClient,
  type JetStreamManager,
  type JetStreamPublishOptions,
  type PubAck,
} from '@nats-io/jetstream';

export type StoredEvent = { id: string; subject: string; payload: string };

type Options = Partial<Omit<JetStreamPublishOptions, 'msgID'>>;

const IN_PROCESS = 10_158;

/** The id of the event in a message's `Nats-Msg-Id`. */
export const eventIdIn = (msgId: string): string => msgId.split(':')[0]!;

/**
 * Publishes an event until its stream has it. A cluster remembers the id of what it was given before that is stored, and
 * also when it refuses that, or loses it with the leader of the stream. It takes the next one for a duplicate, without a
 * sequence (before 2.11), or for one in process. That one goes out under an id of its own, `id:…`; where both are stored
 * in the end, inboxes drop the second.
 * @throws what the server refuses it with, or a timeout: it may be stored or not.
 */
export const storeEvent = async (js: JetStreamClient, event: StoredEvent, options: Options): Promise<PubAck> => {
  const stored =
    (await publish(js, event, { ...options, msgID: event.id })) ??
    (await publish(js, event, { ...options, msgID: `${event.id}:${randomUUID().slice(0, 8)}` }));
  if (!stored) throw new Error('The stream has the event in process, and does not store it.');
  return stored;
};

/** Finds an event where it was last stored, as far as that is known. */
export const findEvent = async (
  manager: JetStreamManager,
  stream: string,
  { id, sequence }: { id: string; sequence: number },
): Promise<PubAck | undefined> => {
  if (sequence === 0) return undefined;
  const message = await manager.streams.getMessage(stream, { seq: sequence });
  const isThere = message !== null && eventIdIn(message.header.get('Nats-Msg-Id')) === id;
  return isThere ? { stream, seq: sequence, duplicate: true } : undefined;
};

/** Undefined where the server only knows the id. */
const publish = async (
  js: JetStreamClient,
  { subject, payload }: StoredEvent,
  options: Options & { msgID: string },
): Promise<PubAck | undefined> => {
  try {
    const ack = await js.publish(subject, payload, options);
    return ack.seq > 0 ? ack : undefined;
  } catch (error) {
    if (error instanceof JetStreamApiError && error.code === IN_PROCESS) return undefined;
    throw error;
  }
};
