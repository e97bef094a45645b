import type { MikroORM } from '@mikro-orm/postgresql';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { isDatabaseAway, isPlanOutdated, translateError } from './errors.ts';
import { prepare, prepareAgain } from './statements.ts';

export type Ran<Row> = { rows: Row[]; count: number };

/** What statements run on: a transaction, or the database itself with one transaction per statement. */
export type Work = {
  readonly orm: MikroORM;
  readonly isTransaction: boolean;
  /** Several callers use it at the same time: their writes may go together in one statement. */
  readonly isShared: boolean;
  /** Runs one statement with bound parameters. Its text is constant, so that the server prepares it once. */
  run<Row = Record<string, unknown>>(text: string, params?: readonly unknown[]): Promise<Ran<Row>>;
  /** Wakes listeners for commits. In a transaction it does nothing: the commit does. */
  notifyCommit(): void;
};

/** What runs single statements: a database, a transaction, or a session of an operator's. */
export type Runs = Pick<Work, 'run'>;

/** Runs a prepared statement. */
export const runOn = async <Row>(
  client: ClientBase,
  text: string,
  params: readonly unknown[] = [],
): Promise<Ran<Row>> => {
  const { since, ...prepared } = prepare(text);
  const { rows, rowCount } = await client.query({ ...prepared, values: [...params] }).catch((error: unknown) => {
    if (isPlanOutdated(error)) prepareAgain(since);
    throw error;
  });
  return { rows: rows as Row[], count: rowCount ?? 0 };
};

const READS = /^\s*select\b/i;

/** Runs a statement as its own transaction: when it writes and its answer is lost, the outcome is unknown. */
export const runAlone = async <Row>(
  client: PoolClient,
  text: string,
  params?: readonly unknown[],
): Promise<Ran<Row>> => {
  const run = () => runOn<Row>(client, text, params);
  try {
    return await run().catch((error: unknown) => {
      if (isPlanOutdated(error)) return run();
      throw error;
    });
  } catch (error) {
    throw READS.test(text) ? error : translateError(error);
  }
};

/** Gives `use` a connection of the pool; one that is lost, or not to the primary any more, does not come back to it. */
export const withConnection = async <T>(pool: Pool, use: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await pool.connect();
  try {
    return await use(client);
  } catch (error) {
    if (isDatabaseAway(error)) client.release(true);
    throw error;
  } finally {
    client.release();
  }
};
