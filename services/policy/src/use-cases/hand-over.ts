import type { Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import type { EnrolledPolicy } from '../db/enrolled-policies.ts';
import { firstSuccessor, policies } from '../db/policies.ts';
import { allChanges } from '../db/policy-changes.ts';
import type { PolicyInTime } from '../domain/policy-in-time.ts';
import { supersedeBy, undoSupersession } from '../domain/supersession.ts';
import { asItIsNow, storePolicy } from './store-policy.ts';

/**
 * The policy that a bound one replaces covers until its term begins, unless that one ends before: then the next that was
 * bound takes over.
 */
export const handOverFrom = async (tx: Work, context: Context, successor: PolicyInTime): Promise<void> => {
  if (!successor.previousPolicyId || successor.boundAt === null) return;
  const previous = await policies.find(tx, context.actor, successor.previousPolicyId);
  if (!previous || previous.organizationId !== successor.organizationId) return;
  const changes = previous.boundAt ? await allChanges(tx, previous.id) : [];
  const decide = successor.status === 'ACTIVE' && !successor.cancellation ? supersedeBy : undoSupersession;
  const stored = await storePolicy(tx, context, previous, decide(previous, changes, successor, context));
  const isUndone = previous.supersededByPolicyId !== null && stored.supersededByPolicyId === null;
  const next = isUndone ? await firstSuccessor(tx, previous) : undefined;
  if (next) await handOverFrom(tx, context, next);
};

/** Hands over to a stored policy, and returns it after that: it may take what the one before has named. */
export const handOver = async (tx: Work, context: Context, successor: EnrolledPolicy): Promise<EnrolledPolicy> => {
  if (!successor.policy.previousPolicyId) return successor;
  await handOverFrom(tx, context, successor.policy);
  return asItIsNow(tx, successor);
};

/** Hands over again to a stored policy, once its cancellation or expiry was taken back. */
export const handOverAgain = async (
  tx: Work,
  context: Context,
  before: PolicyInTime,
  successor: EnrolledPolicy,
): Promise<EnrolledPolicy> =>
  hasEnd(before) && !hasEnd(successor.policy) ? handOver(tx, context, successor) : successor;

const hasEnd = ({ status, cancellation }: PolicyInTime): boolean => status === 'EXPIRED' || cancellation !== null;
