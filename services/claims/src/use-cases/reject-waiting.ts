import { type CommandDeps, createContext, type Database, inTransaction, publish } from '@staycover/change';
import type { Actor, Instant } from '@staycover/kernel';
import { isAnyExpired, takeExpired } from '../db/waiting-updates.ts';
import { updateRejected } from '../events.ts';

/** How long an update waits for the claim that it may have overtaken. */
const PATIENCE = { hours: 1 };
const actor: Actor = { id: 'system:claims', organizations: '*', roles: ['write'] };
const NO_CLAIM = [{ pointer: '/data/claimId', detail: 'names no claim, or a draft that was not submitted in time' }];

export const isAnyToReject = (database: Database, at: Instant): Promise<boolean> =>
  isAnyExpired(database, at.subtract(PATIENCE));

/** Rejects updates without a claim in time, and counts them. */
export const rejectWaiting = async (deps: CommandDeps, signal: AbortSignal): Promise<{ rejected: number }> => {
  const context = createContext(deps, { actor });
  for (let rejected = 0; ; ) {
    signal.throwIfAborted();
    const expired = await inTransaction(deps.database, async (tx) => {
      const taken = await takeExpired(tx, context.now.subtract(PATIENCE));
      for (const update of taken) await publish(tx, context, updateRejected(update, NO_CLAIM, context.newId()));
      return taken;
    });
    if (expired.length === 0) return { rejected };
    rejected += expired.length;
  }
};
