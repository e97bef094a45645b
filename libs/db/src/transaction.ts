import type { MikroORM } from '@mikro-orm/postgresql';
import { DomainError } from '@staycover/kernel';
import type { PoolClient } from 'pg';
import type { Database } from './database.ts';
import { isTransientConflict } from './errors.ts';
import { assertInTime, originSetting } from './origin.ts';
import { runOn, type Work } from './work.ts';

/** Another change came first: the same work may well succeed when done again. */
export class ConcurrentChange extends Error {
  override name = 'ConcurrentChange';
}

const ATTEMPTS = 5;

/**
 * Runs `work` in one transaction, again (at most 5 times) after a deadlock, a serialization failure or when another
 * change came first. Within a transaction it joins that one. Never put network calls inside.
 * @throws DomainError `service-unavailable` when another change came first each time.
 */
export const inTransaction = async <T>(on: Work, work: (tx: Work) => Promise<T>): Promise<T> => {
  if (on.isTransaction) return work(on);
  const database = on as Database;
  for (let attempt = 1; ; attempt++) {
    try {
      const result = await database.connect((client) => transact(client, database.orm, work));
      database.committed();
      return result;
    } catch (error) {
      const mayRepeat = error instanceof ConcurrentChange || isTransientConflict(error);
      if (!mayRepeat || (attempt === ATTEMPTS && isTransientConflict(error))) throw error;
      if (attempt === ATTEMPTS)
        throw new DomainError('service-unavailable', 'Too much changes here at once. Try again.');
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * attempt));
    }
  }
};

const transact = async <T>(client: PoolClient, orm: MikroORM, work: (tx: Work) => Promise<T>): Promise<T> => {
  const tx: Work = {
    orm,
    isTransaction: true,
    run: (text, params) => runOn(client, text, params),
    committed: () => undefined,
  };
  // One message brings BEGIN and who acts.
  await client.query(`begin; select set_config('staycover.origin', ${client.escapeLiteral(originSetting())}, true)`);
  try {
    const result = await work(tx);
    assertInTime();
    const { command } = await client.query('commit');
    // A transaction that has failed before answers COMMIT by rolling back, without an error.
    if (command !== 'COMMIT') throw new Error(`The transaction was not committed: ${command}.`);
    return result;
  } catch (error) {
    // What cannot roll back, as a lost connection, must not come back to the pool.
    await client.query('rollback').catch(() => client.release(true));
    throw error;
  }
};
