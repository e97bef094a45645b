import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, nanos } from '@nats-io/transport-node';
import { streamName } from '@staycover/messaging';
import { publishers } from '../manifests.ts';

/** The streams, as an administrator of NATS has them. */
export type Streams = {
  manager: JetStreamManager;
  publish(subject: string, text: string, msgID?: string): Promise<void>;
  close(): Promise<void>;
};

export const openStreams = async (natsUrl: string): Promise<Streams> => {
  const connection = await connect({ servers: natsUrl.split(',') });
  const manager = await jetstreamManager(connection).catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  return {
    manager,
    publish: async (subject, text, msgID) =>
      void (await jetstream(connection).publish(subject, text, msgID ? { msgID } : {})),
    close: () => connection.close(),
  };
};

/** How long every stream remembers the ids of its messages. */
export const duplicateWindow = async ({ manager }: Streams, ms: number): Promise<void> => {
  for (const publisher of publishers)
    await manager.streams.update(streamName(publisher), { duplicate_window: nanos(ms) });
};

/** How many events of other systems are not processed yet, by consumer. */
export const inboundUnderWay = async (natsUrl: string): Promise<Record<string, number>> => {
  const streams = await openStreams(natsUrl);
  const infos = await streams.manager.consumers.list('INBOUND').next();
  await streams.close();
  return Object.fromEntries(
    infos.flatMap(({ name, num_pending, num_ack_pending }) => [
      [`${name}, to be delivered`, num_pending],
      [`${name}, to be acknowledged`, num_ack_pending],
    ]),
  );
};
