import { inTransaction, type Target, type Work } from '@staycover/change';
import { businessDate, type CalendarDate, type Context, latest } from '@staycover/kernel';
import { readNoticeDays } from '../db/contract-notices.ts';
import { type EnrolledPolicy, enrollmentFacts, loadEnrolled } from '../db/enrolled-policies.ts';
import { changesFor } from '../db/policy-changes.ts';
import type { Notice } from '../domain/cancellation.ts';
import { moveStatus, type StatusMove } from '../domain/move-status.ts';
import type { Policy } from '../domain/policy.ts';
import { suspendUnpaid } from './follow-invoice.ts';
import { handOver } from './hand-over.ts';
import { loadToday } from './load-today.ts';
import { type Locking, lockingOrganization } from './locking-organization.ts';
import { asItIsNow, storeEnrolled } from './store-policy.ts';

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

/** The changes that a move has to know. */
export const changesAt = (tx: Work, policy: Policy, move: StatusMove, { now }: Context) => {
  const today = businessDate(now);
  const day: CalendarDate = latest(move.effectiveDate ?? today, policy.firstTermStart);
  return changesFor(tx, policy, day, today);
};
