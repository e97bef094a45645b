import { businessDate, type Context, isAfter, type Rate, unchanged } from '@staycover/kernel';
import { isNonRenewing, type RenewablePolicy } from './policy.ts';
import {
  endsWithPolicy,
  isCancelledWithPolicy,
  isOfTerm,
  type Renewal,
  renewalJob,
  type Step,
  step,
  unasked,
} from './renewal.ts';
import { requestedReview } from './review.ts';

type When = Pick<Context, 'now'>;

const processed = ({ requestedBy }: Renewal, { now }: When) => ({
  processedAt: now,
  processedBy: requestedBy ?? renewalJob.id,
});

/**
 * The policy has its new term. That is a fact wherever the renewal stands: a refusal of an earlier request may have
 * come in first. A rate that was to stay is the one that the policy has by now, unless that is one of a later day.
 */
export const complete = (renewal: Renewal, when: When, rate: Rate | null = null): Step => {
  if (renewal.status === 'COMPLETED') return unchanged(renewal);
  const isKnown = rate !== null && !isAfter(businessDate(when.now), renewal.newTermStart);
  const kept = isKnown && renewal.rateReason === 'UNCHANGED' ? { previousRate: rate, newRate: rate } : {};
  const changes = { ...processed(renewal, when), ...kept, status: 'COMPLETED', failureReason: null } as const;
  return step({ ...renewal, status: 'PROCESSING' }, changes, { type: 'completed' });
};

/** The policy service refused; only the answer to a pending request counts. */
export const fail = (renewal: Renewal, failureReason: string, when: When): Step => {
  if (renewal.status !== 'PROCESSING') return unchanged(renewal);
  return step(renewal, { ...processed(renewal, when), failureReason, status: 'FAILED' }, { type: 'failed' });
};

/** Whether the policy, as it was when it was asked, is why it has no new term. Other reasons are for a person. */
export const isRefusedForPolicy = (renewal: Renewal, policy: RenewablePolicy): boolean =>
  isNonRenewing(policy) || !isOfTerm(renewal, policy);

/** What was refused for its policy is as if its new term had not been asked for. */
export const resume = (renewal: Renewal): Step =>
  step(renewal, { ...unasked, status: 'SCHEDULED' }, { type: 'scheduled' });

/** The policy is not to go on, and its renewal ends with it. A review that a person asked for comes once it is taken up. */
export const cancelWithPolicy = (renewal: Renewal): Step =>
  endsWithPolicy(renewal)
    ? step(
        renewal,
        { status: 'CANCELLED', reviewReasons: requestedReview(renewal), cancelledWithPolicy: true },
        { type: 'cancelled' },
      )
    : unchanged(renewal);

/** The policy is to go on after all, and so is the renewal of its term that was cancelled with it. */
export const reinstate = (renewal: Renewal, policy: Pick<RenewablePolicy, 'termEnd'>): Step =>
  isCancelledWithPolicy(renewal) && isOfTerm(renewal, policy)
    ? step(renewal, { ...unasked, status: 'SCHEDULED', cancelledWithPolicy: false }, { type: 'scheduled' })
    : unchanged(renewal);
