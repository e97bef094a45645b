import { type EntitySchema, MikroORM, UnderscoreNamingStrategy } from '@mikro-orm/postgresql';
import { inSpan, SpanKind } from '@staycover/telemetry';
import type { Pool, PoolClient } from 'pg';
import { READ_ONLY } from './errors.ts';
import { releaseLost, silenceFor } from './lost-connections.ts';
import { type Ran, runAlone, runOn, type Work, withConnection } from './work.ts';

type DatabaseOptions = {
  /** postgres:// URL of the service's own role; `?host=` names the folder of the server's socket. */
  url: string;
  /** The schema that the service owns. */
  schema: string;
  entities: readonly EntitySchema[];
  poolSize?: number;
};

/** A service's database. As {@link Work}, each of its statements is a transaction of its own. */
export type Database = Work & {
  readonly url: string;
  readonly schema: string;
  /** Gives `use` a connection of the pool, and takes it back. */
  connect<T>(use: (client: PoolClient) => Promise<T>): Promise<T>;
  /** Calls `listener` after each commit; the relay wakes up by it. */
  onCommit(listener: () => void): void;
  /** How the connections of the pool are used right now. */
  pool(): PoolUse;
  close(): Promise<void>;
};

type PoolUse = { used: number; idle: number; max: number; waiting: number };

const STATEMENT_MS = 2_500;
/** How long a lock is waited for. */
const LOCK_MS = 1_000;
/** How long a connection is waited for; with a crowd before the pool, longer than for a lock. */
const CONNECTION_MS = 2_000;

/**
 * The settings of every session of a service, as SQL. Provisioning sets them on its role, so that they also apply behind
 * a pooler, which reuses sessions. `public` holds the btree_gist operators. Pages are read from solid-state storage or
 * memory in any order: else a plan made for a small table reads all of it, and is kept while the table grows.
 */
export const sessionSettings = (schema: string): Readonly<Record<string, string>> => ({
  search_path: `"${schema}", public`,
  statement_timeout: `${STATEMENT_MS}`,
  lock_timeout: `${LOCK_MS}`,
  idle_in_transaction_session_timeout: '30000',
  timezone: `'UTC'`,
  random_page_cost: '1.1',
});

/** Has the driver read the URL itself: the ORM leaves out what stands behind its `?`, encryption and socket among it. */
export const readByDriver = (url: string): { connectionString: string } => ({ connectionString: url });

/** Opens a service's database. Connections are made when first needed. */
export const openDatabase = async (options: DatabaseOptions): Promise<Database> => {
  const { url, schema, entities, poolSize = 10 } = options;
  let pool: Pool | undefined;
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [...entities],
    namingStrategy: UnderscoreNamingStrategy,
    pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
    driverOptions: {
      ...readByDriver(url),
      connectionTimeoutMillis: CONNECTION_MS,
      application_name: schema,
      onPoolCreated: (created: Pool) => void (pool = releaseLost(created, silenceFor(STATEMENT_MS))),
    },
    discovery: { warnWhenNoEntities: false },
    // Batched updates would check versions in a separate SELECT.
    useBatchUpdates: false,
    colors: false,
  });
  const listeners: (() => void)[] = [];
  const span = { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql', 'db.namespace': schema } };

  const notifyCommit = (): void => listeners.forEach((listener) => listener());
  // The driver makes its pool when it first needs it.
  const poolReady = () => orm.em.getConnection().getNativeClient() as Promise<Pool>;
  const connect: Database['connect'] = async (use) =>
    inSpan('statements', span, async () => withConnection(await poolReady(), use));

  return {
    orm,
    isTransaction: false,
    isShared: true,
    run: <Row>(text: string, params?: readonly unknown[]) =>
      connect<Ran<Row>>((client) => runAlone(client, text, params)),
    notifyCommit,
    connect,
    url,
    schema,
    onCommit: (listener) => void listeners.push(listener),
    pool() {
      const { totalCount = 0, idleCount: idle = 0, waitingCount: waiting = 0 } = pool ?? {};
      return { used: totalCount - idle, idle, max: poolSize, waiting };
    },
    close: () => orm.close(true),
  };
};

/** @throws Error with the code of a write that is refused, when the server is no longer the primary. */
export const assertWritable = (database: Database): Promise<void> =>
  database.connect(async (client) => {
    const { rows } = await runOn<{ read_only: string }>(
      client,
      `select current_setting('transaction_read_only') as read_only`,
    );
    if (rows[0]!.read_only === 'on') throw Object.assign(new Error('The session is read-only.'), { code: READ_ONLY });
  });

/**
 * Runs SQL with bound parameters (`$1`, `$2`, …) on `on`: a transaction, or a database when each statement is one.
 * `date`, `timestamptz` and `bigint` columns come back as strings.
 */
export const query = async <Row = Record<string, unknown>>(
  on: Work,
  text: string,
  params: readonly unknown[] = [],
): Promise<Row[]> => (await on.run<Row>(text, params)).rows;

/** Like {@link query}, for statements that need the number of affected rows. */
export const execute = async (on: Work, text: string, params: readonly unknown[] = []): Promise<number> =>
  (await on.run(text, params)).count;
