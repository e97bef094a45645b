import { JetStreamApiError, type JetStreamClient, type JetStreamPublishOptions, type PubAck } from '@nats-io/jetstream';

export type StoredEvent = { id: string; subject: string; payload: string };

const MOST_TRIES = 10;
const IN_PROCESS = 10_158;

const isInProcess = (error: unknown): boolean => error instanceof JetStreamApiError && error.code === IN_PROCESS;

const messageId = (id: string, attempt: number): string => (attempt === 1 ? id : `${id}:${attempt}`);

/** The id of the event in a message's `Nats-Msg-Id`. */
export const eventIdIn = (msgId: string): string => msgId.split(':')[0]!;

/**
 * Publishes an event until its stream has it. A cluster remembers the id of what it was given before that is stored, and
 * also when it is refused or lost with the server that led the stream: it takes the next one for a duplicate, without a
 * sequence (before 2.11), or as in process. That one goes out under the next id (`id:2`, `id:3`); where both are stored
 * in the end, inboxes drop the second.
 * @throws what the server refuses it with, or a timeout: it may be stored or not.
 */
export const storeEvent = async (
  js: JetStreamClient,
  { id, subject, payload }: StoredEvent,
  options: Partial<Omit<JetStreamPublishOptions, 'msgID'>>,
): Promise<PubAck> => {
  for (let attempt = 1; ; attempt++)
    try {
      const ack = await js.publish(subject, payload, { ...options, msgID: messageId(id, attempt) });
      if (ack.seq > 0) return ack;
      if (attempt === MOST_TRIES) throw new Error('The stream has the event in process, and does not store it.');
    } catch (error) {
      if (attempt === MOST_TRIES || !isInProcess(error)) throw error;
    }
};
