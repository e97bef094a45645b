import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { type CloudEvent, type DataOf, type EventDefinition, eventSubject, parseSubject } from '@staycover/events';
import { newId } from '@staycover/kernel';
import { eventually } from './eventually.ts';
import type { TestNats } from './infrastructure.ts';
import { loadPublicationCheck } from './published.ts';

export type EventRecorder = {
  /** Every event seen so far, once each, in order. */
  seen: readonly CloudEvent[];
  /** Waits for an event of this kind that fits, and returns it. */
  next<E extends EventDefinition>(
    event: E,
    fits?: (data: DataOf<E>) => boolean,
    withinMs?: number,
  ): Promise<CloudEvent<DataOf<E>>>;
  /** Those of one kind seen so far. */
  of<E extends EventDefinition>(event: E): CloudEvent<DataOf<E>>[];
  /** Publishes an event as another system (or another service) would. */
  publish<E extends EventDefinition>(
    event: E,
    data: DataOf<E>,
    options?: { id?: string; source?: string; organizationId?: string; time?: string },
  ): Promise<string>;
  /** Publishes any text on a subject. */
  publishRaw(subject: string, text: string, msgID?: string): Promise<void>;
  connection: NatsConnection;
  close(): Promise<void>;
};

/** Listens to everything on `insurance.>`, checking each event of ours against the AsyncAPI document as it comes. */
export const recordEvents = async ({
  url,
  user,
  password,
}: Partial<TestNats> & { url: string }): Promise<EventRecorder> => {
  const connection = await connect({
    servers: url.split(','),
    maxReconnectAttempts: -1,
    ...(user && { user, pass: password, inboxPrefix: `_INBOX_${user}` }),
  });
  const js = jetstream(connection);
  const findFault = await loadPublicationCheck();
  const seen: CloudEvent[] = [];
  const ids = new Set<string>();
  const faults: string[] = [];
  const listening = (async () => {
    for await (const message of connection.subscribe('insurance.>')) {
      const subject = parseSubject(message.subject);
      if (!subject || subject.service === 'inbound') continue;
      const fault = findFault(message.subject, message.string());
      if (fault) faults.push(fault);
      const event = message.json<CloudEvent>();
      // A relay that waited too long for its acknowledgement publishes again: the stream drops the copy, a subscriber sees it.
      if (ids.has(event.id)) continue;
      ids.add(event.id);
      seen.push(event);
    }
  })();
  await connection.flush();

  const of = <E extends EventDefinition>(event: E) =>
    seen.filter(({ type }) => type === event.type) as CloudEvent<DataOf<E>>[];
  return {
    seen,
    connection,
    of,
    next: (event, fits = () => true, withinMs) =>
      eventually(`event ${event.type}`, () => of(event).find(({ data }) => fits(data)), withinMs),
    async publish(
      event,
      data,
      { id = newId(), source = 'https://system.example', organizationId, time = new Date().toISOString() } = {},
    ) {
      const organization = organizationId ?? (data as { organizationId: string }).organizationId;
      const own = event.service !== 'inbound';
      const envelope = {
        ...event.example,
        id,
        data,
        time,
        ...(own ? {} : { source }),
      };
      await js.publish(eventSubject(event, organization), JSON.stringify(envelope), own ? { msgID: id } : {});
      return id;
    },
    async publishRaw(subject, text, msgID) {
      await js.publish(subject, text, msgID ? { msgID } : {});
    },
    async close() {
      await connection.drain();
      await listening;
      if (faults.length > 0) throw new Error(`Events that break the AsyncAPI document:\n${faults.join('\n')}`);
    },
  };
};

/** How many messages a stream holds. */
export const streamSize = async (connection: NatsConnection, stream: string): Promise<number> =>
  (await (await jetstreamManager(connection)).streams.info(stream)).state.messages;
