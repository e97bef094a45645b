import type { Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { type FollowedRenewal, followedRenewals, openRenewalAfter } from '../db/followed-renewals.ts';
import { policies } from '../db/policies.ts';
import { showRenewal } from '../domain/renewal.ts';
import { storePolicy } from './store-policy.ts';

/** Shows on the policy which renewal is open for its coming term, whatever the order in which its events come. */
export const followRenewal = async (tx: Work, context: Context, renewal: FollowedRenewal): Promise<void> => {
  if (!(await followedRenewals.put(tx, renewal))) return;
  const policy = await policies.find(tx, context.actor, renewal.policyId);
  if (!policy) return;
  const open = await openRenewalAfter(tx, policy.id, policy.termEnd);
  await storePolicy(tx, context, policy, showRenewal(policy, open));
};
