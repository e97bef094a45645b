import { type Database, isDatabaseUnavailable } from '@staycover/db';
import { type Actor, businessDate, type CalendarDate, type Clock, type NewId } from '@staycover/kernel';
import { findAndLock, policiesToSweep } from '../db/policies.ts';
import { expireIfDue } from '../domain/policy.ts';
import { commitPolicy } from './commit-policy.ts';

type Deps = {
  database: Database;
  clock: Clock;
  newId: NewId;
  logger: { error(fields: object, message: string): void };
};

const PAGE = 200;
const actor: Actor = { id: 'system:policy', organizations: '*', roles: ['read', 'write'] };

export type Swept = { swept: number; failed: number };

/**
 * Brings the policies up to date that time alone has changed: enrollments that begin or end, rates that come into
 * force, terms that end without renewal. A policy that fails is tried again by the next sweep.
 */
export const sweepPolicies = async (deps: Deps, signal?: AbortSignal): Promise<Swept> => {
  const today = businessDate(deps.clock());
  const counts = { swept: 0, failed: 0 };
  for (let after: string | undefined; ; ) {
    const ids = await deps.database.read((em) => policiesToSweep(em, today, { limit: PAGE, after }));
    if (ids.length === 0) return counts;
    for (const id of ids) {
      signal?.throwIfAborted();
      counts[await sweepPolicy(deps, id, today)] += 1;
    }
    after = ids.at(-1);
  }
};

const sweepPolicy = async (deps: Deps, id: string, today: CalendarDate): Promise<keyof Swept> => {
  try {
    await deps.database.transaction(async (tx) => {
      const stored = await findAndLock(tx, actor, id);
      if (!stored) return;
      const context = { actor, now: deps.clock(), newId: deps.newId };
      await commitPolicy(tx, context, stored, expireIfDue(stored, today), { rederive: true, beyondLimit: 'hold' });
    });
    return 'swept';
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    deps.logger.error({ err: error, policyId: id }, 'policy could not be swept');
    return 'failed';
  }
};
