import type { Work } from '@staycover/change';
import { businessDate, type CalendarDate, type Context, earliest, type Instant, unchanged } from '@staycover/kernel';
import { lockOrganization, lockPoliciesUnder } from '../db/policies.ts';
import { cancelUnbound, moveStatus } from '../domain/move-status.ts';
import { openStatuses, type Policy } from '../domain/policy.ts';
import type { PolicyChange } from '../domain/policy-change.ts';
import { dated, stateDay } from '../domain/policy-in-time.ts';
import { handOverFrom } from './hand-over.ts';
import { loadToday } from './load-today.ts';
import { changesAt } from './set-policy-status.ts';
import { followPolicy, storePolicy } from './store-policy.ts';

type Termination = { contractId: string; organizationId: string; terminatedAt: Instant };

/** Ends what an organization's contract covers from the day on which the contract was terminated. */
export const cancelContractPolicies = async (
  tx: Work,
  asked: Context,
  { contractId, organizationId, terminatedAt }: Termination,
): Promise<void> => {
  await lockOrganization(tx, organizationId);
  const move = { status: 'CANCELLED', reason: 'CONTRACT_TERMINATED' } as const;
  const terminatedOn = earliest(businessDate(terminatedAt), businessDate(asked.now));
  // Each is read in its turn: the end of one changes others, which take its properties.
  for (const { id } of await lockPoliciesUnder(tx, organizationId, contractId)) {
    const { before: policy, context } = await loadToday(tx, asked, { id, ifMatch: undefined });
    if (!openStatuses[policy.status]) continue;
    const changes = await changesAt(tx, policy, { ...move, effectiveDate: terminatedOn }, context);
    const from = { ...move, effectiveDate: reviving(policy, changes, context) };
    const decision = moveStatus(policy, changes, from, { contractDays: 0, nonPaymentDays: 0, terminatedOn }, context);
    const cancelled = await storePolicy(tx, context, policy, decision);
    await handOverFrom(tx, context, cancelled);
  }
};

/** The first day of the term that revives a policy which has expired; undefined for one that has not. */
const reviving = (policy: Policy, changes: readonly PolicyChange[], { now }: Context): CalendarDate | undefined => {
  const today = businessDate(now);
  const { status } = dated(policy, changes, stateDay(policy, today), today);
  return status === 'EXPIRED' ? policy.termStart : undefined;
};

/** Ends a policy that a deal made after the contract was terminated; bound ones ended with the contract. */
export const cancelNewPolicy = (tx: Work, context: Context, policyId: string): Promise<void> =>
  followPolicy(tx, context, policyId, (policy) =>
    policy.status === 'PENDING'
      ? cancelUnbound(policy, { reason: 'CONTRACT_TERMINATED', note: null }, context)
      : unchanged(policy),
  );
