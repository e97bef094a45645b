import { type CommandDeps, createContext, type Database, inTransaction, isDatabaseAway } from '@staycover/change';
import { type Actor, businessDate, type Context, type Instant } from '@staycover/kernel';
import { contracts, contractsPastExpiration, lockContracts } from '../db/contracts.ts';
import { extendOrExpire } from '../domain/expiration.ts';

type Deps = CommandDeps & { logger: { error(fields: object, message: string): void } };

const PAGE = 200;
const actor: Actor = { id: 'system:contract', organizations: '*', roles: ['read', 'write'] };

export const isAnyPastExpiration = async (database: Database, at: Instant): Promise<boolean> =>
  (await contractsPastExpiration(database, businessDate(at), { limit: 1 })).length > 0;

export type Followed = { extended: number; expired: number; failed: number };

/** Extends or expires every contract that is past its last day. One that fails is tried again the next day. */
export const followCalendar = async (deps: Deps, signal: AbortSignal): Promise<Followed> => {
  const context = createContext(deps, { actor });
  const counts = { extended: 0, expired: 0, failed: 0 };
  for (let after: string | undefined; ; ) {
    signal.throwIfAborted();
    const ids = await contractsPastExpiration(deps.database, businessDate(context.now), { limit: PAGE, after });
    if (ids.length === 0) return counts;
    await followPage(deps, context, ids, counts);
    after = ids.at(-1);
  }
};

/** A page is one statement; when that fails, each of its contracts has one of its own. */
const followPage = async (deps: Deps, context: Context, ids: readonly string[], counts: Followed): Promise<void> => {
  try {
    const today = businessDate(context.now);
    const stored = await inTransaction(deps.database, async (tx) => {
      const due = await lockContracts(tx, ids);
      const changes = due.map((before) => ({ before, decision: extendOrExpire(before, today) }));
      return contracts.replaceAll(tx, context, changes);
    });
    for (const { status } of stored) counts[status === 'EXPIRED' ? 'expired' : 'extended'] += 1;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    if (ids.length > 1) {
      for (const id of ids) await followPage(deps, context, [id], counts);
      return;
    }
    deps.logger.error({ err: error, contractId: ids[0] }, 'contract could not follow the calendar');
    counts.failed += 1;
  }
};
