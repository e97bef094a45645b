import { setTimeout as delay } from 'node:timers/promises';
import { jetstream } from '@nats-io/jetstream';
import { endWhenSilent } from '@staycover/db';
import { interruptiblePause } from '@staycover/kernel';
import type { Logger, Metrics } from '@staycover/telemetry';
import pg from 'pg';
import type { Nats } from './connection.ts';
import { type Failpoint, outboxPublisher } from './publish-outbox.ts';
import { streamEnd } from './restored-streams.ts';

/** Publishes the outbox of one service to JetStream, in order per aggregate. One replica does, the others stand by. */
export type Relay = {
  /** Has whoever publishes look at the outbox now, be it another replica; called after every commit. */
  wake(): void;
  /** Whether this replica holds the lock. */
  isActive(): boolean;
  /** Finishes the batch at hand, marks it and gives up the lock. */
  stop(): Promise<void>;
};

export type RelayOptions = {
  url: string;
  schema: string;
  nats: Nats;
  logger: Logger;
  metrics?: Metrics;
  failpoint?: Failpoint;
};

const POLL_MS = 250;
/** After a batch, what is committed meanwhile goes out together: a batch for every commit would starve the handlers. */
const GATHER_MS = 10;
const STANDBY_MS = 1_000;
/** The server ends a session that is silent for as long. */
const SILENCE_MS = 15_000;

/** The subject on which a replica tells the one that publishes that there is something to publish. */
export const wakeSubject = (service: string): string => `relay.wake.${service}`;

/** Wakes whichever replica publishes; what is committed within a moment is told once, and where it is lost, a poll finds it. */
const otherReplicas = (nats: Nats, schema: string, onWake: () => void) => {
  const subject = wakeSubject(schema);
  const listening = nats.connection.subscribe(subject, { callback: onWake });
  let telling: NodeJS.Timeout | undefined;
  const tell = (): void => {
    telling = undefined;
    if (nats.isConnected()) nats.connection.publish(subject);
  };
  return {
    wake: () => void (telling ??= setTimeout(tell, GATHER_MS)),
    stop(): void {
      clearTimeout(telling);
      if (!nats.connection.isClosed()) listening.unsubscribe();
    },
  };
};

const NOTHING = { count: 0, restMs: 0 };

/** Starts the relay of one replica. */
export const startRelay = ({ url, schema, nats, logger, metrics, failpoint }: RelayOptions): Relay => {
  const publisher = outboxPublisher(jetstream(nats.connection), { failpoint, metrics });
  const end = streamEnd(nats, schema, logger);
  const pause = interruptiblePause();
  const rest = interruptiblePause();
  let stopping = false;
  let active = false;
  const others = otherReplicas(nats, schema, pause.end);

  const mayPublish = async (client: pg.Client): Promise<boolean> => {
    if (!nats.isConnected() || end.isKnown()) return nats.isConnected();
    await publisher.mark(client);
    return end.look(client);
  };
  const lead = async (client: pg.Client): Promise<void> => {
    while (!stopping) {
      pause.restart();
      const { count, restMs } = (await mayPublish(client)) ? await publisher.next(client, end) : NOTHING;
      if (restMs > 0) {
        await rest.sleep(restMs);
        continue;
      }
      if (count > 0) {
        await delay(GATHER_MS);
        continue;
      }
      // Silence would make the server end this session, and with it the lock.
      if (!nats.isConnected()) await client.query('select 1');
      await pause.sleep(POLL_MS);
    }
    await publisher.mark(client);
  };

  const turn = async (): Promise<void> => {
    const client = new pg.Client(sessionOptions(url, schema));
    client.on('error', () => undefined);
    try {
      await client.connect();
      endWhenSilent(client, SILENCE_MS);
      while (!stopping && !(active = await acquire(client, schema))) await pause.sleep(STANDBY_MS);
      if (active) await lead(client);
    } catch (error) {
      logger.warn({ error: String(error) }, 'relay was interrupted');
      await pause.sleep(STANDBY_MS);
    } finally {
      active = false;
      await client.end().catch(() => undefined);
    }
  };

  const running = (async () => {
    while (!stopping) await turn();
  })();
  return {
    wake: () => (active ? pause.end() : others.wake()),
    isActive: () => active,
    async stop() {
      stopping = true;
      for (const each of [pause, rest]) each.end();
      others.stop();
      await running;
    },
  };
};

/**
 * A plan that was made while the outbox was small would read the whole table for every batch: each looks up rows by an
 * index, and is made once.
 */
const PLANS = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'].map((name) => `-c enable_${name}=off`).join(' ');

/**
 * A frozen process must lose the lock: the server ends a session that has been silent for 15 s. A mark need not be on disk
 * before the next batch: the row of one that a crash takes with it goes out again, under the same id.
 */
const sessionOptions = (url: string, schema: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: `${schema}-relay`,
  connectionTimeoutMillis: 2_000,
  keepAlive: true,
  options: `-c search_path=${schema} -c statement_timeout=10000 -c idle_session_timeout=${SILENCE_MS} -c synchronous_commit=off -c plan_cache_mode=force_generic_plan ${PLANS}`,
});

const acquire = async (client: pg.Client, schema: string): Promise<boolean> => {
  const { rows } = await client.query<{ held: boolean }>(
    `select pg_try_advisory_lock(hashtext('outbox-relay'), hashtext($1)) as held`,
    [schema],
  );
  return rows[0]?.held === true;
};
