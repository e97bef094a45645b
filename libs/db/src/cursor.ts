import { DomainError } from '@staycover/kernel';
import type { PoolClient } from 'pg';
import type { Database } from './database.ts';

const BATCH = 1_000;
/** Whoever reads slowly keeps a connection; others need theirs. */
const MOST_AT_ONCE = 3;

const open = new WeakMap<Database, number>();

/** A sort of everything, or compiling, before the first row would keep callers waiting; indexes bring the order. */
const SETTINGS = `begin isolation level repeatable read, read only;
  set local statement_timeout = '30s';
  set local cursor_tuple_fraction = 0.0001;
  set local jit = off;
  set local work_mem = '32MB'`;

/**
 * The rows of a statement as of one moment, in batches from a cursor: memory use is constant. The connection returns to
 * the pool after the last row, or when the reader stops.
 * @throws DomainError `service-unavailable` when too many readers are active.
 */
export async function* readCursor<Row>(
  database: Database,
  text: string,
  params: readonly unknown[],
): AsyncGenerator<Row[]> {
  const running = open.get(database) ?? 0;
  if (running >= MOST_AT_ONCE) throw new DomainError('service-unavailable', 'Too many reports are being read here.');
  open.set(database, running + 1);
  const ended = Promise.withResolvers<void>();
  try {
    const client = await hold(database, ended.promise);
    try {
      await client.query(SETTINGS);
      await client.query({ text: `declare report no scroll cursor for ${text}`, values: [...params] });
      const fetchBatch = () => client.query(`fetch forward ${BATCH} from report`);
      let next = fetchBatch();
      for (;;) {
        const { rows } = await next;
        const isLast = rows.length < BATCH;
        if (!isLast) next = ahead(fetchBatch());
        if (rows.length > 0) yield rows as Row[];
        if (isLast) return;
      }
    } finally {
      await client.query('rollback').catch(() => client.release(true));
    }
  } finally {
    ended.resolve();
    open.set(database, open.get(database)! - 1);
  }
}

/** Starts the next read while the current batch is processed; a reader that stops early sees no unhandled rejection. */
const ahead = <T>(running: Promise<T>): Promise<T> => {
  running.catch(() => undefined);
  return running;
};

/** A connection of the pool, until `ended`. */
const hold = (database: Database, ended: Promise<void>): Promise<PoolClient> =>
  new Promise((resolve, reject) => {
    database
      .connect(async (client) => {
        resolve(client);
        await ended;
      })
      .catch(reject);
  });
