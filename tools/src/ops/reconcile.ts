import { type ConsumerConfig, type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { publishers } from '@staycover/events';
import { RELAY_LOCK, streamName } from '@staycover/messaging';
import { type Context, type Sql, withDatabase, withNats } from './command.ts';
import { isMissing } from './missing-stream.ts';

/**
 * Aligns the streams with the databases, after these were restored to an earlier point: recreates each stream with its
 * consumers, and the relays publish the outboxes of its retention period again. It can be repeated.
 */
export const reconcile = async ({ servers, print }: Context): Promise<void> =>
  withNats(servers, async (connection) => {
    const manager = await jetstreamManager(connection);
    for (const service of publishers) await requireStream(manager, streamName(service));
    for (const service of publishers) {
      await withDatabase(servers, service, async (sql) => {
        await takeLead(sql, service);
        // First: where this ends here, the stream still shows that it is to be done.
        const [again] = await sql<{ count: number }>(publishAgain(service));
        await makeAnew(manager, streamName(service));
        print(`${service}: ${again!.count} events go out again`);
      });
    }
  });

/** Where an earlier run was interrupted, a stream may be gone, and with it the settings of the next. */
const requireStream = async (manager: JetStreamManager, stream: string): Promise<void> => {
  await manager.streams.info(stream).catch((cause: unknown) => {
    if (!isMissing(cause)) throw cause;
    throw new Error(`The stream ${stream} is missing: run npm run provision, then this again.`, { cause });
  });
};

/** No relay publishes until this session ends; the relay forgets events that it published but did not mark. */
const takeLead = async (sql: Sql, service: string): Promise<void> => {
  await sql(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = '${service}-relay' and datname = current_database()`);
  await sql(`select pg_advisory_lock(hashtext('${RELAY_LOCK}'), hashtext('${service}'))`);
};

const publishAgain = (service: string): string =>
  `with again as (update ${service}.outbox set published_at = null, stream_seq = null where published_at is not null returning id)
   select count(*)::int as count from again`;

/** An empty stream of the same kind, with the same consumers at its beginning. */
const makeAnew = async (manager: JetStreamManager, stream: string): Promise<void> => {
  const { config } = await manager.streams.info(stream);
  const consumers: ConsumerConfig[] = [];
  for await (const info of manager.consumers.list(stream)) consumers.push(info.config);
  await manager.streams.delete(stream);
  await manager.streams.add(config);
  for (const consumer of consumers.filter(({ durable_name }) => durable_name))
    await manager.consumers.add(stream, consumer);
};
