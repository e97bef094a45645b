import { DomainError } from '@staycover/kernel';
import type { PoolClient } from 'pg';
import type { Database } from './database.ts';
import { allowSilence } from './lost-connections.ts';

const BATCH = 1_000;
/** Whoever reads slowly keeps a connection; others need theirs, and other organizations a turn. */
const MOST_AT_ONCE = 4;
const MOST_OF_ONE = 3;
const LONGEST_MS = 600_000;
const STATEMENT_MS = 30_000;

/** For whom reports are being read. */
const readers = new WeakMap<Database, string[]>();

type Reading = { organizationId: string; text: string; params: readonly unknown[] };

/** A sort of everything, or compiling, before the first row would keep callers waiting; indexes bring the order. */
const SETTINGS = `begin isolation level repeatable read, read only;
  set local statement_timeout = ${STATEMENT_MS};
  set local idle_in_transaction_session_timeout = ${LONGEST_MS};
  set local cursor_tuple_fraction = 0.0001;
  set local jit = off;
  set local work_mem = '32MB'`;

/**
 * The rows of a statement as of one moment, in batches from a cursor: memory use is constant. The connection returns to
 * the pool after the last row, or when the reader stops.
 * @throws DomainError `service-unavailable` when too many readers are active, those of the organization (3) or all (4), or
 *   when reading takes longer than 10 minutes.
 */
export async function* readCursor<Row>(
  database: Database,
  { organizationId, text, params }: Reading,
): AsyncGenerator<Row[]> {
  const running = readers.getOrInsertComputed(database, () => []);
  const own = running.filter((one) => one === organizationId);
  if (running.length >= MOST_AT_ONCE || own.length >= MOST_OF_ONE)
    throw new DomainError('service-unavailable', 'Too many reports are being read here.');
  running.push(organizationId);
  const until = performance.now() + LONGEST_MS;
  const ended = Promise.withResolvers<void>();
  try {
    const client = await hold(database, ended.promise);
    allowSilence(client, STATEMENT_MS);
    try {
      await client.query(SETTINGS);
      await client.query({ text: `declare report no scroll cursor for ${text}`, values: [...params] });
      const fetchBatch = () => client.query(`fetch forward ${BATCH} from report`);
      let next = fetchBatch();
      for (;;) {
        const { rows } = await next;
        if (performance.now() > until) throw new DomainError('service-unavailable', 'The report was read too slowly.');
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
    running.splice(running.indexOf(organizationId), 1);
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
