import { setTimeout as delay } from 'node:timers/promises';
import { jetstream } from '@nats-io/jetstream';
import { interruptiblePause } from '@staycover/kernel';
import type { Logger, Metrics } from '@staycover/telemetry';
import type pg from 'pg';
import type { Nats } from './connection.ts';
import { type Leadership, startLeadership } from './leadership.ts';
import { type Failpoint, type OutboxPublisher, outboxPublisher, type Published } from './publish-outbox.ts';
import { type StreamEnd, streamEnd } from './restored-streams.ts';

/**
 * Publishes the outbox of one service to JetStream, in order per aggregate. One replica does, the others stand by; what wakes
 * it after every commit reaches the leader, on whichever replica it runs.
 */
export type Relay = Leadership;

type RelayOptions = {
  url: string;
  schema: string;
  nats: Nats;
  logger: Logger;
  metrics?: Metrics;
  failpoint?: Failpoint;
};

/** What the replicas of a service take turns at. */
export const RELAY_LOCK = 'outbox-relay';

/** Commits wake the leader; polling finds rows after a lost wake-up. */
const POLL_MS = 1_000;
/** What was published is marked with the next batch, or after this long. */
const MARK_WITHIN_MS = 250;
/** Pause after a batch to collect further commits: a batch for every commit would starve the handlers. */
const GATHER_MS = 10;

/** The subject on which a replica notifies the leader of new events. */
export const wakeSubject = (service: string): string => `relay.wake.${service}`;

/** Wakes the leader on another replica. Commits close together send one message; polling covers a lost one. */
const otherReplicas = (nats: Nats, schema: string, onWake: () => void) => {
  const subject = wakeSubject(schema);
  const stopListening = nats.listen(subject, onWake);
  let waking: NodeJS.Timeout | undefined;
  const wakeNow = (): void => {
    waking = undefined;
    if (nats.isConnected()) nats.connection.publish(subject);
  };
  return {
    wake: () => void (waking ??= setTimeout(wakeNow, GATHER_MS)),
    stop(): void {
      clearTimeout(waking);
      stopListening();
    },
  };
};

/** The row of a mark that a crash takes with it goes out again, under the same id. */
const MARKS_NEED_NO_DISK = '-c synchronous_commit=off';
const NOTHING: Published = { count: 0, isMore: false, restMs: 0 };

/** What publishes while this replica leads: as long as NATS is there, and behind what the stream has. */
const publishing = ({ nats, metrics, failpoint }: RelayOptions, end: StreamEnd) => {
  let publisher: OutboxPublisher | undefined;
  return {
    /** Publishes what a session before has not marked once more. */
    restart(): void {
      end.doubt();
      publisher = undefined;
    },
    async next(client: pg.Client): Promise<Published> {
      if (!nats.isConnected()) {
        // Once marked, what a lost server had acknowledged shows whether the next one lacks it.
        await publisher?.mark(client);
        return NOTHING;
      }
      publisher ??= outboxPublisher(jetstream(nats.connection), { failpoint, metrics });
      if (!end.isKnown()) {
        await publisher.mark(client);
        if (!(await end.look(client))) return NOTHING;
      }
      return publisher.next(client, end);
    },
    mark: async (client: pg.Client): Promise<void> => publisher?.mark(client),
  };
};

/** Starts the relay of one replica. */
export const startRelay = (options: RelayOptions): Relay => {
  const { url, schema, nats, logger } = options;
  const end = streamEnd(nats, schema, logger);
  const publisher = publishing(options, end);
  const rest = interruptiblePause();
  const leadership = startLeadership({
    url,
    schema,
    name: 'relay',
    lock: RELAY_LOCK,
    settings: MARKS_NEED_NO_DISK,
    logger,
    async lead(client, { isStopping, pause }) {
      // A new session may be on another database: a promoted standby, or a restored backup. Events that were published but
      // not marked are published again, under the same ids.
      publisher.restart();
      while (!isStopping()) {
        pause.restart();
        const { count, isMore, restMs } = await publisher.next(client);
        if (restMs > 0) await rest.sleep(restMs);
        if (restMs > 0 || isMore) continue;
        if (count > 0) await delay(GATHER_MS);
        // Silence would make the server end this session, and with it the lock.
        if (!nats.isConnected() || !end.isKnown()) await client.query('select 1');
        await pause.sleep(count > 0 ? MARK_WITHIN_MS : POLL_MS);
      }
      await publisher.mark(client);
    },
  });
  const others = otherReplicas(nats, schema, leadership.wake);
  return {
    wake: () => (leadership.isActive() ? leadership.wake() : others.wake()),
    isActive: leadership.isActive,
    async stop() {
      rest.end();
      others.stop();
      await leadership.stop();
    },
  };
};
