import type { Tx } from '@staycover/db';
import { findAndLock } from '../db/policies.ts';
import type { Policy } from '../domain/policy.ts';
import { type Context, commitPolicy } from './commit-policy.ts';

/** Lets a policy follow what happened elsewhere; one that is not there has nothing to follow. */
export const followPolicy = async (
  tx: Tx,
  context: Context,
  policyId: string,
  decide: (policy: Policy) => Policy,
): Promise<void> => {
  const stored = await findAndLock(tx, context.actor, policyId);
  if (stored) await commitPolicy(tx, context, stored, decide(stored), { beyondLimit: 'hold' });
};
