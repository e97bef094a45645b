import { type Database, inTransaction, isDatabaseAway, type Work } from '@staycover/change';
import { type Actor, businessDate, type Clock, type Context, isAfter, type NewId } from '@staycover/kernel';
import { enrollmentFacts } from '../db/enrolled-policies.ts';
import { isDeclinedAfter } from '../db/followed-renewals.ts';
import { lockOrganizationOf, policies, policiesToSweep } from '../db/policies.ts';
import { changesFor } from '../db/policy-changes.ts';
import { shownDay } from '../domain/policy-in-time.ts';
import { sweep } from '../domain/sweep.ts';
import { storeEnrolled } from './store-policy.ts';

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
 * force, terms that end without renewal or whose renewal was declined. A policy that fails is tried again by the next sweep.
 */
export const sweepPolicies = async (deps: Deps, signal?: AbortSignal): Promise<Swept> => {
  const today = businessDate(deps.clock());
  const counts = { swept: 0, failed: 0 };
  for (let after: string | undefined; ; ) {
    const ids = await policiesToSweep(deps.database, today, { limit: PAGE, after });
    if (ids.length === 0) return counts;
    for (const id of ids) {
      signal?.throwIfAborted();
      counts[await trySweep(deps, id)] += 1;
    }
    after = ids.at(-1);
  }
};

const trySweep = async (deps: Deps, id: string): Promise<keyof Swept> => {
  try {
    const context = { actor, now: deps.clock(), newId: deps.newId };
    await inTransaction(deps.database, (tx) => sweepPolicy(tx, context, id));
    return 'swept';
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    deps.logger.error({ err: error, policyId: id }, 'policy could not be swept');
    return 'failed';
  }
};

const sweepPolicy = async (tx: Work, context: Context, id: string): Promise<void> => {
  await lockOrganizationOf(tx, actor, id);
  const policy = await policies.find(tx, actor, id);
  if (!policy) return;
  const today = businessDate(context.now);
  const facts = await enrollmentFacts(tx, policy);
  const changes = await changesFor(tx, policy, shownDay(policy, today), today);
  const isOver = isAfter(today, policy.termEnd);
  const isDeclined = isOver && (await isDeclinedAfter(tx, id, policy.termEnd));
  const decision = sweep(policy, changes, { isDeclined }, context);
  await storeEnrolled(tx, context, policy, decision, facts, { from: today });
};
