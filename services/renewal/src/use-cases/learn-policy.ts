import type { Tx } from '@staycover/db';
import type { Rate } from '@staycover/kernel';
import type { OutboxContext } from '@staycover/messaging';
import { applyPolicy } from '../db/policies.ts';
import { lockOpenRenewals, lockRenewalOf } from '../db/renewals.ts';
import { abandon, complete, fail } from '../domain/answer.ts';
import type { RenewablePolicy } from '../domain/policy.ts';
import { type Author, RENEWAL_JOB, type Renewal, type Step } from '../domain/renewal.ts';
import { saveSteps } from './save-steps.ts';

const author = ({ now }: OutboxContext): Author => ({ actor: RENEWAL_JOB, now });

/** Takes over what is new of a policy; with a policy that ended for good, its open renewals end. */
export const learnPolicy = async (tx: Tx, policy: RenewablePolicy, context: OutboxContext): Promise<void> => {
  const isNewer = await applyPolicy(tx, policy);
  if (!isNewer || (policy.status !== 'CANCELLED' && policy.status !== 'SUPERSEDED')) return;
  const open = await lockOpenRenewals(tx, policy.id);
  await saveSteps(
    tx,
    open.flatMap((renewal) => abandon(renewal, author(context)) ?? []),
    context,
  );
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
