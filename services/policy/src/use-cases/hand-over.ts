import type { Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import type { EnrolledPolicy } from '../db/enrolled-policies.ts';
import { firstSuccessor, policies } from '../db/policies.ts';
import { allChanges } from '../db/policy-changes.ts';
import { liveStatuses, type Policy } from '../domain/policy.ts';
import { supersedeBy, takesOver, undoSupersession } from '../domain/supersession.ts';
import { asItIsNow, storePolicy } from './store-policy.ts';

/**
 * The policy that a bound one replaces covers until its term begins, unless that one ends before: then the next that was
 * bound takes over.
 */
export const handOverFrom = async (tx: Work, context: Context, successor: Policy): Promise<void> => {
  if (!successor.previousPolicyId || successor.boundAt === null) return;
  const previous = await policies.find(tx, context.actor, successor.previousPolicyId);
  if (!previous || previous.organizationId !== successor.organizationId) return;
  const changes = previous.boundAt ? await allChanges(tx, previous.id) : [];
  const decide = takesOver(previous, successor) ? supersedeBy : undoSupersession;
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

/**
 * Hands over again after the cancellation or expiry of a stored policy may have been taken back, or corrected: to it, and
 * from it to a successor that was bound meanwhile.
 */
export const handOverAgain = async (
  tx: Work,
  context: Context,
  before: Policy,
  stored: EnrolledPolicy,
): Promise<EnrolledPolicy> => {
  const mayHandOver = hasEnd(before) || hasEnd(stored.policy);
  return handOverReinstated(tx, context, before, mayHandOver ? await handOver(tx, context, stored) : stored);
};

const handOverReinstated = async (
  tx: Work,
  context: Context,
  before: Policy,
  stored: EnrolledPolicy,
): Promise<EnrolledPolicy> => {
  const { policy } = stored;
  const goesOn = before.status === 'CANCELLED' && liveStatuses[policy.status] && !policy.supersededByPolicyId;
  const successor = goesOn ? await firstSuccessor(tx, policy) : undefined;
  if (!successor) return stored;
  await handOverFrom(tx, context, successor);
  return asItIsNow(tx, stored);
};

const hasEnd = ({ status, cancellation }: Policy): boolean => status === 'EXPIRED' || cancellation !== null;
