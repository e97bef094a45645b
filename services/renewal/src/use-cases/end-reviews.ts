import type { Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { readCircumstances } from '../db/circumstances.ts';
import { findPolicies } from '../db/policies.ts';
import { renewals } from '../db/renewals.ts';
import { type Renewal, renewalJob } from '../domain/renewal.ts';
import { endReview } from '../domain/review.ts';

/** Ends reviews with resolved reasons, by the current state of policies and circumstances. */
export const endReviews = async (tx: Work, found: readonly Renewal[], context: Context): Promise<void> => {
  const inReview = found.filter(({ status }) => status === 'MANUAL_REVIEW');
  if (inReview.length === 0) return;
  const ids = inReview.map(({ policyId }) => policyId);
  const policies = await findPolicies(tx, ids);
  const circumstances = await readCircumstances(tx, ids);
  const changes = inReview.flatMap((before) => {
    const policy = policies.get(before.policyId);
    return policy ? [{ before, decision: endReview(before, { ...circumstances(policy.id), policy }) }] : [];
  });
  await renewals.replaceAll(tx, { ...context, actor: renewalJob }, changes);
};
