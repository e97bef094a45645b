import type { Database } from '@staycover/db';
import { idempotently, keyScope } from '@staycover/http';
import type { Actor, Clock, NewId } from '@staycover/kernel';
import { type StartRun, startRun } from '../use-cases/start-run.ts';

/** Starts a run once per Idempotency-Key; the key keeps the run's id, the answer shows how the run stands by then. */
export const keyedRun =
  ({ database, clock, newId }: { database: Database; clock: Clock; newId: NewId }) =>
  (actor: Actor, command: StartRun, key: string | undefined): Promise<string> =>
    database.transaction(async (tx) => {
      const keyed = { key, scope: keyScope(actor), route: 'processRenewals', request: command };
      const { body, json } = await idempotently(tx, keyed, async () => ({
        body: await startRun(tx, actor, command, { now: clock(), newId }),
      }));
      return json === undefined ? (body as string) : (JSON.parse(json) as string);
    });
