import type { Database } from '@staycover/db';
import { businessDate, type Actor, type CalendarDate, type Clock, type NewId } from '@staycover/kernel';
import { findAndLock, policiesToSweep, tryLockSweep } from '../db/policies.ts';
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

/**
 * Brings the policies up to date that time alone has changed: enrollments that begin or end, rates that come into
 * force, terms that end without renewal. One runner at a time sweeps across all replicas; returns how many it did.
 */
export const sweepPolicies = async (deps: Deps): Promise<number> => {
  const today = businessDate(deps.clock());
  let swept = 0;
  for (let after: string | undefined; ; ) {
    const ids = await deps.database.read((em) => policiesToSweep(em, today, { limit: PAGE, after }));
    if (ids.length === 0) return swept;
    for (const id of ids) {
      const outcome = await sweepPolicy(deps, id, today);
      if (outcome === 'elsewhere') return swept;
      if (outcome === 'done') swept += 1;
    }
    after = ids.at(-1);
  }
};

const sweepPolicy = async (deps: Deps, id: string, today: CalendarDate): Promise<'done' | 'failed' | 'elsewhere'> => {
  try {
    return await deps.database.transaction(async (tx) => {
      if (!(await tryLockSweep(tx))) return 'elsewhere';
      const stored = await findAndLock(tx, actor, id);
      if (!stored) return 'done';
      const context = { actor, now: deps.clock(), newId: deps.newId };
      await commitPolicy(tx, context, stored, expireIfDue(stored, today), { rederive: true, beyondLimit: 'hold' });
      return 'done';
    });
  } catch (error) {
    deps.logger.error({ err: error, policyId: id }, 'policy could not be swept');
    return 'failed';
  }
};
