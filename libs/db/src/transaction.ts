import { setTimeout as delay } from 'node:timers/promises';
import type { MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '@staycover/kernel';
import type { PoolClient } from 'pg';
import { giveBackCharges } from './charge.ts';
import type { Database } from './database.ts';
import { isTransientConflict, OutcomeUnknown, translateError } from './errors.ts';
import { allowSilence } from './lost-connections.ts';
import { assertWanted, lockTimeout, originSetting, timeLeft } from './origin.ts';
import { runOn, type Work } from './work.ts';

/** A concurrent change came first: the same work may succeed when repeated. */
export class ConcurrentChange extends Error {
  override name = 'ConcurrentChange';
}

const ATTEMPTS = 5;
/** A statement that waits for a lock ends by the lock timeout, so that the error names the lock. */
const MARGIN_MS = 500;

/** How a transaction is used. */
export type TransactionOptions = {
  /** `work` runs for several callers at the same time, each with its own origin. */
  isShared?: boolean;
  /** How long a statement may take, if longer than the session lets it. */
  statementMs?: number;
};

/**
 * Runs `work` in one transaction, again (at most 5 times) after a deadlock, a serialization failure or a concurrent
 * change. Joins the current transaction if there is one. Never put network calls inside.
 * @throws DomainError `service-unavailable` when each try met one of them.
 * @throws OutcomeUnknown when the connection was lost at the commit.
 */
export const inTransaction = async <T>(
  on: Work,
  work: (tx: Work) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> => {
  if (on.isTransaction) return work(on);
  const database = on as Database;
  const result = await repeating(() => database.connect((client) => transact(client, database.orm, work, options)));
  database.notifyCommit();
  return result;
};

const repeating = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ConcurrentChange) && !isTransientConflict(error)) throw error;
      if (count === ATTEMPTS)
        throw new DomainError('service-unavailable', 'Too much changes here at once. Try again.', {}, { cause: error });
      await delay(Math.random() * 50 * count);
    }
  }
};

/** Reads in one snapshot: commits between two statements of `read` do not mix into their results. It cannot write or lock. */
export const snapshot = <T>(database: Database, read: (tx: Work) => Promise<T>): Promise<T> =>
  repeating(() => database.connect((client) => transact(client, database.orm, read, { isSnapshot: true })));

/** Runs `work` in a transaction of its own that is rolled back, and returns what it found there. */
export const tryOut = async <T>(on: Database, work: (tx: Work) => Promise<T>): Promise<T> => {
  const rollBack = new Error('This was only tried out.');
  let found!: T;
  const tried = inTransaction(on, async (tx) => {
    found = await work(tx);
    throw rollBack;
  });
  await tried.catch((error: unknown) => {
    if (error !== rollBack) throw error;
  });
  return found;
};

/** The connections of transactions. */
const clients = new WeakMap<Work, PoolClient>();

const workOn = (client: PoolClient, orm: MikroORM, isShared: boolean): Work => {
  const tx: Work = {
    orm,
    isTransaction: true,
    isShared,
    run: isShared ? inTurn(client) : (text, params) => runOn(client, text, params),
    notifyCommit: () => undefined,
  };
  clients.set(tx, client);
  return tx;
};

/** A connection runs one statement after the other; one that fails ends the transaction, and the others fail for its reason. */
const inTurn = (client: PoolClient): Work['run'] => {
  let last: Promise<unknown> = Promise.resolve();
  return <Row>(text: string, params?: readonly unknown[]) => {
    const next = last.then(() => runOn<Row>(client, text, params));
    last = next;
    return next;
  };
};

const transact = async <T>(
  client: PoolClient,
  orm: MikroORM,
  work: (tx: Work) => Promise<T>,
  { isShared = false, isSnapshot = false, statementMs }: TransactionOptions & { isSnapshot?: boolean },
): Promise<T> => {
  // One message carries BEGIN, the origin and the timeouts.
  const patience = lockTimeout();
  const waiting = patience ? `; set local lock_timeout = '${patience}'` : '';
  const taking = statementMs ? `; set local statement_timeout = ${statementMs}` : '';
  const origin = client.escapeLiteral(originSetting());
  const tx = workOn(client, orm, isShared);
  if (statementMs) allowSilence(client, statementMs);
  try {
    const mode = isSnapshot ? ' isolation level repeatable read, read only' : '';
    await client.query(`begin${mode}; select set_config('staycover.origin', ${origin}, true)${waiting}${taking}`);
    const result = await work(tx);
    await assertWanted();
    const { command } = await client.query('commit').catch((error: unknown) => {
      throw translateError(error);
    });
    // A transaction that has already failed answers COMMIT with a rollback, without an error.
    if (command !== 'COMMIT') throw new Error(`The transaction was not committed: ${command}.`);
    return result;
  } catch (error) {
    // A connection that cannot roll back, such as a lost one, must not return to the pool.
    await client.query('rollback').catch(() => client.release(true));
    if (!(error instanceof OutcomeUnknown)) giveBackCharges(tx);
    throw error;
  }
};

const WAITING = `select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
  set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true)`;

/** How long a request or an event waits for a lock for which many queue. */
export const LOCK_PATIENCE_MS = 5_000;

/**
 * Lets statements of `work` wait for locks longer than the session does: as long as whoever asked waits, at most `mostMs`. For
 * locks that many queue for, each for a moment.
 */
export const waitingUpTo = async <T>(tx: Work, mostMs: number, work: () => Promise<T>): Promise<T> => {
  const ms = Math.max(1, Math.ceil(Math.min(mostMs, timeLeft())));
  const { rows } = await tx.run<{ lock: string; statement: string }>(WAITING, [`${ms}`, `${ms + MARGIN_MS}`]);
  const restore = allowSilence(clients.get(tx)!, ms + MARGIN_MS);
  const result = await work();
  restore();
  await tx.run(WAITING, [rows[0]!.lock, rows[0]!.statement]);
  return result;
};
