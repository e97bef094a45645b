import { endWhenSilent } from '@staycover/db';
import { interruptiblePause, type Pause } from '@staycover/kernel';
import type { Logger } from '@staycover/telemetry';
import pg from 'pg';

/** What one replica of a service does, while the others stand by. */
export type Leadership = {
  /** Has it look for work now. */
  wake(): void;
  /** Whether this replica holds the lock. */
  isActive(): boolean;
  /** Finishes the current work and releases the lock. */
  stop(): Promise<void>;
};

export type LeadershipOptions = {
  url: string;
  schema: string;
  /** What the replicas of a schema take turns at; also the name of its session, e.g. `billing-relay`. */
  name: string;
  /** The key of the lock, besides the schema. */
  lock: string;
  /** More settings of the session. */
  settings?: string;
  logger: Logger;
  /** Works until it is stopped or fails, on the session that holds the lock. */
  lead(client: pg.Client, turn: Turn): Promise<void>;
};

/** How the work goes on. */
type Turn = { isStopping(): boolean; pause: Pause };

const STANDBY_MS = 1_000;
/** A frozen process must lose the lock: the server ends a session that is silent for as long. */
const SILENCE_MS = 15_000;

/** Elects one replica as the leader, by an advisory lock of the session it also works on: losing one loses the other. */
export const startLeadership = (options: LeadershipOptions): Leadership => {
  const { schema, name, lock, logger, lead } = options;
  const pause = interruptiblePause();
  let stopping = false;
  let active = false;
  const turn: Turn = { isStopping: () => stopping, pause };

  const takeTurn = async (): Promise<void> => {
    const client = new pg.Client(sessionOptions(options));
    client.on('error', () => undefined);
    try {
      await client.connect();
      endWhenSilent(client, SILENCE_MS);
      while (!stopping && !(active = await acquire(client, lock, schema))) await pause.sleep(STANDBY_MS);
      if (active) await lead(client, turn);
    } catch (error) {
      logger.warn({ error: String(error) }, `${name} was interrupted`);
      await pause.sleep(STANDBY_MS);
    } finally {
      active = false;
      await client.end().catch(() => undefined);
    }
  };

  const running = (async () => {
    while (!stopping) await takeTurn();
  })();
  return {
    wake: () => pause.end(),
    isActive: () => active,
    async stop() {
      stopping = true;
      pause.end();
      await running;
    },
  };
};

/**
 * A plan that was made while a table was small would read all of it for every batch: each looks up rows by an index, and is
 * made once.
 */
const PLANS = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin'].map((name) => `-c enable_${name}=off`).join(' ');

const sessionOptions = ({ url, schema, name, settings = '' }: LeadershipOptions): pg.ClientConfig => ({
  connectionString: url,
  application_name: `${schema}-${name}`,
  connectionTimeoutMillis: 2_000,
  keepAlive: true,
  options: `-c search_path=${schema} -c statement_timeout=10000 -c idle_session_timeout=${SILENCE_MS} -c plan_cache_mode=force_generic_plan ${PLANS} ${settings}`,
});

const acquire = async (client: pg.Client, lock: string, schema: string): Promise<boolean> => {
  const { rows } = await client.query<{ held: boolean }>(
    'select pg_try_advisory_lock(hashtext($1), hashtext($2)) as held',
    [lock, schema],
  );
  return rows[0]?.held === true;
};
