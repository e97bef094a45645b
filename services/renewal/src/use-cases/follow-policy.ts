import type { Work } from '@staycover/change';
import type { Context } from '@staycover/kernel';
import { type InvoiceState, policyInvoices, unpaidPolicies } from '../db/invoices.ts';
import { findPolicy, renewablePolicies } from '../db/policies.ts';
import { lockOpenRenewals, renewals } from '../db/renewals.ts';
import { abandon } from '../domain/answer.ts';
import type { RenewablePolicy } from '../domain/policy.ts';
import { type Renewal, renewalJob, type Step } from '../domain/renewal.ts';
import { endReview } from '../domain/review.ts';

/** What an answer of the policy service makes of the renewal that it is for. */
export type Answer = { renewalId: string; decide: (renewal: Renewal) => Step };

const byJob = (context: Context): Context => ({ ...context, actor: renewalJob });

/**
 * Keeps what is new of a policy: when it has ended for good its open renewals end, when a suspension is over the reviews
 * for it. An answer to a renewal counts also when the policy is known already.
 */
export const followPolicy = async (
  tx: Work,
  policy: RenewablePolicy,
  context: Context,
  answer?: Answer,
): Promise<void> => {
  const isNewer = await renewablePolicies.put(tx, policy);
  if (!isNewer && !answer) return;
  const found = await lockOpenRenewals(tx, policy.id, answer?.renewalId);
  const follow = isNewer ? await reactionTo(tx, policy, found) : undefined;
  const changes = found.flatMap((before) => {
    const steps = follow ? [follow(before)] : [];
    if (before.id === answer?.renewalId) steps.push(answer.decide(steps[0]?.state ?? before));
    return steps.filter(({ events }) => events.length > 0).map((decision) => ({ before, decision }));
  });
  await renewals.replaceAll(tx, byJob(context), changes);
};

/** What a policy's news make of its open renewals. */
const reactionTo = async (
  tx: Work,
  policy: RenewablePolicy,
  found: readonly Renewal[],
): Promise<(renewal: Renewal) => Step> => {
  if (policy.status === 'CANCELLED' || policy.status === 'SUPERSEDED') return abandon;
  const inReview = found.some(({ status }) => status === 'MANUAL_REVIEW');
  const unpaid = inReview && (await unpaidPolicies(tx, [policy.id])).has(policy.id);
  return (renewal) => endReview(renewal, { policy, unpaid });
};

/** Keeps what is new of an invoice; with the last unpaid one the reviews for it end. */
export const followInvoice = async (tx: Work, invoice: InvoiceState, context: Context): Promise<void> => {
  if (!(await policyInvoices.put(tx, invoice))) return;
  const open = await lockOpenRenewals(tx, invoice.policyId);
  const policy = open.length > 0 ? await findPolicy(tx, invoice.policyId) : undefined;
  if (!policy) return;
  const unpaid = (await unpaidPolicies(tx, [policy.id])).has(policy.id);
  const changes = open.map((before) => ({ before, decision: endReview(before, { policy, unpaid }) }));
  await renewals.replaceAll(tx, byJob(context), changes);
};
