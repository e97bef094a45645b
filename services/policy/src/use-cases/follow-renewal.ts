import type { Tx } from '@staycover/db';
import { applyRenewal, type FollowedRenewal, openRenewalAfter } from '../db/followed-renewals.ts';
import { findAndLock } from '../db/policies.ts';
import { showRenewal } from '../domain/renewal.ts';
import { type Context, commitPolicy } from './commit-policy.ts';

/** Shows on the policy which renewal is open for its coming term, whatever the order in which its events come. */
export const followRenewal = async (tx: Tx, context: Context, renewal: FollowedRenewal): Promise<void> => {
  if (!(await applyRenewal(tx, renewal))) return;
  const stored = await findAndLock(tx, context.actor, renewal.policyId);
  if (!stored) return;
  const shown = showRenewal(stored, await openRenewalAfter(tx, stored.id, stored.termEnd));
  await commitPolicy(tx, context, stored, shown, { beyondLimit: 'hold' });
};
