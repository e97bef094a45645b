import { type CommandDeps, createContext, NeedsOwnTransaction, type Work } from '@staycover/change';
import { type Actor, allEnded, businessDate, type Context, earliest, isAfter } from '@staycover/kernel';
import { type Batches, type BatchWork, inBatches } from '@staycover/schedules';
import { enrollmentFacts } from '../db/enrolled-policies.ts';
import { isDeclinedAfter } from '../db/followed-renewals.ts';
import { lockPolicyOrganizations, policies, policiesToSweep } from '../db/policies.ts';
import { changesFor } from '../db/policy-changes.ts';
import type { Policy } from '../domain/policy.ts';
import { shownDay } from '../domain/policy-in-time.ts';
import { sweep } from '../domain/sweep.ts';
import { handOverFrom } from './hand-over.ts';
import { MOST_SHARED, storeEnrolled } from './store-policy.ts';

const actor: Actor = { id: 'system:policy', organizations: '*', roles: ['read', 'write'] };

export type Swept = { swept: number; failed: number };

const SWEEP = 'policy-sweep';

/** Sweeps the policies that time has changed by today; one that fails is tried again by the next sweep. */
export const sweeping = (batches: Batches) =>
  inBatches(batches, { work: SWEEP, fill: (now) => policiesToSweep(businessDate(now)), nothing: { swept: 0 } });

/**
 * Updates policies that change by the passage of time: enrollments that begin or end, rates that come into force, terms
 * that end without a renewal or with a declined one. Policies of one organization run one after another, because they may
 * name the same nights.
 */
export const sweepingPolicies = (deps: Omit<CommandDeps, 'database'>): BatchWork => ({
  name: SWEEP,
  handle: ({ ids, settle }) =>
    settle(
      async (tx) => {
        const context = createContext(deps, { actor });
        await lockPolicyOrganizations(tx, ids);
        const found = await policies.select(tx, 'where t.id = any($1::uuid[]) order by t.id for update', [ids]);
        if (found.length > 1 && found.some(({ enrollmentCount }) => enrollmentCount > MOST_SHARED))
          throw new NeedsOwnTransaction();
        const organizations = [...Map.groupBy(found, ({ organizationId }) => organizationId).values()];
        const swept = organizations.map(async (own) => {
          for (const { id } of own) await sweepPolicy(tx, context, id);
        });
        // None may use the transaction after it has ended.
        await allEnded(swept);
        return { swept: ids.length };
      },
      { isShared: ids.length > 1 },
    ),
});

/** As it is by now: the sweep of another of its organization may have changed it. */
const sweepPolicy = async (tx: Work, context: Context, id: string): Promise<void> => {
  const policy: Policy | undefined = await policies.find(tx, actor, id);
  if (!policy) return;
  const today = businessDate(context.now);
  const facts = await enrollmentFacts(tx, policy);
  const changes = await changesFor(tx, policy, shownDay(policy, today), today);
  const isOver = isAfter(today, policy.termEnd);
  const isDeclined = isOver && (await isDeclinedAfter(tx, id, policy.termEnd));
  const decision = sweep(policy, changes, { isDeclined }, context);
  // Of policies that were suspended before there were dated changes nothing has ended the rows yet.
  const from = policy.status === 'SUSPENDED' ? earliest(policy.statusSince, today) : today;
  const { policy: swept } = await storeEnrolled(tx, context, policy, decision, facts, { from });
  if (swept.status === 'EXPIRED' && policy.status !== 'EXPIRED') await handOverFrom(tx, context, swept);
};
