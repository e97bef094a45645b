import { type Database, execute, type Tx } from '@staycover/db';

/**
 * Runs `effect` once per (consumer, event key): the inbox row and the effect commit together. Returns false when the
 * event was processed before. The row goes in first, so that a concurrent duplicate waits on it and then does nothing.
 */
export const processOnce = (
  database: Database,
  consumer: string,
  eventKey: string,
  effect: (tx: Tx) => Promise<void>,
): Promise<boolean> =>
  database.transaction(async (tx) => {
    const inserted = await execute(
      tx,
      'insert into inbox (consumer, event_key) values ($1, $2) on conflict do nothing',
      [consumer, eventKey],
    );
    if (inserted === 0) return false;
    await effect(tx);
    return true;
  });
