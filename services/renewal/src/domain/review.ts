import { unchanged } from '@staycover/kernel';
import type { RenewablePolicy } from './policy.ts';
import { movesByMoreThan, percentHundredths } from './rate.ts';
import { type Renewal, type ReviewReason, type Step, step } from './renewal.ts';
import type { RenewalRules } from './rules.ts';

export type ReviewFacts = { policy: RenewablePolicy; unpaid: boolean; due: boolean; rules: RenewalRules };

/**
 * Why a person has to decide, without what one has decided already. A rate is looked at as soon as it is known; a
 * suspension or an unpaid invoice may be over by the time the renewal is due.
 */
export const reviewReasons = (renewal: Renewal, { policy, unpaid, due, rules }: ReviewFacts): ReviewReason[] => {
  const reasons: ReviewReason[] = [];
  if (movesByMoreThan(rules.reviewPercent, renewal)) reasons.push('RATE_CHANGE');
  if (due && policy.status === 'SUSPENDED') reasons.push('POLICY_SUSPENDED');
  if (due && unpaid) reasons.push('INVOICE_UNPAID');
  return reasons.filter((reason) => !renewal.approvedReasons.includes(reason));
};

type Passing = Pick<ReviewFacts, 'policy' | 'unpaid'>;

const isOver = (reason: ReviewReason, { policy, unpaid }: Passing): boolean =>
  (reason === 'POLICY_SUSPENDED' && policy.status !== 'SUSPENDED') || (reason === 'INVOICE_UNPAID' && !unpaid);

/** A review whose reasons are over drops them, and ends with the last; nobody has approved anything by that. */
export const endReview = (renewal: Renewal, facts: Passing): Step => {
  if (renewal.status !== 'MANUAL_REVIEW') return unchanged(renewal);
  const left = renewal.reviewReasons.filter((reason) => !isOver(reason, facts));
  if (left.length === renewal.reviewReasons.length) return unchanged(renewal);
  if (left.length === 0) return step(renewal, { status: 'SCHEDULED', reviewReasons: left }, { type: 'scheduled' });
  const reasons = left.map((reason) => reviewText(reason, renewal));
  return step(renewal, { reviewReasons: left }, { type: 'manual-review', reasons });
};

export const reviewText = (reason: ReviewReason, { previousRate, newRate }: Renewal): string => {
  const percent = (Number(percentHundredths(previousRate, newRate)) / 100).toFixed(2);
  const texts: Record<ReviewReason, string> = {
    RATE_CHANGE: previousRate ? `The rate moves by ${percent} %.` : 'The policy gets a rate and had none.',
    POLICY_SUSPENDED: 'The policy is SUSPENDED.',
    INVOICE_UNPAID: 'An invoice of the policy is SUSPENDED or UNCOLLECTIBLE.',
    REQUESTED: 'A person asked for a review.',
  };
  return texts[reason];
};
