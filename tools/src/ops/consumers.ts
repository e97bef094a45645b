import { parseArgs } from 'node:util';
import { type ConsumerInfo, type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { durables } from '../manifests.ts';
import { type Command, JSON_FLAG, SERVERS_HELP, show, withNats } from './command.ts';

export type ConsumerStanding = {
  consumer: string;
  stream: string;
  /** Events that were not delivered yet. */
  pending: number;
  /** Events that were delivered and not acknowledged yet. */
  unacknowledged: number;
  redelivered: number;
  /** Age in seconds of the oldest unfinished event. */
  oldestSeconds: number | null;
  problem: string | null;
};

/** How far each service is with the events that it listens to. */
export const consumers: Command = {
  usage: `consumers [--json]   each durable consumer: what waits, what is under way, how old the oldest is
${SERVERS_HELP}`,
  async run(context) {
    const { values } = parseArgs({ args: context.args, options: JSON_FLAG });
    const found = await withNats(context.servers, consumerStandings);
    show(context, found, values.json, {
      CONSUMER: ({ consumer }) => consumer,
      PENDING: ({ pending }) => String(pending),
      'UNDER WAY': ({ unacknowledged }) => String(unacknowledged),
      REDELIVERED: ({ redelivered }) => String(redelivered),
      'OLDEST, s': ({ oldestSeconds }) => oldestSeconds?.toFixed(1) ?? '-',
      '': ({ problem }) => problem ?? '',
    });
  },
};

export const consumerStandings = async (connection: NatsConnection): Promise<ConsumerStanding[]> => {
  const manager = await jetstreamManager(connection);
  return Promise.all(durables.map(({ stream, durable }) => readStanding(manager, stream, durable)));
};

const readStanding = async (manager: JetStreamManager, stream: string, consumer: string): Promise<ConsumerStanding> => {
  const none = { consumer, stream, pending: 0, unacknowledged: 0, redelivered: 0, oldestSeconds: null };
  try {
    const info = await manager.consumers.info(stream, consumer);
    const { state } = await manager.streams.info(stream);
    const isAhead = info.delivered.stream_seq > state.last_seq;
    return {
      ...none,
      pending: info.num_pending,
      unacknowledged: info.num_ack_pending,
      redelivered: info.num_redelivered,
      oldestSeconds: await readOldest(manager, stream, info),
      problem: isAhead ? 'ahead of its stream' : null,
    };
  } catch (error) {
    if (!/not found/i.test(String(error))) throw error;
    return { ...none, problem: 'missing' };
  }
};

const readOldest = async (manager: JetStreamManager, stream: string, info: ConsumerInfo): Promise<number | null> => {
  if (info.num_pending + info.num_ack_pending === 0) return null;
  const query = { seq: info.ack_floor.stream_seq + 1, next_by_subj: info.config.filter_subject! };
  const message = await manager.streams.getMessage(stream, query);
  return message && (Date.now() - message.time.getTime()) / 1_000;
};
