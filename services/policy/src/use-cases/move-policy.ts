import { inTransaction, type Target, type Work } from '@staycover/change';
import {
  businessDate,
  type CalendarDate,
  type Context,
  earliest,
  type Instant,
  latest,
  unchanged,
} from '@staycover/kernel';
import { readNoticeDays } from '../db/contract-notices.ts';
import { type EnrolledPolicy, enrollmentFacts, loadEnrolled } from '../db/enrolled-policies.ts';
import { lockOrganization, lockPoliciesUnder } from '../db/policies.ts';
import { changesFor } from '../db/policy-changes.ts';
import type { Notice } from '../domain/cancellation.ts';
import { cancelUnbound, moveStatus, type StatusMove } from '../domain/move-status.ts';
import { openStatuses, type Policy } from '../domain/policy.ts';
import type { PolicyChange } from '../domain/policy-change.ts';
import { dated, stateDay } from '../domain/policy-in-time.ts';
import { suspendUnpaid } from './follow-invoice.ts';
import { handOver, handOverFrom } from './hand-over.ts';
import { loadToday } from './load-today.ts';
import { type Locking, lockingOrganization } from './locking-organization.ts';
import { asItIsNow, followPolicy, storeEnrolled, storePolicy } from './store-policy.ts';

export type MovePolicy = Target & { move: StatusMove };

/** What moves go by that is configured. */
export type MoveRules = Pick<Notice, 'nonPaymentDays'> & {
  /** An invoice that is SUSPENDED suspends its policy. */
  suspendsUnpaid: boolean;
};

/** Moves a policy to another state, and with it the one that it replaces. */
export const setPolicyStatus = async (
  work: Work,
  asked: Context,
  command: MovePolicy,
  { nonPaymentDays, suspendsUnpaid }: MoveRules,
  locking?: Locking,
): Promise<EnrolledPolicy> => {
  const { id, move } = command;
  const change = async (tx: Work): Promise<EnrolledPolicy> => {
    const { before, context } = await loadToday(tx, asked, command);
    const changes = await changesAt(tx, before, move, context);
    const decision = moveStatus(before, changes, move, await readNotice(tx, before, nonPaymentDays), context);
    if (decision.events.length === 0) return loadEnrolled(tx, context.actor, id);
    const stored = await storeEnrolled(tx, context, before, decision, await enrollmentFacts(tx, before));
    if (!suspendsUnpaid || before.boundAt !== null || stored.policy.boundAt === null)
      return handOver(tx, context, stored);
    await suspendUnpaid(tx, context, stored.policy);
    return handOver(tx, context, await asItIsNow(tx, stored));
  };
  return move.status === 'SUSPENDED'
    ? inTransaction(work, change)
    : lockingOrganization(work, asked, id, change, locking);
};

const readNotice = async (tx: Work, policy: Policy, nonPaymentDays: number): Promise<Notice> => ({
  contractDays: await readNoticeDays(tx, policy.contractId, policy.organizationId),
  nonPaymentDays,
});

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

/** The changes that a move has to know. */
const changesAt = (tx: Work, policy: Policy, move: StatusMove, { now }: Context) => {
  const today = businessDate(now);
  const day: CalendarDate = latest(move.effectiveDate ?? today, policy.firstTermStart);
  return changesFor(tx, policy, day, today);
};
