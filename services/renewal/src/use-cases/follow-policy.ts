import type { Tx } from '@staycover/db';
import type { Rate } from '@staycover/kernel';
import type { OutboxContext } from '@staycover/messaging';
import { type InvoiceState, policyInvoices, unpaidPolicies } from '../db/invoices.ts';
import { findPolicy, renewablePolicies } from '../db/policies.ts';
import { lockOpenRenewals, lockRenewalOf } from '../db/renewals.ts';
import { abandon, complete, fail } from '../domain/answer.ts';
import type { RenewablePolicy } from '../domain/policy.ts';
import { type Author, RENEWAL_JOB, type Renewal, type Step } from '../domain/renewal.ts';
import { endReview } from '../domain/review.ts';
import { saveSteps } from './save-steps.ts';

const author = ({ now }: OutboxContext): Author => ({ actor: RENEWAL_JOB, now });

/** Takes over what is new of a policy: with one that ended for good its open renewals end, with a suspension the reviews. */
export const learnPolicy = async (tx: Tx, policy: RenewablePolicy, context: OutboxContext): Promise<void> => {
  if (!(await renewablePolicies.put(tx, policy))) return;
  const open = await lockOpenRenewals(tx, policy.id);
  if (open.length === 0) return;
  const by = author(context);
  const unpaid = (await unpaidPolicies(tx, [policy.id])).has(policy.id);
  const isOver = policy.status === 'CANCELLED' || policy.status === 'SUPERSEDED';
  const steps = open.map((renewal) => (isOver ? abandon(renewal, by) : endReview(renewal, { policy, unpaid }, by)));
  await saveSteps(
    tx,
    steps.filter((step) => step !== undefined),
    context,
  );
};

/** Takes over what is new of an invoice; with the last unpaid one the reviews for it end. */
export const learnInvoice = async (tx: Tx, invoice: InvoiceState, context: OutboxContext): Promise<void> => {
  if (!(await policyInvoices.put(tx, invoice))) return;
  const open = await lockOpenRenewals(tx, invoice.policyId);
  const policy = open.length > 0 ? await findPolicy(tx, invoice.policyId) : undefined;
  if (!policy) return;
  const unpaid = (await unpaidPolicies(tx, [policy.id])).has(policy.id);
  const steps = open.flatMap((renewal) => endReview(renewal, { policy, unpaid }, author(context)) ?? []);
  await saveSteps(tx, steps, context);
};

type Answered = { renewalId: string; policyId: string };

const settle = async (
  tx: Tx,
  { renewalId, policyId }: Answered,
  context: OutboxContext,
  decide: (renewal: Renewal, by: Author) => Step | undefined,
): Promise<void> => {
  const renewal = await lockRenewalOf(tx, renewalId, policyId);
  const step = renewal && decide(renewal, author(context));
  if (step) await saveSteps(tx, [step], context);
};

/** The policy service gave the policy its new term. */
export const completeRenewal = (tx: Tx, answered: Answered, rate: Rate | null, context: OutboxContext): Promise<void> =>
  settle(tx, answered, context, (renewal, by) => complete(renewal, by, rate));

/** The policy service refused the new term. */
export const failRenewal = (tx: Tx, answered: Answered, reason: string, context: OutboxContext): Promise<void> =>
  settle(tx, answered, context, (renewal, by) => fail(renewal, reason, by));
